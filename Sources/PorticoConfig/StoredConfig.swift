/// Reads and writes stored settings of accounts by key name, for administrators.
public struct StoredConfig: Sendable {
    /// A stored or default value.
    public struct Entry: Hashable, Sendable {
        public let key: String
        /// The JSON; nil for a secret, whose value is not shown.
        public let json: String?
        /// Whether the value is stored; otherwise it is the default.
        public let isStored: Bool
        /// The problem of the stored value; nil if it is in force.
        public var flaw: Flaw?
    }

    /// The problem of a stored value that is not in force. The value stays stored.
    public enum Flaw: String, Sendable {
        /// This version has no such key. A newer version or an application may have it.
        case unknown
        /// The value is invalid, so the default is in force.
        case invalid
    }

    /// The key cannot be read or written.
    public enum Problem: Error, Hashable, Sendable {
        case unknownKey
        case secret
    }

    private let store: any ConfigStore

    public init(store: any ConfigStore) {
        self.store = store
    }

    /// All stored values of an account by key name, including unknown keys.
    public func entries(of account: AccountID) async throws -> [Entry] {
        try await store.values(in: .person(account)).sorted { $0.key < $1.key }.map { key, json in
            Entry(
                key: key, json: UserConfig.secrets.contains(key) ? nil : json, isStored: true,
                flaw: Self.flaw(key, json))
        }
    }

    private static func flaw(_ name: String, _ json: String) -> Flaw? {
        guard !UserConfig.secrets.contains(name) else { return nil }
        guard let key = UserConfig.keys.first(where: { $0.name == name }) else { return .unknown }
        return key.value(json) == nil ? .invalid : nil
    }

    /// The value in force of a key: the stored one, or the default if it is missing or invalid.
    ///
    /// - Throws: ``Problem``
    public func entry(_ name: String, of account: AccountID) async throws -> Entry {
        let key = try key(name)
        let stored = try await store.values(in: .person(account))[name].flatMap(key.value(_:))
        return Entry(key: name, json: stored ?? key.defaultJSON, isStored: stored != nil)
    }

    /// The value in force of a key: the stored one, or the default if it is missing or invalid.
    package func value<Value>(of key: SettingKey<Value>, in account: AccountID) async throws -> Value {
        key.value(in: try await store.values(in: .person(account)))
    }

    /// Stores a typed value for a key.
    ///
    /// - Throws: ``Problem``, ``ConfigError/invalidValue(key:)``.
    public func set(_ name: String, to text: String, of account: AccountID) async throws -> Entry {
        let json = try key(name).value(typed: text)
        try await store.set([name: json], in: .person(account))
        return Entry(key: name, json: json, isStored: true)
    }

    /// Removes the stored value of a key, even if this version does not know the key.
    ///
    /// - Throws: ``Problem/secret``
    public func unset(_ name: String, of account: AccountID) async throws {
        guard !UserConfig.secrets.contains(name) else { throw Problem.secret }
        try await store.set([name: nil], in: .person(account))
    }

    /// An account's settings as a document.
    public func document(of account: AccountID) async throws -> ConfigDocument {
        ConfigDocument(of: try await store.values(in: .person(account)))
    }

    /// Stores the known values of a document; other values stay unchanged.
    public func set(_ document: ConfigDocument, of account: AccountID) async throws {
        try await store.set(document.values.mapValues { .some($0) }, in: .person(account))
    }

    private func key(_ name: String) throws(Problem) -> NamedKey {
        guard !UserConfig.secrets.contains(name) else { throw .secret }
        guard let key = UserConfig.keys.first(where: { $0.name == name }) else { throw .unknownKey }
        return key
    }
}
