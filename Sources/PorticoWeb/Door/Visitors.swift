import Hummingbird
import NIOCore
import PorticoAuth
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

extension Request {
    /// Whether a person asks, so that their sign-in is in use. A page that nobody touches goes on listening, and fetches
    /// what changes.
    var isMadeByPerson: Bool {
        headers[.porticoBackground] == nil && uri.path != SitePath.events.path
    }
}
