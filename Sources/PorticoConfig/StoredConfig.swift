/// Reads and changes what is stored for people by the names of keys, for those who administer.
public struct StoredConfig: Sendable {
    /// A value, stored or by default.
    public struct Entry: Hashable, Sendable {
        public let key: String
        /// The JSON form; nil for a secret, of which nothing is shown but that it is there.
        public let json: String?
        /// Whether it is stored; otherwise it is the default.
        public let isStored: Bool
    }

    /// Why a key cannot be read or set.
    public enum Problem: Error, Hashable, Sendable {
        case unknownKey
        case secret
    }

    private let store: any ConfigStore

    public init(store: any ConfigStore) {
        self.store = store
    }

    /// All that is stored for a person, by name; also what this version has no key for.
    public func entries(of account: AccountID) async throws -> [Entry] {
        try await store.values(in: .person(account)).sorted { $0.key < $1.key }.map { key, json in
            Entry(key: key, json: UserConfig.secrets.contains(key) ? nil : json, isStored: true)
        }
    }

    /// The value in force of a key: what is stored for a person, or the default where that is nothing, or not valid.
    ///
    /// - Throws: ``Problem``
    public func entry(_ name: String, of account: AccountID) async throws -> Entry {
        let key = try key(name)
        let stored = try await store.values(in: .person(account))[name].flatMap(key.value(_:))
        return Entry(key: name, json: stored ?? key.defaultJSON, isStored: stored != nil)
    }

    /// Stores what somebody typed as the value of a key.
    ///
    /// - Throws: ``Problem``, ``ConfigError/invalidValue(key:)``.
    public func set(_ name: String, to text: String, of account: AccountID) async throws -> Entry {
        let json = try key(name).value(typed: text)
        try await store.set([name: json], in: .person(account))
        return Entry(key: name, json: json, isStored: true)
    }

    private func key(_ name: String) throws(Problem) -> NamedKey {
        guard !UserConfig.secrets.contains(name) else { throw .secret }
        guard let key = UserConfig.keys.first(where: { $0.name == name }) else { throw .unknownKey }
        return key
    }
}
