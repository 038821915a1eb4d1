import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoGateway
import PorticoSQL
import PorticoSQLite

extension ServerOptions {
    /// The database, for commands. Its schema must be of this version.
    ///
    /// - Parameter createsMissing: whether to create a missing folder and database, or the tables of PostgreSQL.
    /// - Throws: ``StartFailure``
    func openDatabase(createsMissing: Bool = false) async throws -> any SQLDatabase {
        if let postgreSQL { return try await postgreSQL.open(createsMissing: createsMissing) }
        let folder = DataFolder(path: dataFolder)
        try createsMissing ? folder.create() : folder.requireDatabase()
        return try folder.openDatabase()
    }

    /// The options stored in the database; empty if there is none.
    func keptOptions() async throws -> [String: String] {
        guard let postgreSQL else { return try await DataFolder(path: dataFolder).keptOptions() }
        return try await postgreSQL.keptOptions()
    }
}

extension Logger {
    /// Logs that a newer version has migrated the database.
    ///
    /// - Parameter newest: the number of its latest migration; nil if there is none.
    func reportNewerSchema(_ newest: Int?) {
        guard let newest else { return }
        notice(
            "the database is of a newer version, which only added to it: this server works, and does not migrate",
            metadata: ["schema": "\(newest)", "known": "\(SQLSchema.version)"])
    }
}

extension AuthServices {
    /// Accounts and sign-ins, for commands.
    ///
    /// - Parameter createsMissing: whether to create a missing folder and database.
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions, createsMissing: Bool = false) async throws -> AuthServices {
        let services = AuthServices(
            try await options.openDatabase(createsMissing: createsMissing), options: options)
        services.currentPolicy.value.sessions.requiredFactors = try await services.store.read {
            try $0.requiredFactors()
        }
        return services
    }

    /// Accounts and sign-ins in an open database, for commands.
    init(_ database: any SQLDatabase, options: ServerOptions) {
        self.init(
            store: SQLAuthStore(database), cacheCapacity: 0, changes: ConfigChanges(),
            hasher: PasswordHasher(parameters: options.passwordHashing), policy: options.auth,
            registration: options.app.registration,
            relyingParty: options.relyingParty, appName: options.app.appName, now: { Date() })
    }
}

extension ServerOptions {
    /// The link of an invitation, at the origin of these options.
    ///
    /// - Parameter isComplete: false if `http.origin` is not set, so the link works on this machine only.
    public func link(of invitation: Token) -> (address: String, isComplete: Bool) {
        (MailComposer.link(of: invitation, at: effectiveOrigin), origin != nil)
    }
}

extension StoredConfig {
    /// The stored settings, for commands.
    ///
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions) async throws -> StoredConfig {
        StoredConfig(store: SQLConfigStore(try await options.openDatabase()))
    }
}

extension WorkplaceService {
    /// The workplaces, for commands.
    ///
    /// - Parameter createsMissing: whether to create a missing folder and database.
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions, createsMissing: Bool = false) async throws -> WorkplaceService {
        WorkplaceService(
            store: SQLWorkplaceStore(try await options.openDatabase(createsMissing: createsMissing)),
            changes: ConfigChanges(), capacity: 0)
    }
}

extension GatewayAccess {
    /// The gateways of a server, and the key for their tokens. The key also seals drafts, so it exists without
    /// gateways.
    init(_ gateways: Gateways, options: ServerOptions, box: SecretBox) {
        let pairs = options.app.servers.compactMap { server in gateways[server.id].map { (server.id, $0) } }
        self.init(
            Dictionary(uniqueKeysWithValues: pairs), box: box,
            workplacesInterval: options.workplacesInterval,
            recheck: options.gatewayRecheck, trust: options.gatewayTrust)
    }
}

extension Gateways {
    /// - Throws: ``StartFailure``
    convenience init(
        options: ServerOptions, logger: Logger? = nil, now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        let lines = LogLimit()
        do {
            try self.init(
                servers: options.app.servers, providers: options.providers, services: options.services,
                certificateFile: options.gatewayCertificates,
                timeout: options.gatewayTimeout,
                untrusted: { server, reason in
                    guard let count = lines.take(server.rawValue) else { return }
                    logger?.error(
                        "the certificate of a gateway or an identity provider is not trusted, or TLS failed",
                        metadata: ["server": "\(server)", "reason": "\(reason)", "calls": "\(count)"])
                },
                breach: { server, error in
                    guard let count = lines.take("\(server) breach") else { return }
                    logger?.error(
                        "a gateway or an identity provider does not answer as its documents say",
                        metadata: ["server": "\(server)", "error": "\(error)", "calls": "\(count)"])
                },
                refused: { server, reason in
                    guard let count = lines.take("\(server) refused") else { return }
                    logger?.warning(
                        "an identity provider has refused a login",
                        metadata: ["server": "\(server)", "error": "\(reason)", "calls": "\(count)"])
                }, now: now)
        } catch {
            throw StartFailure("\(error)")
        }
    }
}
