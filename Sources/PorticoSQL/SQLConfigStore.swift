import PorticoConfig

/// A ``ConfigStore`` on SQL tables.
public struct SQLConfigStore: ConfigStore {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    public func stored(in scope: ConfigScope) async throws -> ConfigValues {
        let table = ScopeTable(scope)
        return try await database.ask { try $0.stored(in: table) }
    }

    /// The stored values of the installation. Also works with the schemas of earlier versions.
    public func installationOfAnyVersion() async throws -> [String: String] {
        try await database.ask { connection in
            try connection.rows("SELECT key, value FROM installation_config", []).reduce(into: [:]) { values, row in
                values[try row.value("key")] = try row.value("value") as String
            }
        }
    }

    public func set(
        _ values: [String: String?], in scope: ConfigScope, seen: ConfigVersion?
    ) async throws -> ConfigWrite {
        let table = ScopeTable(scope)
        return try await database.write { connection in
            let before = try connection.stored(in: table)
            let replaced = values.filter { key, value in
                seen.map { before.versions[key] ?? 0 > $0 } ?? false && before.values[key] != value
            }
            try connection.announce(.values(ConfigChange(scope: .init(scope), keys: Set(values.keys))))
            return ConfigWrite(stored: try connection.set(values, in: table), replaced: Set(replaced.keys))
        }
    }

    public func replace(
        _ versions: [String: ConfigVersion], with values: [String: String?], in scope: ConfigScope
    ) async throws -> ConfigValues {
        let table = ScopeTable(scope)
        return try await database.write { connection in
            let stored = try connection.stored(in: table)
            let changed = versions.filter { key, version in
                stored.versions[key] ?? 0 != version && stored.values[key] != values[key] ?? nil
            }
            guard changed.isEmpty else { throw ConfigError.changedMeanwhile(keys: Set(changed.keys)) }
            try connection.announce(.values(ConfigChange(scope: .init(scope), keys: Set(values.keys))))
            return try connection.set(values, in: table)
        }
    }
}

/// The table of a scope, and the owner's columns in it.
private struct ScopeTable {
    let name: String
    let owner: [(column: String, value: any SQLConvertible)]

    init(_ scope: ConfigScope) {
        switch scope {
        case .installation: (name, owner) = ("installation_config", [])
        case .person(let id):
            (name, owner) = ("person_config", [("server", id.server.rawValue), ("user_name", id.user)])
        }
    }

    var values: [(any SQLConvertible)?] { owner.map(\.value) }

    /// The condition for the owner's rows; the owner's values come first.
    var condition: String {
        (["1 = 1"] + owner.enumerated().map { "\($1.column) = $\($0 + 1)" }).joined(separator: " AND ")
    }
}

extension SQLConnection {
    /// - Returns: all values of the scope after the write.
    fileprivate func set(_ values: [String: String?], in table: ScopeTable) throws -> ConfigValues {
        let counted = try row("UPDATE config_version SET value = value + 1 RETURNING value", [])
        let version: ConfigVersion? = try counted?.value("value")
        let columns = (table.owner.map(\.column) + ["key", "value", "version"])
        let marks = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        for (key, value) in values {
            try execute(
                "DELETE FROM \(table.name) WHERE \(table.condition) AND key = $\(table.owner.count + 1)",
                table.values + [key])
            guard let value else { continue }
            try execute(
                "INSERT INTO \(table.name) (\(columns.joined(separator: ", "))) VALUES (\(marks))",
                table.values + [key, value, version])
        }
        return try stored(in: table)
    }

    fileprivate func stored(in table: ScopeTable) throws -> ConfigValues {
        var (values, versions): ([String: String], [String: ConfigVersion]) = ([:], [:])
        for row in try rows("SELECT key, value, version FROM \(table.name) WHERE \(table.condition)", table.values) {
            let key: String = try row.value("key")
            values[key] = try row.value("value") as String
            versions[key] = try row.value("version") as ConfigVersion
        }
        return ConfigValues(values, versions: versions)
    }
}
