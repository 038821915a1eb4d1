/// Reads and writes configuration values, and tells observers what changed.
///
/// The values of people are read through a bounded in-memory cache and written through to it: they stand on every page.
public struct ConfigService: Sendable {
    public let app: AppConfig
    public let changes: ConfigChanges
    private let store: any ConfigStore
    private let people: BoundedCache<AccountID, PersonValues>
    private let isEnabled: Bool

    /// - Parameter capacity: the most people whose values are kept in memory; with 0 every call goes to the store.
    public init(app: AppConfig, store: any ConfigStore, changes: ConfigChanges, capacity: Int = 10_000) {
        self.app = app
        self.store = store
        self.changes = changes
        isEnabled = capacity > 0
        people = BoundedCache(capacity: capacity)
    }

    /// The configuration of the person signed in; `nil` where nobody is.
    public func user(_ account: AccountID?, isAutoLogin: Bool) async throws -> UserConfig? {
        guard let account else { return nil }
        return try await config(of: account, isAutoLogin: isAutoLogin)
    }

    /// The configuration of a person.
    public func config(of account: AccountID, isAutoLogin: Bool) async throws -> UserConfig {
        if let known = knownConfig(of: account, isAutoLogin: isAutoLogin) { return known }
        let ticket = people.ticket()
        let values = PersonValues(try await store.values(in: .person(account)))
        if isEnabled { people.store(values, for: account, since: ticket) }
        return UserConfig(account: account, isAutoLogin: isAutoLogin, values: values)
    }

    /// The configuration of a person, where it is in memory.
    public func knownConfig(of account: AccountID, isAutoLogin: Bool) -> UserConfig? {
        people.value(for: account).map { UserConfig(account: account, isAutoLogin: isAutoLogin, values: $0) }
    }

    /// All that is stored about a person, as JSON by the names of its keys. Secrets are never among it.
    public func storedValues(of account: AccountID) async throws -> [String: String] {
        try await store.values(in: .person(account)).filter { !UserConfig.secrets.contains($0.key) }
    }

    /// The stored value of `key` in `scope`, or its default.
    public func value<Value>(of key: ConfigKey<Value>, in scope: ConfigScope) async throws -> Value {
        key.value(in: try await store.values(in: scope))
    }

    /// Stores `value`, then publishes one change.
    ///
    /// - Throws: ``ConfigError/invalidValue(key:)``, or an error of the store; nothing is stored or published then.
    public func set<Value>(_ key: ConfigKey<Value>, to value: Value, in scope: ConfigScope) async throws {
        try await set([ConfigSetting(key, to: value)], in: scope)
    }

    /// Stores all of `settings` or, where it throws, none, then publishes one change.
    public func set(_ settings: [ConfigSetting], in scope: ConfigScope) async throws {
        guard !settings.isEmpty else { return }
        let values = Dictionary(settings.map { ($0.key, String?.some($0.json)) }) { _, last in last }
        try await write(values, in: scope)
        changes.publish(ConfigChange(scope: scope, keys: Set(values.keys)))
    }

    /// Forgets what is in memory, because another process wrote to the store.
    public func invalidate() {
        people.removeAll()
    }

    /// What is in memory goes before anybody hears of the change, and also where it is not known whether it was made.
    private func write(_ values: [String: String?], in scope: ConfigScope) async throws {
        defer { if case .person(let account) = scope { people.remove(account) } }
        try await store.set(values, in: scope)
    }
}
