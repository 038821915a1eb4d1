import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoFeatures
import PorticoGateway
import PorticoMail
import PorticoPostgreSQL
import PorticoSQL
import PorticoSQLite
import PorticoViews
import ServiceLifecycle
import Synchronization

// The composition root: three steps build a server, each from the one before.

/// The database, and the servers that share it.
struct Storage: Sendable, CustomStringConvertible {
    /// Logs show the services that contain it.
    let description = "storage"
    let options: ServerOptions
    let folder: DataFolder
    /// nil in production.
    let development: DevelopmentSettings?
    let logger: Logger
    let metrics: ServerMetrics
    let database: MeasuredDatabase
    let accounts: SQLAuthStore
    let kept: StoredOptions
    let changes = ConfigChanges()
    let clock: ClockWatch
    let keys: MasterKeys
    let cluster: any Cluster

    /// - Throws: ``StartFailure``, or an error of the database.
    init(
        options: ServerOptions, folder: DataFolder, database: any SQLDatabase, development: DevelopmentSettings?,
        logger: Logger
    ) async throws {
        self.options = options
        self.folder = folder
        self.development = development
        self.logger = logger
        for remark in options.remarks { logger.warning("\(remark)") }
        metrics = ServerMetrics(isServed: options.metricsPort != nil)
        self.database = MeasuredDatabase(database, factory: metrics.factory)
        accounts = SQLAuthStore(self.database)
        kept = StoredOptions(store: SQLConfigStore(database))
        clock = ClockWatch(
            store: SQLClockStore(database), clock: { development?.machineNow() ?? Date() },
            comparesEvents: development == nil, logger: logger)
        try await clock.compare()
        keys = try await MasterKeys(options, folder: folder, database: database, logger: logger)
        cluster =
            if let shared = database as? PostgreSQLDatabase {
                ConnectedServers(shared, keys: keys, clock: clock, metrics: metrics) {
                    development?.now() ?? Date()
                }
            } else {
                SingleServer(keys: keys) { try await (database as? SQLiteDatabase)?.dataVersion() }
            }
    }

    /// The current time for accounts and sign-ins. Tests set it.
    func now() -> Date { development?.now() ?? Date() }

    fileprivate func log(_ event: SecurityEvent) {
        metrics.count(event)
        write(event)
    }

    /// - Parameter id: that of an event of a command.
    fileprivate func write(_ event: SecurityEvent, id: LoggedEvent.ID? = nil) {
        if options.writesSecurityEvents { SecurityEventLine.emit(event, id: id, logger: logger) }
    }

    fileprivate func reportInvalid(_ account: AccountID, key: String) {
        logger.warning(
            "a stored value is not valid, and the default counts", metadata: ["account": "\(account)", "key": "\(key)"])
    }
}

/// Accounts, configuration, mails and live events: everything that pages need, and no page.
struct Domain: Sendable, CustomStringConvertible {
    /// Logs show the services that contain it.
    let description = "domain"
    let storage: Storage
    let connections: ConnectionLimit
    let origin: ServedOrigin
    let hasher: PasswordHasher
    let running: RunningOptions
    let gateways: Gateways
    let config: ConfigService
    let workplaces: WorkplaceService
    let mail: Mail
    let auth: AuthServices
    let liveUI: LiveUI
    let commandEvents: CommandEvents
    /// The token of the set-up link; nil if there is an account, or if local accounts are off.
    let setupToken: Token?

    /// - Throws: ``StartFailure``, or an error of the database.
    init(_ storage: Storage) async throws {
        let (options, logger, cluster) = (storage.options, storage.logger, storage.cluster)
        self.storage = storage
        connections = ConnectionLimit(most: options.connections, logger: logger, metrics: storage.metrics.factory)
        origin = ServedOrigin(options.effectiveOrigin)
        let development = storage.development
        hasher = PasswordHasher(
            parameters: development?.hashesCheaply == true ? .least : options.passwordHashing,
            measured: storage.metrics.recordHash,
            unreadable: {
                logger.error(
                    "the hash of a password is unreadable, so no password matches; its person can choose another one")
            })
        running = try await RunningOptions(
            options, kept: storage.kept, accounts: storage.accounts, changes: storage.changes, logger: logger,
            now: storage.now)
        for remark in options.brandRemarks { logger.warning("\(remark)") }
        gateways = try Gateways(options: options, logger: logger, now: storage.now)
        var app = options.app
        // Each open page keeps one connection. The rest serves requests.
        app.eventStreams = min(app.eventStreams, connections.most / 4 * 3)
        let (changes, capacity, branding) = (storage.changes, options.cacheCapacity, running.branding)
        config = ConfigService(
            app: app, store: SQLConfigStore(storage.database), changes: changes, capacity: capacity,
            lookedUp: storage.metrics.countLookup, report: storage.reportInvalid)
        workplaces = WorkplaceService(
            store: SQLWorkplaceStore(storage.database), changes: changes, capacity: capacity)
        let access = GatewayAccess(gateways, options: options, box: storage.keys.box)
        mail = Mail(storage, running: running, config: config, origin: origin)
        auth = AuthServices(
            store: development.map { PausedAuthStore(storage.accounts, by: $0) } ?? storage.accounts,
            cacheCapacity: capacity, changes: changes, hasher: hasher, policy: running.policy,
            gateways: access, providers: gateways.providers,
            linksByEmail: Set(options.app.servers.filter(\.linksByEmail).map(\.id)), relyingParty: options.relyingParty,
            appName: branding.brands.installation.name,
            now: storage.now,
            mailAdded: mail.delivery.wake, eventLogged: storage.log, lookedUp: storage.metrics.countLookup)
        liveUI = LiveUI(
            app: app, now: storage.now, logger: logger, origin: options.effectiveOrigin,
            jobs: SQLJobStore(storage.database, box: storage.keys.box, server: cluster.id),
            sharedNotices: cluster.notices, relay: cluster.relay)
        commandEvents = CommandEvents(log: storage.accounts, leadership: cluster.leadership) {
            storage.write($0.event, id: $0.id)
        }
        let isSetUp = try await app.keepsAccounts ? storage.accounts.hasLocalAccounts() : true
        setupToken = isSetUp ? nil : try await cluster.setupToken(access)
        if setupToken == nil { storage.folder.removeSetupLink() }
        try await cluster.prepare(self)
        try await commandEvents.start()
    }
}

/// The front door, and the background work beside it.
struct Web: Sendable {
    let frontDoor: FrontDoor
    /// Runs between the signal to shut down and the end.
    let drain: Drain
    private let domain: Domain
    private let services: [any Service]

    /// - Throws: ``ApplicationMistake``, or an error of the public files.
    init(_ domain: Domain, mount: @Sendable (inout MainSection) -> Void) throws {
        let (storage, options) = (domain.storage, domain.storage.options)
        self.domain = domain
        drain = Drain(time: options.drain, live: domain.liveUI.live)
        let readiness = Readiness(storage: storage, drain: drain)
        let sample = domain.sampling(readiness)
        // Services end in reverse order. Those of the cluster end last, because they announce the jobs that the live
        // service ends.
        services =
            storage.cluster.services(for: domain) + [
                Maintenance(domain: domain, sample: sample),
                LiveEventsService(
                    liveUI: domain.liveUI, authenticator: domain.auth.authenticator, changes: storage.changes,
                    interval: options.eventInterval, lag: storage.cluster.lag),
                domain.mail.delivery, domain.gateways, GatewayWatch(domain: domain),
            ]
            + (storage.metrics.served.map { [MetricsServer(storage: storage, metrics: $0, sample: sample)] } ?? [])
        frontDoor = try FrontDoor(
            services: WebServices(domain, readiness), origin: options.effectiveOrigin,
            publicFolder: options.publicFolder, version: PorticoServer.version, development: storage.development,
            hstsSubdomains: options.hstsSubdomains, mount: mount)
    }

    func application(onStart: @escaping @Sendable (StartedServer) -> Void) -> Application<FrontDoor> {
        let options = domain.storage.options
        return Application(
            responder: frontDoor,
            server: frontDoor.server,
            configuration: ApplicationConfiguration(
                address: .hostname(options.hostname, port: options.port), serverName: nil, backlog: 1024,
                availableConnectionsDelegate: domain.connections),
            services: services,
            onServerRunning: { [domain] channel in
                onStart(domain.announce(port: channel.localAddress?.port ?? options.port))
            },
            logger: domain.storage.logger)
    }
}

// MARK: Parts

extension Domain {
    /// Follows changes that another process has made.
    func noticeChanges() async throws {
        try await running.update()
        if try await storage.accounts.hasLocalAccounts() { storage.folder.removeSetupLink() }
        mail.delivery.wake()
    }

    func setCachesClosed(_ isClosed: Bool) {
        auth.store.setCacheClosed(isClosed)
        config.setCacheClosed(isClosed)
        workplaces.setCacheClosed(isClosed)
    }

    func setCachesUsable(until end: ContinuousClock.Instant) {
        auth.store.setCacheUsable(until: end)
        config.setCacheUsable(until: end)
        workplaces.setCacheUsable(until: end)
    }

    /// Updates the gauges.
    fileprivate func sampling(_ readiness: Readiness) -> @Sendable () async -> Void {
        let process = ProcessMetrics(factory: storage.metrics.factory)
        return { [self] in
            process.sample()
            storage.cluster.sample()
            storage.metrics.sample(hasher, liveUI.live, storage.clock, storage.cluster.leadership)
            let state = await readiness.state()
            storage.metrics.sample(state)
            await storage.metrics.sample(storage.accounts, isDatabaseUp: state.isDatabaseUp, at: storage.now())
        }
    }

    /// Logs that the server listens, and writes the set-up link.
    fileprivate func announce(port: Int) -> StartedServer {
        let (options, folder, logger) = (storage.options, storage.folder, storage.logger)
        let origin = options.origin ?? .loopback(port: port)
        self.origin.value = origin
        logger.notice("serving", metadata: ["origin": "\(origin)"])
        if options.relyingParty == nil {
            logger.notice(
                "passkeys are not offered: browsers need a name instead of an IP address, and https unless it is localhost"
            )
        }
        if options.smtp == nil {
            logger.notice(
                "mail.host is not set: mails and their links are files", metadata: ["folder": "\(folder.outboxPath)"])
        }
        if let wanted = connections.wanted {
            logger.warning(
                "the system allows too few open files for http.connections",
                metadata: ["http.connections": "\(wanted)", "connections": "\(connections.most)"])
        }
        let setupLink = setupToken.map { "\(origin)/setup?token=\($0.value)" }
        if let setupLink { write(setupLink) }
        return StartedServer(
            origin: origin, setupLink: setupLink,
            mail: options.smtp.map { .server("\($0.host):\($0.port)") } ?? .folder(folder.outboxPath))
    }

    private func write(_ setupLink: String) {
        let (folder, logger) = (storage.folder, storage.logger)
        do {
            try folder.writeSetupLink(setupLink)
            logger.notice("no account yet: open the set-up link", metadata: ["file": "\(folder.setupLinkPath)"])
        } catch {
            logger.error("the set-up link could not be written", metadata: ["error": "\(error)"])
        }
    }
}

extension WebServices {
    fileprivate init(_ domain: Domain, _ readiness: Readiness) {
        let (storage, options) = (domain.storage, domain.storage.options)
        self.init(
            config: domain.config, branding: domain.running.branding, workplaces: domain.workplaces, auth: domain.auth,
            firstAccount: FirstAccount(
                directory: domain.auth.directory, users: domain.auth.users, expected: domain.setupToken?.digest),
            setupSteps: SetupSteps(
                linkFile: options.isForThisMachineOnly ? storage.folder.absoluteSetupLinkPath : nil,
                program: CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent }),
            protection: options.protection,
            upstream: options.upstream.map { Upstream(address: $0, timeout: options.upstreamTimeout) },
            clients: ClientAddress(trustedProxies: options.trustedProxies), liveUI: domain.liveUI,
            outbox: domain.mail.outbox, settings: InstallationSettingsStore(running: domain.running),
            nodes: storage.cluster.nodes, securityContact: options.securityContact,
            connectionsPerNetwork: max(1, domain.connections.most / 4), metrics: storage.metrics.factory,
            setupLinkUsed: { [folder = storage.folder] in folder.removeSetupLink() }, checkReadiness: readiness.check)
    }
}

/// The origin of the server. If the port is 0, the final one is known when the server listens.
final class ServedOrigin: Sendable {
    private let origin: Mutex<PublicOrigin>

    init(_ origin: PublicOrigin) {
        self.origin = Mutex(origin)
    }

    var value: PublicOrigin {
        get { origin.withLock { $0 } }
        set { origin.withLock { $0 = newValue } }
    }
}
