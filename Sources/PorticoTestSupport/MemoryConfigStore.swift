import PorticoConfig

/// Configuration values in memory, for tests.
public actor MemoryConfigStore: ConfigStore {
    private var scopes: [ConfigScope: [String: (json: String, version: ConfigVersion)]] = [:]
    private var version: ConfigVersion = 0

    public init() {}

    public func stored(in scope: ConfigScope) -> ConfigValues {
        let rows = scopes[scope] ?? [:]
        return ConfigValues(rows.mapValues(\.json), versions: rows.mapValues(\.version))
    }

    public func set(_ values: [String: String?], in scope: ConfigScope, seen: ConfigVersion?) -> ConfigWrite {
        version += 1
        var replaced: Set<String> = []
        for (key, value) in values {
            if let seen, let row = scopes[scope]?[key], row.version > seen, row.json != value { replaced.insert(key) }
            scopes[scope, default: [:]][key] = value.map { ($0, version) }
        }
        return ConfigWrite(stored: stored(in: scope), replaced: replaced)
    }

    public func replace(
        _ versions: [String: ConfigVersion], with values: [String: String?], in scope: ConfigScope
    ) throws -> ConfigValues {
        let changed = versions.filter { key, version in
            let row = scopes[scope]?[key]
            return row?.version ?? 0 != version && row?.json != values[key] ?? nil
        }
        guard changed.isEmpty else { throw ConfigError.changedMeanwhile(keys: Set(changed.keys)) }
        return set(values, in: scope, seen: nil).stored
    }
}
