/// Reads and changes what is stored for people by the names of keys, for those who administer.
public struct StoredConfig: Sendable {
    /// A value, stored or by default.
    public struct Entry: Hashable, Sendable {
        public let key: String
        /// The JSON form; nil for a secret, of which nothing is shown but that it is there.
        public let json: String?
        /// Whether it is stored; otherwise it is the default.
        public let isStored: Bool
        /// Why what is stored does not count; nil where it does.
        public var flaw: Flaw?
    }

    /// Why a stored value does not count. It is kept.
    public enum Flaw: String, Sendable {
        /// This version has no key of that name: a newer one, or an application, may.
        case unknown
        /// It is no value of its key, whose default counts.
        case invalid
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

    /// What a person has set, to be kept in a file.
    public func document(of account: AccountID) async throws -> ConfigDocument {
        ConfigDocument(of: try await store.values(in: .person(account)))
    }

    /// Stores what a document holds that is known here; the rest stays as it is.
    public func set(_ document: ConfigDocument, of account: AccountID) async throws {
        try await store.set(document.values.mapValues { .some($0) }, in: .person(account))
    }

    private func key(_ name: String) throws(Problem) -> NamedKey {
        guard !UserConfig.secrets.contains(name) else { throw .secret }
        guard let key = UserConfig.keys.first(where: { $0.name == name }) else { throw .unknownKey }
        return key
    }
}
