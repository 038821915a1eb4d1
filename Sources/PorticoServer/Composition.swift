import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import NIOCore
import PorticoAssets
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoGateway
import PorticoMail
import PorticoPostgreSQL
import PorticoSQL
import PorticoSQLite
import ServiceLifecycle
import Synchronization

/// The composition root: creates and connects all parts of a server.
struct Composition {
    let options: ServerOptions
    let folder: DataFolder
    let logger: Logger
    let frontDoor: FrontDoor
    let maintenance: Maintenance
    let liveUI: LiveUI
    /// Comes before the end.
    let drain: Drain
    private let connections: ConnectionLimit
    private let metricsServer: MetricsServer?
    private let liveService: LiveEventsService
    private let delivery: MailDelivery
    private let gateways: Gateways
    private let gatewayWatch: GatewayWatch
    /// nil where there can be no others.
    private let otherServers: OtherServers?
    private let origin: ServedOrigin
    /// The token of the set-up link; nil if there is an account, or if local accounts are off.
    let setupToken: Token?

    init(
        options: ServerOptions, folder: DataFolder, database: any SQLDatabase, development: DevelopmentSettings?,
        logger: Logger, mount: @Sendable (inout MainSection) -> Void
    ) async throws {
        self.options = options
        self.folder = folder
        self.logger = logger
        for remark in options.remarks { logger.warning("\(remark)") }
        let prometheus = options.metricsPort.map { _ in PrometheusMetrics() }
        let factory: any MetricsFactory =
            prometheus.map { MultiplexMetricsHandler(factories: [$0, MetricsSystem.factory]) } ?? MetricsSystem.factory
        let metrics = ServerMetrics(factory: factory)
        let hasher = PasswordHasher(measured: metrics.recordHash)
        connections = ConnectionLimit(most: options.connections, logger: logger, metrics: factory)
        let now: @Sendable () -> Date = { development?.now() ?? Date() }
        let app = AppConfig(
            appName: options.appName, splashMinimumDuration: options.splashMinimumDuration,
            automaticPresentation: options.automaticPresentation, registration: options.registration,
            rememberedName: options.rememberedName, hasWorker: options.hasWorker, hud: options.hud,
            eventStreamsPerAccount: options.eventStreamsPerAccount,
            // Each open page keeps one connection. The rest serves requests.
            eventStreams: min(options.eventStreams, connections.most / 4 * 3),
            launchCheckTimeout: options.launchCheckTimeout,
            servers: options.servers)
        gateways = try Gateways(options: options, logger: logger)
        let measured = MeasuredDatabase(database, factory: factory)
        let store = SQLAuthStore(measured)
        let changes = ConfigChanges()
        let config = ConfigService(
            app: app, store: SQLConfigStore(measured), changes: changes, capacity: options.cacheCapacity,
            lookedUp: metrics.countLookup
        ) { account, key in
            logger.warning(
                "a stored value is not valid, and the default counts",
                metadata: ["account": "\(account)", "key": "\(key)"])
        }
        let workplaces = WorkplaceService(
            store: SQLWorkplaceStore(measured), changes: changes, capacity: options.cacheCapacity)
        let origin = ServedOrigin(options.effectiveOrigin)
        self.origin = origin
        let shared = database as? PostgreSQLDatabase
        let clockStore = SQLClockStore(database, isShared: shared != nil)
        let clock = ClockWatch(
            store: clockStore, clock: { development?.machineNow() ?? Date() },
            comparesEvents: development == nil, logger: logger)
        try await clock.compare()
        let keys = try await MasterKeys(options, folder: folder, database: database, logger: logger)
        let leadership = Leadership(isAlone: shared == nil) {
            keys.problem == nil && (shared == nil || clock.problem == nil)
        }
        let hearing = Hearing()
        let running = try await RunningOptions(
            options, kept: StoredOptions(store: SQLConfigStore(database)), changes: changes, logger: logger)
        let branding = running.branding
        for remark in options.brandRemarks { logger.warning("\(remark)") }
        let access = GatewayAccess(gateways, options: options, box: keys.box)
        let mail = Mail(
            options: options, branding: branding, folder: folder, queue: store, config: config,
            policy: running.policy, box: access.box,
            origin: { origin.value }, leadership: leadership, now: now, logger: logger)
        let auth = AuthServices(
            store: store, cacheCapacity: options.cacheCapacity, changes: changes, hasher: hasher,
            policy: running.policy, gateways: access, appName: branding.brands.installation.name, now: now,
            mailAdded: mail.delivery.wake,
            eventLogged: { event in
                metrics.count(event)
                SecurityEventLine.emit(event, logger: logger)
            }, lookedUp: metrics.countLookup)
        delivery = mail.delivery
        gatewayWatch = GatewayWatch(
            signIns: auth.gatewaySignIns, tokens: auth.gatewayTokens, gatewayWorkplaces: auth.gatewayWorkplaces,
            workplaces: workplaces, leadership: leadership, logger: logger)
        let isSetUp = try await app.keepsAccounts ? store.hasLocalAccounts() : true
        if isSetUp {
            setupToken = nil
        } else if let shared {
            setupToken =
                keys.problem == nil ? try await SQLSetupNonce(shared).value().map(access.setupToken) : nil
        } else {
            setupToken = Token.random()
        }
        if setupToken == nil { folder.removeSetupLink() }
        let noticed: @Sendable () async throws -> Void = {
            try await running.update()
            if try await store.hasLocalAccounts() { folder.removeSetupLink() }
            mail.delivery.wake()
        }
        let (events, relayed) = AsyncStream.makeStream(of: RelayedEvent.self)
        let sharedNotices = shared.map { SQLNoticeStore($0, now: now, patience: LiveUI.noticePatience) }
        let node = UUID().uuidString
        liveUI = LiveUI(
            app: app, now: now, logger: logger, origin: options.effectiveOrigin,
            jobs: SQLJobStore(measured, box: access.box, server: node, isShared: shared != nil),
            sharedNotices: sharedNotices
        ) { event in
            guard shared != nil else { return false }
            relayed.yield(event)
            return event.isKept
        }
        // Without other servers, these are the jobs of the process before.
        if shared == nil { try await liveUI.interruptLostJobs() }
        let nodes = shared.map { SQLNodeStore($0) }
        drain = Drain(time: options.drain, live: liveUI.live)
        let readiness = Readiness(database: database) { [drain] in
            if drain.isBegun { return "this server is about to end" }
            return clock.problem ?? keys.problem ?? (shared == nil ? nil : hearing.problem)
        }
        let process = ProcessMetrics(factory: factory)
        let sharedMetrics = shared.map { SharedDatabaseMetrics($0, factory: factory) }
        let sample: @Sendable () async -> Void = { [liveUI] in
            process.sample()
            sharedMetrics?.sample()
            metrics.sample(hasher, liveUI.live, clock, leadership)
            let state = await readiness.state()
            metrics.sample(state)
            await metrics.sample(store, isDatabaseUp: state.isDatabaseUp, at: now())
        }
        let commandEvents = CommandEvents(log: store, leadership: leadership) {
            SecurityEventLine.emit($0.event, id: $0.id, logger: logger)
        }
        try await commandEvents.start()
        let presence = nodes.map { [live = liveUI.live] store in
            NodePresence(id: node, store: store, leadership: leadership) { live.streamCount }
        }
        maintenance = Maintenance(
            dataVersion: (database as? SQLiteDatabase)?.dataVersion, auth: auth, config: config, workplaces: workplaces,
            changes: changes, now: now, logger: logger, sample: sample, leadership: leadership,
            clock: clock, keys: keys, setCleaned: clockStore.setCleaned,
            commandEvents: commandEvents,
            presence: presence,
            interruptLostJobs: { [liveUI] in try await liveUI.interruptLostJobs() },
            deleteShared: [
                { [liveUI] in try await liveUI.deleteExpiredJobs() },
                { try await shared?.deleteOldAnnouncements() },
                { try await sharedNotices?.deleteExpired() },
                { try await nodes?.removeLost() },
            ], noticed: noticed)
        metricsServer = prometheus.map {
            MetricsServer(
                address: options.metricsAddress, port: options.metricsPort ?? 0, hosts: options.metricsHosts,
                metrics: $0, logger: logger, sample: sample)
        }
        otherServers = shared.map { [liveUI] database in
            OtherServers(
                database: database, auth: auth, config: config, workplaces: workplaces, liveUI: liveUI, events: events,
                endEvents: { relayed.finish() }, leadership: leadership, hearing: hearing,
                presence: presence, logger: logger,
                noticed: noticed,
                setupEnded: { folder.removeSetupLink() })
        }
        // Until their changes are announced.
        otherServers?.setCachesClosed(true)
        liveService = LiveEventsService(
            liveUI: liveUI, authenticator: auth.authenticator, changes: changes, interval: options.eventInterval,
            lag: shared == nil ? .zero : OtherServers.lag)
        let services = WebServices(
            config: config, branding: branding, workplaces: workplaces, auth: auth,
            firstAccount: FirstAccount(directory: auth.directory, users: auth.users, expected: setupToken?.digest),
            protection: options.protection,
            upstream: options.upstream.map { Upstream(address: $0, timeout: options.upstreamTimeout) },
            clients: ClientAddress(trustedProxies: options.trustedProxies),
            liveUI: liveUI,
            outbox: mail.outbox,
            settings: InstallationSettingsStore(running: running),
            nodes: nodes.map { store in { @Sendable in try await store.nodes() } },
            securityContact: options.securityContact,
            connectionsPerNetwork: max(1, connections.most / 4), metrics: factory,
            setupLinkUsed: { folder.removeSetupLink() },
            checkReadiness: readiness.check)
        do {
            frontDoor = try FrontDoor(
                services: services, origin: options.effectiveOrigin, publicFolder: options.publicFolder,
                version: PorticoServer.version, development: development,
                hstsSubdomains: options.hstsSubdomains, mount: mount)
        } catch let mistake as ApplicationMistake {
            throw StartFailure(mistake.description)
        } catch let missing as AssetLibrary.Missing {
            throw StartFailure(missing.description)
        } catch let unreadable as AssetLibrary.Unreadable {
            throw StartFailure(unreadable.description)
        }
    }

    func application() -> Application<FrontDoor> {
        Application(
            responder: frontDoor,
            server: frontDoor.server,
            configuration: ApplicationConfiguration(
                address: .hostname(options.hostname, port: options.port), serverName: nil, backlog: 1024,
                availableConnectionsDelegate: connections),
            // The last one ends first. The other servers hear of the jobs that end with the live service.
            services: (otherServers.map { [$0 as any Service] } ?? [])
                + [maintenance, liveService, delivery, gateways, gatewayWatch]
                + (metricsServer.map { [$0 as any Service] } ?? []),
            onServerRunning: { [self] channel in announce(port: channel.localAddress?.port ?? options.port) },
            logger: logger)
    }

    private func announce(port: Int) {
        let origin = options.origin ?? .loopback(port: port)
        self.origin.value = origin
        logger.notice("serving", metadata: ["origin": "\(origin)"])
        if options.smtp == nil {
            logger.notice(
                "mail.host is not set: mails and their links are files", metadata: ["folder": "\(folder.outboxPath)"])
        }
        if let wanted = connections.wanted {
            logger.warning(
                "the system allows too few open files for http.connections",
                metadata: ["http.connections": "\(wanted)", "connections": "\(connections.most)"])
        }
        guard let setupToken else { return }
        do {
            try folder.writeSetupLink("\(origin)/setup?token=\(setupToken.value)")
            logger.notice("no account yet: open the set-up link", metadata: ["file": "\(folder.setupLinkPath)"])
        } catch {
            logger.error("the set-up link could not be written", metadata: ["error": "\(error)"])
        }
    }
}

/// The origin of the server. If the port is 0, the final one is known when the server listens.
private final class ServedOrigin: Sendable {
    private let origin: Mutex<PublicOrigin>

    init(_ origin: PublicOrigin) {
        self.origin = Mutex(origin)
    }

    var value: PublicOrigin {
        get { origin.withLock { $0 } }
        set { origin.withLock { $0 = newValue } }
    }
}
