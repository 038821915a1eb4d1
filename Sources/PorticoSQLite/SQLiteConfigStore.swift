import GRDB
import PorticoConfig

/// Configuration values in the embedded database.
public struct SQLiteConfigStore: ConfigStore {
    private let database: Database

    public init(_ database: Database) {
        self.database = database
    }

    public func stored(in scope: ConfigScope) async throws -> ConfigValues {
        let table = scope.table
        return try await database.read { try $0.stored(in: table) }
    }

    public func set(
        _ values: [String: String?], in scope: ConfigScope, seen: ConfigVersion?
    ) async throws -> ConfigWrite {
        let table = scope.table
        return try await database.write { db in
            var replaced: Set<String> = []
            for (key, value) in values {
                if let seen, try db.hasOther(than: value, of: key, in: table, since: seen) { replaced.insert(key) }
            }
            return ConfigWrite(stored: try db.set(values, in: table), replaced: replaced)
        }
    }

    public func replace(
        _ versions: [String: ConfigVersion], with values: [String: String?], in scope: ConfigScope
    ) async throws -> ConfigValues {
        let table = scope.table
        return try await database.write { db in
            let stored = try db.stored(in: table)
            let changed = versions.filter { key, version in
                stored.versions[key] ?? 0 != version && stored.values[key] != values[key] ?? nil
            }
            guard changed.isEmpty else { throw ConfigError.changedMeanwhile(keys: Set(changed.keys)) }
            return try db.set(values, in: table)
        }
    }
}

extension GRDB.Database {
    /// All values of the scope after it.
    fileprivate func set(_ values: [String: String?], in table: ScopeTable) throws -> ConfigValues {
        let version = try Int64.fetchOne(self, sql: "UPDATE config_version SET value = value + 1 RETURNING value")
        for (key, value) in values {
            try execute(
                sql: "DELETE FROM \(table.name) WHERE \(table.condition) AND key = ?", arguments: table.owner + [key])
            guard let value else { continue }
            try execute(
                sql: "INSERT INTO \(table.name) (\(table.columns)) VALUES (\(table.placeholders))",
                arguments: table.owner + [key, value, version])
        }
        return try stored(in: table)
    }

    fileprivate func stored(in table: ScopeTable) throws -> ConfigValues {
        let rows = try Row.fetchAll(
            cachedStatement(sql: "SELECT key, value, version FROM \(table.name) WHERE \(table.condition)"),
            arguments: table.owner)
        var values: [String: String] = [:]
        var versions: [String: ConfigVersion] = [:]
        for row in rows {
            let key: String = row[0]
            values[key] = row[1]
            versions[key] = row[2]
        }
        return ConfigValues(values, versions: versions)
    }

    /// Whether a key has another value, of a later version.
    fileprivate func hasOther(
        than value: String?, of key: String, in table: ScopeTable, since seen: ConfigVersion
    ) throws -> Bool {
        let found = try Bool.fetchOne(
            self,
            sql: """
                SELECT EXISTS (SELECT 1 FROM \(table.name)
                    WHERE \(table.condition) AND key = ? AND version > ? AND value IS NOT ?)
                """, arguments: table.owner + [key, seen, value])
        return found ?? false
    }
}

/// The table that holds the values of a scope, and the columns that say whose they are.
private struct ScopeTable {
    let name: String
    let ownerColumns: [String]
    let owner: StatementArguments

    var condition: String { ownerColumns.isEmpty ? "1" : ownerColumns.map { "\($0) = ?" }.joined(separator: " AND ") }
    var columns: String { (ownerColumns + ["key", "value", "version"]).joined(separator: ", ") }
    var placeholders: String { (ownerColumns + ["key", "value", "version"]).map { _ in "?" }.joined(separator: ", ") }
}

extension ConfigScope {
    fileprivate var table: ScopeTable {
        switch self {
        case .installation: ScopeTable(name: "installation_config", ownerColumns: [], owner: [])
        case .person(let id):
            ScopeTable(
                name: "person_config", ownerColumns: ["server", "user"], owner: [id.server.rawValue, id.user])
        }
    }
}
