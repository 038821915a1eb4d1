/// Reads and writes configuration values, and tells observers what changed.
///
/// The values of people are read through a bounded in-memory cache and written through to it: they stand on every page.
public struct ConfigService: Sendable {
    public let app: AppConfig
    public let changes: ConfigChanges
    private let store: any ConfigStore
    private let people: BoundedCache<AccountID, PersonValues>
    private let isEnabled: Bool
    private let observers = ConfigObservers()
    private let writes = SerialQueue()
    private let problems: ConfigProblems

    /// - Parameters:
    ///   - capacity: the most people whose values are kept in memory; with 0 every call goes to the store.
    ///   - report: called for a stored value that is not valid any more, so that the default counts; once for each.
    public init(
        app: AppConfig, store: any ConfigStore, changes: ConfigChanges, capacity: Int = 10_000,
        report: @escaping @Sendable (AccountID, _ key: String) -> Void = { _, _ in }
    ) {
        self.app = app
        self.store = store
        self.changes = changes
        isEnabled = capacity > 0
        people = BoundedCache(capacity: capacity)
        problems = ConfigProblems(report: report)
    }

    /// Forgets what is in memory, because another process wrote to the store.
    public func invalidate() {
        people.removeAll()
    }
}

// MARK: Reading

extension ConfigService {
    /// The configuration of the person signed in; `nil` where nobody is.
    public func user(_ account: AccountID?, isAutoLogin: Bool) async throws -> UserConfig? {
        guard let account else { return nil }
        return try await config(of: account, isAutoLogin: isAutoLogin)
    }

    /// The configuration of a person.
    public func config(of account: AccountID, isAutoLogin: Bool) async throws -> UserConfig {
        if let known = knownConfig(of: account, isAutoLogin: isAutoLogin) { return known }
        let ticket = people.ticket()
        let values = PersonValues(try await store.stored(in: .person(account)))
        problems.note(values, of: account)
        if isEnabled { people.store(values, for: account, since: ticket) }
        return UserConfig(account: account, isAutoLogin: isAutoLogin, values: values)
    }

    /// The configuration of a person, where it is in memory.
    func knownConfig(of account: AccountID, isAutoLogin: Bool) -> UserConfig? {
        people.value(for: account).map { UserConfig(account: account, isAutoLogin: isAutoLogin, values: $0) }
    }

    /// All that is stored about a person, as JSON by the names of its keys. Secrets are never among it.
    public func storedValues(of account: AccountID) async throws -> [String: String] {
        try await store.values(in: .person(account)).filter { !UserConfig.secrets.contains($0.key) }
    }

    /// The stored value of `key` in `scope`, or its default.
    public func value<Value>(of key: SettingKey<Value>, in scope: ConfigScope) async throws -> Value {
        key.value(in: try await store.values(in: scope))
    }

    /// The whole configuration of a person as it is now, and after every change of it through this service: in the order in
    /// which they were stored, none left out, none twice. What another process wrote comes with ``lookAgain()``, as it is
    /// then. The observation ends when the stream is no longer read.
    public func configs(of account: AccountID, isAutoLogin: Bool) async throws -> AsyncStream<UserConfig> {
        let stored = try await writes.run { [store, observers] in
            // While nothing is written, so that nothing falls between the two.
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

    /// Tells those who observe whole configurations what another process wrote.
    public func lookAgain() async throws {
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
    /// - Throws: as ``set(_:in:seen:)``.
    @discardableResult
    public func set<Value>(
        _ key: SettingKey<Value>, to value: Value, in scope: ConfigScope, seen: ConfigVersion? = nil
    ) async throws -> Set<String> {
        try await set([ConfigSetting(key, to: value)], in: scope, seen: seen)
    }

    /// What a person has set, to be kept in a file.
    public func document(of account: AccountID) async throws -> ConfigDocument {
        ConfigDocument(of: try await store.values(in: .person(account)))
    }

    /// Stores what a document holds that is known here, as one change; the rest stays as it is.
    public func set(_ document: ConfigDocument, of account: AccountID) async throws {
        try await set(
            document.values.map { ConfigSetting(key: $0.key, json: $0.value, level: .person) }, in: .person(account))
    }

    /// Stores all of `settings` or, where it throws, none, then publishes one change. Of several who change the same key the
    /// last wins.
    ///
    /// - Parameter seen: the version of the configuration that was changed, ``UserConfig/version``; nil where it does not
    ///   matter.
    /// - Returns: the names of the keys that somebody else had changed after that version.
    /// - Throws: ``ConfigError/invalidValue(key:)``, ``ConfigError/wrongScope(key:)``, or an error of the store; nothing is
    ///   stored or published then.
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

    /// Stores `value` in place of the one that its writer read, then publishes one change: nothing that somebody else stored
    /// meanwhile is replaced, unless it is the same.
    ///
    /// - Parameter version: that of the value that was read, ``UserConfig/version(of:)``.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)``, and as ``set(_:in:seen:)``. What is read after it is what was
    ///   stored meanwhile, by another process too.
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

    /// What is in memory goes before anybody hears of the change, and also where it is not known whether it was made.
    private func write<Stored>(in scope: ConfigScope, _ write: () async throws -> Stored) async throws -> Stored {
        defer { if case .person(let account) = scope { people.remove(account) } }
        return try await write()
    }

    private func publish(_ stored: ConfigValues, in scope: ConfigScope, keys: Set<String>) {
        if case .person(let account) = scope { observers.tell(stored, of: account) }
        changes.publish(ConfigChange(scope: ConfigChange.Scope(scope), keys: keys))
    }
}
