import Configuration
import PorticoConfig
import PorticoSQL
import PorticoSQLite

/// Options of the installation that those who administer decide: kept in its database, each as it would be set elsewhere.
/// One counts from the next start on, where neither command line, environment nor file says otherwise.
public struct StoredOptions: Sendable {
    /// Why an option cannot be kept.
    public enum Problem: Error, Hashable, Sendable {
        case unknownKey
        /// It goes with the machine, or is needed before there is a database.
        case notKept(InstallationOption)
        /// The sentence says what the value must be.
        case invalid(String)
    }

    private let store: any ConfigStore

    init(store: any ConfigStore) {
        self.store = store
    }

    /// The options kept in a data folder.
    ///
    /// - Throws: ``StartFailure``
    public static func open(options: ServerOptions) throws -> StoredOptions {
        let folder = DataFolder(path: options.dataFolder)
        try folder.requireDatabase()
        return StoredOptions(store: SQLConfigStore(try folder.openDatabase()))
    }

    /// What is kept, by key; also what is no option, or no value of it.
    public func values() async throws -> [String: String] {
        try await stored().values
    }

    /// The same with the versions.
    func stored() async throws -> ConfigValues {
        let stored = try await store.stored(in: .installation)
        return ConfigValues(stored.values.mapValues { Self.key.decode($0) ?? $0 }, versions: stored.versions)
    }

    /// Keeps a value, or nothing.
    ///
    /// - Parameter version: of the value that it takes the place of, 0 for none; nil where it does not matter.
    /// - Throws: ``Problem``, ``ConfigError/changedMeanwhile(keys:)``
    public func set(_ key: String, to text: String?, of version: ConfigVersion? = nil) async throws {
        guard let option = ServerOptions().installation.first(where: { $0.key == key }) else {
            throw Problem.unknownKey
        }
        guard option.canBeKept else { throw Problem.notKept(option) }
        if let text, let problem = Self.problem(with: text, of: key) { throw Problem.invalid(problem) }
        let values = [key: try text.map(Self.key.encode)]
        guard let version else { return try await store.set(values, in: .installation) }
        _ = try await store.replace([key: version], with: values, in: .installation)
    }

    /// Why `text` is no value of the option, in words; nil where it is one.
    static func problem(with text: String, of key: String) -> String? {
        guard ServerOptions().installation.contains(where: { $0.key == key && $0.canBeKept }) else {
            return "there is no such option"
        }
        do {
            _ = try ServerOptions(reader: ConfigReader(provider: provider([key: text])))
            return nil
        } catch {
            return "\(error)"
        }
    }

    static func provider(_ values: [String: String]) -> InMemoryProvider {
        InMemoryProvider(
            values: Dictionary(
                uniqueKeysWithValues: values.map { key, value in
                    (
                        AbsoluteConfigKey(key.split(separator: ".").map(String.init)),
                        ConfigValue(.string(value), isSecret: false)
                    )
                }))
    }

    /// How each value is written down.
    private static let key = SettingKey("", default: "")
}
