import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Identifies the browser and the account of a request, for its ``Requester``.
package final class IdentityResolver: Sendable {
    let authenticator: Authenticator
    let cookies: SessionCookies
    let clients: ClientAddress
    package let gateways: GatewayCheck
    let config: ConfigService
    let liveUI: LiveUI
    let languages: RequestLanguage
    let zones: RequestZone

    package init(
        authenticator: Authenticator, cookies: SessionCookies, clients: ClientAddress, gateways: GatewayCheck,
        config: ConfigService, liveUI: LiveUI, languages: RequestLanguage, zones: RequestZone
    ) {
        self.authenticator = authenticator
        self.cookies = cookies
        self.clients = clients
        self.gateways = gateways
        self.config = config
        self.liveUI = liveUI
        self.languages = languages
        self.zones = zones
    }

    /// - Parameter isUse: whether the request extends the sign-in.
    func identity(_ request: Request, on channel: any Channel, isUse: Bool) async throws -> RequestIdentity {
        try await authenticator.identity(
            cookies.credentials(in: request), client: clients.client(of: request, on: channel), isUse: isUse)
    }
}

extension Request {
    /// Whether a person caused the request, so that it is recorded as use of the sign-in. False for the event stream,
    /// and for requests of script without the person: background updates, and pages that it keeps for later.
    package var isMadeByPerson: Bool { headers[.porticoBackground] == nil && uri.path != SitePath.events.path }
}
