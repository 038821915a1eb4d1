import ArgumentParser
import PorticoAuth
import PorticoConfig
import PorticoServer

/// Options of all commands that use a data folder.
struct FolderOptions: ParsableArguments {
    @Option(help: "Folder of the database (data.directory).")
    var data: String?

    @Option(help: "JSON file of options (PORTICO_CONFIG_FILE).")
    var config: String?

    func options(overrides: [String: String?] = [:]) async throws -> ServerOptions {
        var values = overrides.compactMapValues { $0 }
        values["data.directory"] = data
        return try await ServerOptions.read(overrides: values, file: config)
    }

    /// The accounts and sign-ins in the folder.
    ///
    /// - Parameter makesMissing: whether to create a missing folder and database; only for commands that add accounts.
    func accounts(createsMissing: Bool = false) async throws -> AuthServices {
        try await AuthServices.open(options: options(), createsMissing: createsMissing)
    }

    /// The folder itself. Nothing in the database is read.
    func dataFolder() async throws -> DataFolder {
        let options = try await ServerOptions.read(
            overrides: ["data.directory": data].compactMapValues { $0 }, file: config, includesKept: false)
        return DataFolder(path: options.dataFolder)
    }

    /// The stored settings in the folder.
    func configuration() async throws -> StoredConfig { try await StoredConfig.open(options: options()) }
}
