import PorticoConfig

/// Configuration values in memory, for tests.
public actor MemoryConfigStore: ConfigStore {
    private var scopes: [ConfigScope: [String: String]] = [:]

    public init() {}

    public func values(in scope: ConfigScope) -> [String: String] { scopes[scope] ?? [:] }

    public func set(_ values: [String: String?], in scope: ConfigScope) {
        for (key, value) in values { scopes[scope, default: [:]][key] = value }
    }
}
