import GRDB
import PorticoConfig

/// Configuration values in the embedded database.
public struct SQLiteConfigStore: ConfigStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    public func values(in scope: ConfigScope) async throws -> [String: String] {
        let table = scope.table
        return try await database.writer.read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT key, value FROM \(table.name) WHERE \(table.condition)"),
                arguments: table.owner)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["key"], $0["value"]) })
        }
    }

    public func set(_ values: [String: String?], in scope: ConfigScope) async throws {
        let table = scope.table
        try await database.writer.write { db in
            for (key, value) in values {
                try db.execute(
                    sql: "DELETE FROM \(table.name) WHERE \(table.condition) AND key = ?",
                    arguments: table.owner + [key])
                guard let value else { continue }
                try db.execute(
                    sql: "INSERT INTO \(table.name) (\(table.columns)) VALUES (\(table.placeholders))",
                    arguments: table.owner + [key, value])
            }
        }
    }
}

/// The table that holds the values of a scope, and the columns that say whose they are.
private struct ScopeTable {
    let name: String
    let ownerColumns: [String]
    let owner: StatementArguments

    var condition: String { ownerColumns.isEmpty ? "1" : ownerColumns.map { "\($0) = ?" }.joined(separator: " AND ") }
    var columns: String { (ownerColumns + ["key", "value"]).joined(separator: ", ") }
    var placeholders: String { (ownerColumns + ["key", "value"]).map { _ in "?" }.joined(separator: ", ") }
}

extension ConfigScope {
    fileprivate var table: ScopeTable {
        switch self {
        case .installation: ScopeTable(name: "installation_config", ownerColumns: [], owner: [])
        case .browser(let id): ScopeTable(name: "browser_config", ownerColumns: ["browser"], owner: [id])
        case .person(let id):
            ScopeTable(
                name: "person_config", ownerColumns: ["server", "user"], owner: [id.server.rawValue, id.user])
        case .signIn(let id): ScopeTable(name: "sign_in_config", ownerColumns: ["sign_in"], owner: [id])
        }
    }
}
