import Foundation
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoSQL
import ServiceLifecycle
import UnixSignals

/// A Portico server with its database, created from options.
///
/// ```swift
/// let server = try await PorticoServer(options: .read()) { main in
///     main.page("/hello", title: "Hello") { _, context in HelloPage(name: context.account.name) }
/// }
/// try await server.run()
/// ```
public struct PorticoServer: Sendable {
    /// The application to run.
    package let application: Application<FrontDoor>
    /// The settings of a development server; nil in production.
    package let development: DevelopmentSettings?
    /// Sends events to open pages.
    public let live: LiveEvents
    /// The services for accounts and sign-ins.
    package let auth: AuthServices
    /// The mails that were not sent, because there is no mail server; nil if there is one.
    package let outbox: (any OutboxReader)?
    private let options: ServerOptions
    private let drain: Drain
    private let lock: DataFolder.Lock
    let database: any SQLDatabase

    /// Opens the data folder and composes the service.
    ///
    /// - Parameters:
    ///   - onStart: called once, when the server listens.
    ///   - mount: adds the application's pages.
    /// - Throws: ``StartFailure``
    public init(
        options: ServerOptions, logger: Logger? = nil,
        onStart: @escaping @Sendable (StartedServer) -> Void = { _ in },
        mount: @Sendable (inout MainSection) -> Void = { _ in }
    ) async throws {
        if let obstacle = options.obstacles.first { throw obstacle }
        let folder = DataFolder(path: options.dataFolder)
        try folder.create()
        let logger = logger ?? Self.logger(options)
        self.options = options
        lock = try folder.lock()
        if let postgreSQL = options.postgreSQL {
            database = try await options.waitingForDatabase(logger) {
                try await postgreSQL.openMigrated(logger: logger)
            }
        } else {
            _ = try folder.migrateDatabase(lock, logger: logger)
            logger.reportNewerSchema(try folder.newestMigration())
            database = try folder.openDatabase(logger: logger)
        }
        development =
            options.environment == .development ? DevelopmentSettings(buildProblems: folder.buildProblemsPath) : nil
        do {
            let storage = try await Storage(
                options: options, folder: folder, database: database, development: development, logger: logger)
            let domain = try await Domain(storage)
            let web = try Web(domain, mount: mount)
            live = domain.liveUI.live
            auth = domain.auth
            outbox = domain.mail.outbox
            drain = web.drain
            application = web.application(onStart: onStart)
        } catch {
            throw StartFailure(describing: error)
        }
    }

    /// Serves until SIGTERM or SIGINT and for `http.drain` after it, completes running requests, and returns within
    /// `http.shutdownTimeout` then.
    ///
    /// - Throws: ``StartFailure``, for example if the server cannot listen on the address.
    public func run() async throws {
        var configuration = ServiceGroupConfiguration(
            services: [application, drain], gracefulShutdownSignals: [.sigterm, .sigint], logger: application.logger)
        // The rest of the time is for the last writes to the database.
        configuration.maximumGracefulShutdownDuration = options.drain + options.shutdownTimeout * 7 / 8
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            throw StartFailure(binding: error, hostname: options.hostname, port: options.port)
                ?? StartFailure(describing: error)
        }
        try database.close()
        withExtendedLifetime(lock) {}
    }

    static func logger(_ options: ServerOptions) -> Logger {
        var logger =
            switch options.logFormat {
            case .text:
                Logger(label: "portico") { label in
                    let handler = StreamLogHandler.standardError(
                        label: label, metadataProvider: RequestIdentifier.metadata)
                    return EscapingLogHandler(handler)
                }
            case .json: Logger(label: "portico") { _ in JSONLogHandler(metadataProvider: RequestIdentifier.metadata) }
            }
        logger.logLevel = options.logLevel
        return logger
    }
}
