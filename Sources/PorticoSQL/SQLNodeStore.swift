import Foundation
import PorticoConfig

/// The list of the servers on one database of PostgreSQL.
public struct SQLNodeStore: Sendable {
    private let database: any SQLDatabase

    /// Time without a heartbeat after which a server is removed, in seconds.
    public static let patience = 60

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// The clock of the database, in milliseconds since 1970, because the clocks of servers can differ.
    static let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"

    /// Adds a server or updates its changeable columns, and records the current time as its last heartbeat.
    ///
    /// - Parameter id: identifies the process.
    public func put(_ node: InstallationNode, id: String) async throws {
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO nodes (id, name, version, since, streams, is_leading, seen_at)
                VALUES ($1, $2, $3, $4, $5, $6, \(Self.now))
                ON CONFLICT (id) DO UPDATE SET streams = excluded.streams, is_leading = excluded.is_leading,
                    seen_at = excluded.seen_at
                """, [id, node.name, node.version, node.since, node.streams, node.isLeading])
        }
    }

    /// Time without a heartbeat after which a server no longer leads, in seconds. By then another one leads.
    private static let leadersPatience = 12

    /// All servers, by name.
    public func nodes() async throws -> [InstallationNode] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT name, version, since, streams, seen_at,
                    CASE WHEN seen_at < \(Self.now) - $1 THEN 0 ELSE is_leading END AS is_leading
                FROM nodes ORDER BY name, id
                """, [Self.leadersPatience * 1000]
            ).map { row in
                InstallationNode(
                    name: try row.value("name"), version: try row.value("version"), since: try row.value("since"),
                    streams: try row.value("streams"), isLeading: try row.value("is_leading"),
                    lastSeen: try row.value("seen_at"))
            }
        }
    }

    /// The names of the servers with a recent heartbeat, by the clock of the database.
    public func running() async throws -> [String] {
        try await database.read { connection in
            let start = "\(Self.now) - \(SQLJobStore.patience * 1000)"
            return try connection.rows("SELECT name FROM nodes WHERE seen_at >= \(start) ORDER BY name", []).map {
                try $0.value("name")
            }
        }
    }

    public func remove(_ id: String) async throws {
        _ = try await database.write { try $0.execute("DELETE FROM nodes WHERE id = $1", [id]) }
    }

    /// Removes servers without a heartbeat for ``patience``.
    public func removeLost() async throws {
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM nodes WHERE seen_at < \(Self.now) - $1", [Self.patience * 1000])
        }
    }
}
