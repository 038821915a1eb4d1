import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// What a person decides about their own sign-in.
struct SettingsController: Sendable {
    let users: UserManager
    let site: Site

    func add(to main: inout MainSection) {
        main.routes { routes, pages in
            routes.post("settings/automatic-sign-in") { request, context in
                let form = try await FormReader.read(ToggleForm.self, from: request).form
                // It lets a sign-in live longer, and somebody may have taken it over.
                guard form.value == "on", !context.signIn.isAutomatic else { return try await set(request, context) }
                return try await pages.proven(request, context, over: .launch) { try await set($0, $1) }
            }
        }
    }

    private func set(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let (form, body) = try await FormReader.read(ToggleForm.self, from: request)
        try context.require(form.account)
        guard form.value == "on" || form.value == "off" else { throw WebError(.unprocessableContent) }
        let (run, repeated) = try await users.setAutomatic(
            form.value == "on", visitor: context.visitor, record: try record(form.request, body, context))
        var response = Response.done(repeated.flatMap { SitePath(untrusted: $0.location) } ?? .launch, for: request)
        if let run { try site.cookies.setRun(run, on: &response) }
        context.toast(.automaticSignIn(form.value == "on", in: Site.language))
        return response
    }

    private func record(_ key: String?, _ body: ByteBuffer, _ context: SignedInContext) throws -> RequestRecord? {
        guard let key, !key.isEmpty else { return nil }
        guard key.utf8.count <= 128 else { throw WebError(.unprocessableContent) }
        return RequestRecord(
            account: context.account.id, route: SitePath.automaticSignIn.description, key: key,
            body: Array(body.readableBytesView),
            outcome: RequestOutcome(status: 303, location: SitePath.launch.description))
    }
}
