import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Finds out who makes a request.
struct Visitors: Sendable {
    let authenticator: Authenticator
    let cookies: SessionCookies
    let clients: ClientAddress

    func visitor(_ request: Request, on channel: any Channel) async throws -> Visitor {
        try await authenticator.visitor(
            cookies.credentials(in: request), client: clients.client(of: request, on: channel),
            isUse: request.isMadeByPerson)
    }

    /// The same, where that needs no wait.
    func knownVisitor(_ request: Request, on channel: any Channel) -> Visitor? {
        authenticator.knownVisitor(
            cookies.credentials(in: request), client: clients.client(of: request, on: channel),
            isUse: request.isMadeByPerson)
    }
}

extension Visitors {
    /// The context of a request, with who makes it.
    func identified(
        _ context: PorticoContext, by request: Request, overlays: Overlays
    ) async throws -> PorticoContext {
        var context = context
        context.overlays = overlays
        context.events = overlays.live.position
        let visitor = try await visitor(request, on: context.channel)
        context.visitor = visitor
        context.asker = asker(of: request, by: visitor)
        context.isProven = visitor.signIn.map(authenticator.isProven) ?? false
        return context
    }

    /// Whom the page is for whose script asks; nil where it does not say.
    private func asker(of request: Request, by visitor: Visitor) -> PageAccount? {
        request.headers[.porticoAccount].flatMap { id in
            guard !id.isEmpty else { return nil }
            let profiles = authenticator.profiles(of: visitor)
            return PageAccount(id: id, isSignedIn: profiles.contains { $0.account.id.description == id })
        }
    }
}

extension Request {
    /// Whether a person asks, so that their sign-in is in use. A page that nobody touches goes on listening, and fetches
    /// what changes.
    var isMadeByPerson: Bool {
        headers[.porticoBackground] == nil && uri.path != SitePath.events.path
    }
}
