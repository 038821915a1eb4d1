/// Reads and writes configuration values, and publishes changes.
///
/// The values of accounts have a bounded in-memory cache, because every page needs them.
public struct ConfigService: Sendable {
    public let app: AppConfig
    /// Publishes the changes that this service stores.
    public let changes: ConfigChanges
    private let store: any ConfigStore
    private let people: BoundedCache<AccountID, PersonValues>
    private let lookedUp: @Sendable (_ isHit: Bool) -> Void
    private let isEnabled: Bool
    private let observers = ConfigObservers()
    private let writes = SerialQueue()
    private let problems: ConfigProblems

    /// - Parameters:
    ///   - capacity: maximum number of accounts in the cache; 0 disables it.
    ///   - lookedUp: called for every lookup of an account in the cache.
    ///   - report: called once for each stored value that is no longer valid and reads as the default.
    public init(
        app: AppConfig, store: any ConfigStore, changes: ConfigChanges, capacity: Int = 10_000,
        lookedUp: @escaping @Sendable (_ isHit: Bool) -> Void = { _ in },
        report: @escaping @Sendable (AccountID, _ key: String) -> Void = { _, _ in }
    ) {
        self.app = app
        self.store = store
        self.changes = changes
        self.lookedUp = lookedUp
        isEnabled = capacity > 0
        people = BoundedCache(capacity: capacity)
        problems = ConfigProblems(report: report)
    }

    /// Clears the cache, because another process wrote to the store.
    public func invalidate() {
        people.removeAll()
    }

    /// Clears the cache, and keeps it empty while it is closed.
    public func setCacheClosed(_ isClosed: Bool) {
        people.setClosed(isClosed)
    }

    /// Allows the use of the cache until `end`.
    public func setCacheUsable(until end: ContinuousClock.Instant) {
        people.setUsable(until: end)
    }

    /// Handles a change that another server on the same database has stored. Observed configurations need ``reload()``.
    public func receive(_ change: ConfigChange) {
        for case .person(let account) in change.keys.keys { people.remove(account) }
        changes.publish(change)
    }
}

// MARK: Reading

extension ConfigService {
    /// The configuration of the signed-in account; nil if `account` is nil.
    public func user(_ account: AccountID?, isAutoLogin: Bool) async throws -> UserConfig? {
        guard let account else { return nil }
        return try await config(of: account, isAutoLogin: isAutoLogin)
    }

    /// The configuration of an account.
    public func config(of account: AccountID, isAutoLogin: Bool) async throws -> UserConfig {
        if let known = knownConfig(of: account, isAutoLogin: isAutoLogin) { return known }
        let ticket = people.ticket()
        let values = PersonValues(try await store.stored(in: .person(account)))
        problems.note(values, of: account)
        if isEnabled { people.store(values, for: account, since: ticket) }
        return UserConfig(account: account, isAutoLogin: isAutoLogin, values: values)
    }

    /// The cached configuration of an account; nil if it is not in the cache.
    func knownConfig(of account: AccountID, isAutoLogin: Bool) -> UserConfig? {
        let values = people.value(for: account)
        lookedUp(values != nil)
        return values.map { UserConfig(account: account, isAutoLogin: isAutoLogin, values: $0) }
    }

    /// All stored values of an account except secrets, as JSON by key name.
    public func storedValues(of account: AccountID) async throws -> [String: String] {
        try await store.values(in: .person(account)).filter { !UserConfig.secrets.contains($0.key) }
    }

    /// The stored value of `key` in `scope`, or its default.
    public func value<Value>(of key: SettingKey<Value>, in scope: ConfigScope) async throws -> Value {
        key.value(in: try await store.values(in: scope))
    }

    /// The complete configuration of an account, now and after every change through this service: in the order of the
    /// writes, each once. ``reload()`` delivers changes by other processes, possibly several at once. The stream
    /// ends when it is no longer read.
    public func configs(of account: AccountID, isAutoLogin: Bool) async throws -> AsyncStream<UserConfig> {
        let stored = try await writes.run { [store, observers] in
            // In the queue of writes, so that no write falls between reading and observing.
            observers.observe(account, from: try await store.stored(in: .person(account)))
        }
        let (configs, continuation) = AsyncStream.makeStream(of: UserConfig.self)
        let task = Task {
            for await values in stored {
                continuation.yield(
                    UserConfig(account: account, isAutoLogin: isAutoLogin, values: PersonValues(values)))
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return configs
    }

    /// Reads the observed configurations again and delivers changes by other processes.
    public func reload() async throws {
        for account in observers.accounts {
            try await writes.run { [store, observers] in
                observers.tell(try await store.stored(in: .person(account)), of: account)
            }
        }
    }
}

// MARK: Writing

extension ConfigService {
    /// Stores `value`, then publishes one change.
    ///
    /// - Returns: as ``set(_:in:seen:)``.
    /// - Throws: the errors of ``set(_:in:seen:)``.
    @discardableResult
    public func set<Value>(
        _ key: SettingKey<Value>, to value: Value, in scope: ConfigScope, seen: ConfigVersion? = nil
    ) async throws -> Set<String> {
        try await set([ConfigSetting(key, to: value)], in: scope, seen: seen)
    }

    /// An account's settings as a document.
    public func document(of account: AccountID) async throws -> ConfigDocument {
        ConfigDocument(of: try await store.values(in: .person(account)))
    }

    /// Stores the known values of a document as one change; other values stay unchanged.
    public func set(_ document: ConfigDocument, of account: AccountID) async throws {
        try await set(
            document.values.map { ConfigSetting(key: $0.key, json: $0.value, level: .person) }, in: .person(account))
    }

    /// Stores all `settings` or none, then publishes one change. The last write of a key wins.
    ///
    /// - Parameter seen: the version that the settings were edited from, ``UserConfig/version``; nil to skip the check.
    /// - Returns: the names of the replaced keys that another writer had changed after `seen`.
    /// - Throws: ``ConfigError/invalidValue(key:)``, ``ConfigError/wrongScope(key:)``, or an error of the store; then
    ///   nothing is stored or published.
    @discardableResult
    public func set(
        _ settings: [ConfigSetting], in scope: ConfigScope, seen: ConfigVersion? = nil
    ) async throws -> Set<String> {
        guard !settings.isEmpty else { return [] }
        for setting in settings where setting.level != scope.level { throw ConfigError.wrongScope(key: setting.key) }
        let values = Dictionary(settings.map { ($0.key, String?.some($0.json)) }) { _, last in last }
        return try await writes.run { [self] in
            let write = try await write(in: scope) { try await store.set(values, in: scope, seen: seen) }
            publish(write.stored, in: scope, keys: Set(values.keys))
            return write.replaced
        }
    }

    /// Stores `value` if the stored value still has `version` or already equals `value`, then publishes one change.
    ///
    /// - Parameter version: the version of the value that was read, ``UserConfig/version(of:)``.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)``, and the errors of ``set(_:in:seen:)``. Reads after an error
    ///   return the current stored values, even those by another process.
    public func replace<Value>(
        _ key: SettingKey<Value>, of version: ConfigVersion, with value: Value, in scope: ConfigScope
    ) async throws {
        let setting = try ConfigSetting(key, to: value)
        guard setting.level == scope.level else { throw ConfigError.wrongScope(key: setting.key) }
        try await writes.run { [self] in
            let stored = try await write(in: scope) {
                try await store.replace([setting.key: version], with: [setting.key: setting.json], in: scope)
            }
            publish(stored, in: scope, keys: [setting.key])
        }
    }

    /// Clears the cached values before the change is published, and also after an error, when the write may have
    /// happened.
    private func write<Stored>(in scope: ConfigScope, _ write: () async throws -> Stored) async throws -> Stored {
        defer { if case .person(let account) = scope { people.remove(account) } }
        return try await write()
    }

    private func publish(_ stored: ConfigValues, in scope: ConfigScope, keys: Set<String>) {
        if case .person(let account) = scope { observers.tell(stored, of: account) }
        changes.publish(ConfigChange(scope: ConfigChange.Scope(scope), keys: keys))
    }
}
