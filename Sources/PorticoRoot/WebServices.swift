import HTTPTypes
import Hummingbird
import Metrics
import PorticoAssets
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The services that the web layer needs.
package struct WebServices: Sendable {
    /// The configuration service.
    package let config: ConfigService
    /// The names and the looks of the installation and its servers.
    package let branding: Branding
    /// The workplace service.
    package let workplaces: WorkplaceService
    /// The account services.
    package let auth: AuthServices
    /// Creates the first account.
    package let firstAccount: FirstAccount
    /// How to create the first account, for the cover.
    package let setupSteps: SetupSteps
    /// The rules for requests to protected applications.
    package let protection: ProtectionRules
    /// Where to report vulnerabilities; nil to publish nothing.
    package let securityContact: WebURL?
    /// The application behind this server; nil if there is none.
    package let upstream: Upstream?
    /// Maximum number of connections of one network.
    package let connectionsPerNetwork: Int
    /// Makes the metrics of requests and connections.
    package let metrics: any MetricsFactory
    /// Determines client addresses.
    package let clients: ClientAddress
    /// The HUD, toasts, live events and jobs.
    package let liveUI: LiveUI
    /// The mails that were not sent, for development; nil if a mail server is configured.
    package let outbox: (any OutboxReader)?
    /// The settings of the installation, for administrators.
    package let settings: any InstallationSettings
    /// The servers of the installation, by name; nil where there can be only one.
    package let nodes: (@Sendable () async throws -> [InstallationNode])?
    /// Called when somebody has used the set-up link.
    package let setupLinkUsed: @Sendable () -> Void
    /// Throws ``NotReady``, or an error of the store, if this server should get no requests.
    package let checkReadiness: @Sendable () async throws -> Void

    package init(
        config: ConfigService, branding: Branding? = nil, workplaces: WorkplaceService, auth: AuthServices,
        firstAccount: FirstAccount, setupSteps: SetupSteps = SetupSteps(),
        protection: ProtectionRules = ProtectionRules(), upstream: Upstream? = nil,
        clients: ClientAddress = ClientAddress(), liveUI: LiveUI,
        outbox: (any OutboxReader)? = nil,
        settings: any InstallationSettings = NoSettings(),
        nodes: (@Sendable () async throws -> [InstallationNode])? = nil, securityContact: WebURL? = nil,
        connectionsPerNetwork: Int = .max, metrics: any MetricsFactory = MetricsSystem.factory,
        setupLinkUsed: @escaping @Sendable () -> Void, checkReadiness: @escaping @Sendable () async throws -> Void
    ) {
        self.securityContact = securityContact
        self.connectionsPerNetwork = connectionsPerNetwork
        self.metrics = metrics
        self.config = config
        self.branding = branding ?? Branding(Brands(Brand(name: config.app.appName)))
        self.workplaces = workplaces
        self.auth = auth
        self.firstAccount = firstAccount
        self.setupSteps = setupSteps
        self.protection = protection
        self.upstream = upstream
        self.clients = clients
        self.liveUI = liveUI
        self.outbox = outbox
        self.settings = settings
        self.nodes = nodes
        self.setupLinkUsed = setupLinkUsed
        self.checkReadiness = checkReadiness
    }
}

/// The reason why a server should get no requests, in words that anybody may read.
package struct NotReady: Error {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}
