import Foundation
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoSQLite
import PorticoWeb
import UnixSignals

/// A front door with its database: options in, a running service out.
///
/// ```swift
/// try await PorticoServer(options: .read()) { main in
///     main.page("/hello", title: "Hello") { _, context in HelloPage(name: context.account.name) }
/// }.run()
/// ```
public struct PorticoServer: Sendable {
    /// The version of Portico.
    public static let version = "0.1.0"

    /// The application, ready to run.
    public let application: Application<FrontDoor>
    /// The settings of a server in development; `nil` in production.
    public let development: DevelopmentSettings?
    /// Tells open pages what happens.
    public let live: LiveEvents
    private let options: ServerOptions
    private let lock: DataFolder.Lock
    private let database: Database

    /// Opens the data folder and puts the service together.
    ///
    /// - Parameter mount: adds the application's own pages.
    /// - Throws: ``StartFailure``
    public init(
        options: ServerOptions, logger: Logger? = nil, mount: @Sendable (inout MainSection) -> Void = { _ in }
    ) async throws {
        guard options.environment == .production || options.isForThisMachineOnly else {
            throw StartFailure(
                "environment development shows mails and settings to whoever asks: it needs http.hostname and http.origin "
                    + "to be of this machine, such as 127.0.0.1")
        }
        let folder = DataFolder(path: options.dataFolder)
        try folder.create()
        let logger = logger ?? Self.logger(options)
        self.options = options
        lock = try folder.lock()
        for path in folder.tighten() {
            logger.warning("others could read it, and can no longer", metadata: ["path": "\(path)"])
        }
        database = try folder.openDatabase()
        development = options.environment == .development ? DevelopmentSettings() : nil
        let composition = try await Composition(
            options: options, folder: folder, database: database, development: development,
            logger: logger, mount: mount)
        live = composition.overlays.live
        application = composition.application()
    }

    /// Serves until SIGTERM or SIGINT, finishes the requests that are running, and returns.
    ///
    /// - Throws: ``StartFailure`` where the address cannot be listened on.
    public func run() async throws {
        do {
            try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
        } catch {
            throw StartFailure(binding: error, hostname: options.hostname, port: options.port) ?? error
        }
        try database.close()
        withExtendedLifetime(lock) {}
    }

    private static func logger(_ options: ServerOptions) -> Logger {
        var logger = Logger(label: "portico")
        logger.logLevel = options.logLevel
        return logger
    }
}
