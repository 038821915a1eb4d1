import ArgumentParser
import Foundation
import PorticoAuth
import PorticoConfig
import PorticoServer

/// Options of all commands that use a data folder.
struct FolderOptions: ParsableArguments {
    @Option(help: .option("data.directory", "Folder of the database and the keys"))
    var data: String?

    @Option(
        help: """
            JSON file of options; - for standard input (PORTICO_CONFIG_FILE; default of an installed program: \
            /etc/\(Program.name)/\(Program.name).json).
            """)
    var config: String?

    /// The path of the file of options, if there is one.
    var file: String? {
        config ?? ProcessInfo.processInfo.environment["PORTICO_CONFIG_FILE"] ?? Program.configurationFile()
    }

    func options(overrides: [String: String?] = [:], waitsForDatabase: Bool = false) async throws -> ServerOptions {
        try await ServerOptions.read(
            overrides: self.overrides(overrides), file: file, waitsForDatabase: waitsForDatabase)
    }

    /// The values of the command line, by key.
    func overrides(_ others: [String: String?] = [:]) -> [String: String] {
        others.merging(["data.directory": data]) { $1 }.compactMapValues { $0 }
    }

    /// The accounts and sign-ins in the folder.
    ///
    /// - Parameter createsMissing: whether to create a missing folder and database; only for commands that add
    ///   accounts.
    func accounts(createsMissing: Bool = false) async throws -> AuthServices {
        try await AuthServices.open(options: options(), createsMissing: createsMissing)
    }

    /// The options without those in the database, which is not read.
    func databaseOptions() async throws -> ServerOptions {
        try await ServerOptions.read(overrides: overrides(), file: file, includesKept: false)
    }

    /// The folder of a SQLite database. The database is not read.
    func dataFolder() async throws -> DataFolder { try await databaseOptions().folderOfSQLite() }

    /// The stored settings in the folder.
    func configuration() async throws -> StoredConfig { try await StoredConfig.open(options: options()) }
}

extension ArgumentHelp {
    private static let defaults = ServerOptions().installation

    /// The help of an option of the installation, with its key and default.
    static func option(_ key: String, _ sentence: String) -> ArgumentHelp {
        let value = defaults.first { $0.key == key }?.value
        return ArgumentHelp("\(sentence) (\(key)\(value.map { "; default: \($0)" } ?? "")).")
    }
}
