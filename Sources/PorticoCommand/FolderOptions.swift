import ArgumentParser
import PorticoAuth
import PorticoConfig
import PorticoServer

/// What every command that looks into a data folder takes.
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
    /// - Parameter makesMissing: whether folder and database are made where they are missing: only for what adds people.
    func accounts(makesMissing: Bool = false) async throws -> AuthServices {
        try await AuthServices.open(options: options(), makesMissing: makesMissing)
    }

    /// The configuration in the folder.
    func configuration() async throws -> StoredConfig { try await StoredConfig.open(options: options()) }
}
