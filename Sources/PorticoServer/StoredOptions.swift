import PorticoBrand
import PorticoBytes
import PorticoConfig
import PorticoSQL

/// Options that administrators have stored in the database, as configuration text. They take effect at once, or at the
/// next start (``InstallationOption/needsRestart``), unless command line, environment or file set them.
public struct StoredOptions: Sendable {
    /// The option cannot be stored.
    public enum Problem: Error, Hashable, Sendable {
        case unknownKey
        /// It belongs to the machine, or is needed before the database is open.
        case notKept(InstallationOption)
        /// The sentence names the valid values.
        case invalid(String)
    }

    private let store: any ConfigStore

    init(store: any ConfigStore) {
        self.store = store
    }

    /// The options stored in the database of `options`.
    ///
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions) async throws -> StoredOptions {
        StoredOptions(store: SQLConfigStore(try await options.openDatabase()))
    }

    /// All stored values by key, including unknown keys and invalid values.
    public func values() async throws -> [String: String] {
        try await stored().values
    }

    /// All stored values by key, from a database whose schema may be of an earlier version.
    static func values(ofAnyVersion store: SQLConfigStore) async throws -> [String: String] {
        readable(try await store.installationOfAnyVersion())
    }

    /// The stored values with their versions.
    func stored() async throws -> ConfigValues {
        let stored = try await store.stored(in: .installation)
        return ConfigValues(Self.readable(stored.values), versions: stored.versions)
    }

    /// Stores a value, or removes it if nil.
    ///
    /// - Parameter version: the version of the value to replace, 0 for none; nil to skip the check.
    /// - Throws: ``Problem``, ``ConfigError/changedMeanwhile(keys:)``
    public func set(_ key: String, to text: String?, of version: ConfigVersion? = nil) async throws {
        if BrandField(ofServer: key) == nil {
            guard let option = ServerOptions().installation.first(where: { $0.key == key }) else {
                throw Problem.unknownKey
            }
            guard option.canBeKept else { throw Problem.notKept(option) }
        }
        if let text, let problem = Self.problem(with: text, of: key) { throw Problem.invalid(problem) }
        let values = [key: try text.map(Self.key.encode)]
        guard let version else { return try await store.set(values, in: .installation) }
        _ = try await store.replace([key: version], with: values, in: .installation)
    }

    /// Removes a stored value that has no effect: another version has stored it, or the option belongs to the machine.
    ///
    /// - Returns: false if there is none with this key.
    public func removeUnused(_ key: String) async throws -> Bool {
        let options = ServerOptions()
        let option = options.installation.first { $0.key == key }
        guard BrandField(ofServer: key) == nil, options.isOfOption(key), option?.canBeKept != true,
            try await values()[key] != nil
        else { return false }
        try await store.set([key: nil], in: .installation)
        return true
    }

    /// Stores several valid values, and removes those that are nil.
    ///
    /// - Parameters:
    ///   - version: the version that the writer has read, by `current`; nil to skip the check.
    ///   - current: the version of the stored values.
    /// - Throws: ``ConfigError/changedMeanwhile(keys:)``
    func set(
        _ texts: [String: String?], of version: ConfigVersion?, current: (ConfigValues) -> ConfigVersion
    ) async throws {
        let values = try texts.mapValues { try $0.map(Self.key.encode) }
        guard let version else { return try await store.set(values, in: .installation) }
        let stored = try await store.stored(in: .installation)
        guard current(stored) == version else { throw ConfigError.changedMeanwhile(keys: Set(texts.keys)) }
        let versions = texts.mapValues { _ in ConfigVersion(0) }.merging(
            stored.versions.filter { texts[$0.key] != nil }
        ) { $1 }
        _ = try await store.replace(versions, with: values, in: .installation)
    }

    /// The rule that `text` breaks; nil if it is valid.
    static func problem(with text: String, of key: String) -> String? {
        do {
            if let field = BrandField(ofServer: key) {
                var parts = BrandParts()
                try OptionDefinition.set(field, text, key: key, in: &parts)
                return nil
            }
            guard ServerOptions().installation.contains(where: { $0.key == key && $0.canBeKept }) else {
                return "there is no such option"
            }
            var problems: [StartFailure] = []
            _ = ServerOptions(OptionValues(kept: [key: text]), problems: &problems)
            return problems.first?.description
        } catch {
            return "\(error)"
        }
    }

    /// The texts of stored values. Those of a brand are converted to the form that is valid now: earlier versions
    /// allowed more.
    private static func readable(_ stored: [String: String]) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: stored.map { name, json in
                let text = key.decode(json) ?? json
                let field = BrandField(rawValue: name) ?? BrandField(ofServer: name)
                return (name, field?.readable(text) ?? text)
            })
    }

    /// The JSON coding of each value.
    private static let key = SettingKey("", default: "")
}
