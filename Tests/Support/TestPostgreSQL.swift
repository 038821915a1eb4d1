import Foundation
import PorticoPostgreSQL
import PorticoSQL
import Synchronization

/// The PostgreSQL server for tests, started by `Scripts/with-postgresql`. `PORTICO_TEST_POSTGRESQL` is its address.
package enum TestPostgreSQL {
    private static let address = ProcessInfo.processInfo.environment["PORTICO_TEST_POSTGRESQL"]

    /// Whether tests over PostgreSQL run. With `REQUIRE_POSTGRESQL`, they always run, and fail without an address.
    package static let isAvailable =
        address != nil || ProcessInfo.processInfo.environment["REQUIRE_POSTGRESQL"] != nil

    /// The reason for skipping tests over PostgreSQL.
    package static let reason = "PostgreSQL is not running: Scripts/with-postgresql starts it where it is installed"

    /// Runs `work` with a new database, and drops it afterwards.
    ///
    /// - Parameter isEmpty: whether it has no tables.
    package static func withDatabase<Result>(
        isEmpty: Bool = false, _ work: (PostgreSQLOptions) async throws -> Result
    ) async throws -> Result {
        let options = try isEmpty ? make(from: "template0") : make()
        defer { drop(options) }
        return try await work(options)
    }

    /// Runs statements on the server, in a database that tests do not use.
    package static func administer(_ sql: String) throws { try session("postgres").run(sql) }

    /// A new database with the tables.
    static func make() throws -> PostgreSQLOptions { try make(from: template.get()) }

    static func drop(_ options: PostgreSQLOptions) {
        let name = URLComponents(string: options.url)?.path.dropFirst() ?? ""
        // If this fails, the database is removed with the server.
        try? administer("DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
    }

    private static func make(from template: String) throws -> PostgreSQLOptions {
        let name = "test_\(UUID().uuidString.lowercased().replacing("-", with: "_"))"
        try administer("CREATE DATABASE \(name) TEMPLATE \(template)")
        return options(name)
    }

    /// The template for new databases.
    private static let template = Result {
        let name = "template_\(ProcessInfo.processInfo.processIdentifier)"
        try administer("CREATE DATABASE \(name)")
        try session(name).migrate()
        return name
    }

    private static func session(_ database: String) throws -> PostgreSQLSession {
        try PostgreSQLSession(options(database))
    }

    private static func options(_ database: String) -> PostgreSQLOptions {
        var address = URLComponents(string: address ?? "postgres://localhost/postgres") ?? URLComponents()
        address.path = "/\(database)"
        // Generous, because many tests share the processor.
        return PostgreSQLOptions(url: address.string ?? "", connections: 4, timeout: .seconds(60))
    }
}
