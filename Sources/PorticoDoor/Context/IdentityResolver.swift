import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Identifies the browser and the account of a request.
package struct IdentityResolver: Sendable {
    let authenticator: Authenticator
    let cookies: SessionCookies
    let clients: ClientAddress
    package let gateways: GatewayCheck
    let config: ConfigService

    package init(
        authenticator: Authenticator, cookies: SessionCookies, clients: ClientAddress, gateways: GatewayCheck,
        config: ConfigService
    ) {
        self.authenticator = authenticator
        self.cookies = cookies
        self.clients = clients
        self.gateways = gateways
        self.config = config
    }

    package func identity(_ request: Request, on channel: any Channel) async throws -> RequestIdentity {
        try await authenticator.identity(
            cookies.credentials(in: request), client: clients.client(of: request, on: channel),
            isUse: request.isMadeByPerson)
    }
}

extension IdentityResolver {
    /// The context of a request, with its identity.
    package func identified(
        _ context: PorticoContext, by request: Request, liveUI: LiveUI
    ) async throws -> PorticoContext {
        let events = liveUI.live.position
        var context = context
        var identity = try await identity(request, on: context.channel)
        if let signIn = identity.signIn, let refusal = try await gateways.refusal(of: signIn) {
            context.refused = RefusedSignIn(signIn: signIn, refusal: refusal)
            identity = identity.withoutSignIn
        }
        context = identified(context, as: identity, liveUI: liveUI)
        context.events = events
        context.requestingPage = requestingPage(of: request, by: identity)
        return context
    }

    /// The context of a request whose identity is known.
    package func identified(_ context: PorticoContext, as identity: RequestIdentity, liveUI: LiveUI) -> PorticoContext {
        var context = context
        context.liveUI = liveUI
        context.configService = config
        context.identity = identity
        context.findings.identity = identity
        RequestServer.current?.id = identity.server
        context.isRecentlyAuthenticated = identity.signIn.map(authenticator.isRecentlyAuthenticated) ?? false
        return context
    }

    /// The account the requesting page was rendered for; nil if the request does not say.
    private func requestingPage(of request: Request, by identity: RequestIdentity) -> PageAccount? {
        request.headers[.porticoAccount].flatMap { id in
            guard !id.isEmpty else { return nil }
            let profiles = authenticator.profiles(of: identity)
            return PageAccount(id: id, isSignedIn: profiles.contains { $0.account.id.description == id })
        }
    }
}

extension RequestIdentity {
    /// The server of the account or, where nobody is signed in, of the browser's last sign-in; nil in a new browser.
    package var server: ServerID? { signIn?.account.id.server ?? browser?.lastServer }
}

extension Request {
    /// Whether a person caused the request, so that it is recorded as use of the sign-in. False for the event stream,
    /// for background updates, and for the sign-out question, which open pages fetch ahead.
    package var isMadeByPerson: Bool {
        headers[.porticoBackground] == nil && uri.path != SitePath.events.path && uri.path != SitePath.endSession.path
    }
}
