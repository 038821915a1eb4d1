import HTTPTypes
import Hummingbird
import PorticoAuth

/// The event stream of an open page.
struct EventsController: Sendable {
    let live: LiveEvents
    let authenticator: Authenticator

    func open(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        guard let token = context.identity.credentials.token else {
            throw AuthError.signInEnded
        }
        let reader = EventReader(
            browser: context.browser, account: context.account.id, signIn: context.signIn.id, token: token,
            language: context.language)
        let stream = try live.stream(for: reader, on: context.channel)
        let after = request.headers[.lastEventID] ?? request.uri.queryParameters["after"].map(String.init)
        let body = ResponseBody { [live, authenticator] writer in
            try await live.serve(stream, after: after, to: &writer) { await authenticator.isActive(reader) }
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store", .xAccelBuffering: "no"], body: body)
    }
}
