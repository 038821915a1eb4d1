/// Reads and writes configuration values, and tells observers what changed.
public struct ConfigService: Sendable {
    public let app: AppConfig
    public let changes: ConfigChanges
    private let store: any ConfigStore

    public init(app: AppConfig, store: any ConfigStore, changes: ConfigChanges) {
        self.app = app
        self.store = store
        self.changes = changes
    }

    /// The configuration of the person signed in; `nil` where nobody is.
    public func user(_ account: AccountID?, isAutoLogin: Bool) async throws -> UserConfig? {
        guard let account else { return nil }
        let values = try await store.values(in: .person(account))
        return UserConfig(account: account, isAutoLogin: isAutoLogin, values: values)
    }

    /// The stored value of `key` in `scope`, or its default.
    public func value<Value>(of key: ConfigKey<Value>, in scope: ConfigScope) async throws -> Value {
        try await store.values(in: scope)[key.name].flatMap(key.decode) ?? key.defaultValue
    }

    /// Stores `value`, then publishes one change.
    ///
    /// - Throws: ``ConfigError/invalidValue(key:)``, or an error of the store; nothing is stored or published then.
    public func set<Value>(_ key: ConfigKey<Value>, to value: Value, in scope: ConfigScope) async throws {
        try await store.set([key.name: try key.encode(value)], in: scope)
        changes.publish(ConfigChange(scope: scope, keys: [key.name]))
    }
}
