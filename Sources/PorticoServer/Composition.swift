import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoSQLite
import PorticoWeb

/// The one place where the parts are put together.
struct Composition {
    let options: ServerOptions
    let folder: DataFolder
    let logger: Logger
    let frontDoor: FrontDoor
    let maintenance: Maintenance
    let overlays: Overlays
    private let liveService: LiveEventsService
    /// The token of the set-up link; `nil` where there is an account already.
    let setupToken: Token?

    init(
        options: ServerOptions, folder: DataFolder, database: Database, development: DevelopmentSettings?,
        logger: Logger, mount: @Sendable (inout MainSection) -> Void
    ) async throws {
        self.options = options
        self.folder = folder
        self.logger = logger
        let now: @Sendable () -> Date = { development?.now() ?? Date() }
        let app = AppConfig(
            appName: options.appName, splashMinimumDuration: options.splashMinimumDuration,
            automaticPresentation: options.automaticPresentation, hud: options.hud,
            eventStreamsPerAccount: options.eventStreamsPerAccount, eventStreams: options.eventStreams)
        let store = CachedAuthStore(SQLiteAuthStore(database), capacity: options.cacheCapacity)
        let hasher = PasswordHasher()
        let changes = ConfigChanges()
        let config = ConfigService(
            app: app, store: SQLiteConfigStore(database), changes: changes, capacity: options.cacheCapacity)
        let users = UserManager(store: store, changes: changes, now: now)
        let uses = UseRecorder(store: store, now: now)
        let directory = AccountDirectory(
            store: store, hasher: hasher, policy: PasswordPolicy(), appName: options.appName, now: now)
        setupToken = try await store.hasAccounts() ? nil : Token.random()
        if setupToken == nil { folder.removeSetupLink() }
        maintenance = Maintenance(
            database: database, store: store, config: config, changes: changes, uses: uses, now: now, logger: logger
        ) {
            if try await store.hasAccounts() { folder.removeSetupLink() }
        }
        let authenticator = Authenticator(
            store: store, users: users, hasher: hasher, uses: uses, policy: options.sessions, now: now)
        overlays = Overlays(app: app, now: now, logger: logger)
        liveService = LiveEventsService(
            overlays: overlays, authenticator: authenticator, changes: changes, interval: options.eventInterval)
        let services = WebServices(
            config: config,
            authenticator: authenticator,
            users: users,
            firstAccount: FirstAccount(directory: directory, users: users, expected: setupToken?.digest),
            overlays: overlays,
            setupLinkUsed: { folder.removeSetupLink() },
            checkStore: { try await database.ping() })
        do {
            frontDoor = try FrontDoor(
                services: services, origin: options.effectiveOrigin, publicFolder: options.publicFolder,
                version: PorticoServer.version, development: development, mount: mount)
        } catch let missing as AssetLibrary.Missing {
            throw StartFailure(missing.description)
        }
    }

    func application() -> Application<FrontDoor> {
        Application(
            responder: frontDoor,
            server: .http1(configuration: Self.http),
            configuration: ApplicationConfiguration(
                address: .hostname(options.hostname, port: options.port), serverName: nil, backlog: 1024),
            services: [maintenance, liveService],
            onServerRunning: { [self] channel in announce(port: channel.localAddress?.port ?? options.port) },
            logger: logger)
    }

    /// Limits for what clients may send, and for how long they may take.
    private static var http: HTTP1Channel.Configuration {
        HTTP1Channel.Configuration(
            additionalChannelHandlers: RequestLimits.handlers(), idleTimeout: .seconds(60),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: 16_384, maxHeaderListSize: 32_768, maxHeaderFieldCount: 100))
    }

    private func announce(port: Int) {
        let origin = options.origin ?? .loopback(port: port)
        logger.notice("serving", metadata: ["origin": "\(origin)"])
        guard let setupToken else { return }
        do {
            try folder.writeSetupLink("\(origin)/setup?token=\(setupToken.value)")
            logger.notice("no account yet: open the set-up link", metadata: ["file": "\(folder.setupLinkPath)"])
        } catch {
            logger.error("the set-up link could not be written", metadata: ["error": "\(error)"])
        }
    }
}
