import Configuration
import PorticoConfig
import PorticoSQLite

/// Options of the installation that those who administer decide: kept in its database, each as it would be set elsewhere.
/// One counts from the next start on, where neither command line, environment nor file says otherwise.
public struct KeptOptions: Sendable {
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
    public static func open(options: ServerOptions) throws -> KeptOptions {
        let folder = DataFolder(path: options.dataFolder)
        try folder.requireDatabase()
        return KeptOptions(store: SQLiteConfigStore(try folder.openDatabase()))
    }

    /// What is kept, by key.
    public func values() async throws -> [String: String] {
        try await store.values(in: .installation).compactMapValues(Self.key.decode)
    }

    /// Keeps a value, or nothing.
    ///
    /// - Throws: ``Problem``
    public func set(_ key: String, to text: String?) async throws {
        guard let option = ServerOptions().installation.first(where: { $0.key == key }) else {
            throw Problem.unknownKey
        }
        guard option.canBeKept else { throw Problem.notKept(option) }
        if let text, let problem = Self.problem(with: text, of: key) { throw Problem.invalid(problem) }
        try await store.set([key: try text.map(Self.key.encode)], in: .installation)
    }

    /// Why `text` is no value of the option, in words; nil where it is one.
    static func problem(with text: String, of key: String) -> String? {
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
    private static let key = PorticoConfig.ConfigKey("", default: "")
}

extension InstallationOption {
    /// Whether it can be kept in the database.
    var canBeKept: Bool {
        let groups: Set<Substring> = [
            "app", "splash", "presentation", "session", "accounts", "limits", "events", "log",
        ]
        return key.split(separator: ".").first.map(groups.contains) ?? false
    }
}
