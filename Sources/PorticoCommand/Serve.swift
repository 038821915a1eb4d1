import ArgumentParser
import PorticoServer

struct Serve<App: PorticoApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve",
            abstract: "Serve until told to stop.",
            discussion: """
                Every option is also an environment variable (PORTICO_HTTP_PORT for http.port) and a key of the JSON \
                file. The command line decides before the environment, the environment before the file. \
                \(Program.name) config list shows all options, and \(Program.name) config check what is wrong with them.

                Examples:
                  \(Program.name) serve
                  \(Program.name) serve --origin https://door.example --data /var/lib/portico
                  \(Program.name) serve --behind http://127.0.0.1:3000 --config portico.json
                  PORTICO_MAIL_HOST=mail.example \(Program.name) serve --config /etc/\(Program.name)/\(Program.name).json
                """)
    }

    @OptionGroup var serving: ServeOptions

    func run() async throws {
        let options = try await serving.options()
        let app = try await App()
        try await PorticoServer(options: options, onStart: Greeting.show, mount: app.addPages).run()
    }
}

/// The options of the command line for a server.
struct ServingOptions: ParsableArguments {
    @Option(help: .option("http.hostname", "Address to listen on"))
    var hostname: String?

    @Option(help: .option("http.port", "Port to listen on; 0 takes a free one"))
    var port: String?

    @Option(
        help: .option("http.origin", "Origin under which browsers reach the server, such as https://door.example"))
    var origin: String?

    @Option(
        help: .option(
            "protected.upstream", "Address of the application behind this server, such as http://127.0.0.1:3000"))
    var behind: String?

    @OptionGroup var folder: FolderOptions

    @Option(
        name: .customLong("public"),
        help: .option("public.directory", "Folder of public files, in place of those in the program"))
    var publicFolder: String?

    @Option(
        name: .customLong("log-level"),
        help: .option("log.level", "trace, debug, info, notice, warning, error or critical"))
    var logLevel: String?

    func options(environment: String?) async throws -> ServerOptions {
        try await folder.options(
            overrides: [
                "http.hostname": hostname, "http.port": port, "http.origin": origin, "public.directory": publicFolder,
                "protected.upstream": behind, "environment": environment, "log.level": logLevel,
            ], waitsForDatabase: true)
    }
}

/// The options of `serve`: the above and the environment.
struct ServeOptions: ParsableArguments {
    @OptionGroup var serving: ServingOptions

    @Option(help: .option("environment", "production or development"))
    var environment: String?

    func options() async throws -> ServerOptions { try await serving.options(environment: environment) }
}

extension ServerOptions {
    /// Reads the options of a program without other commands: the command line as after `serve`, and the sources of
    /// ``read(overrides:file:environment:includesKept:waitsForDatabase:)``. An installed program reads its file in `/etc`
    /// by default.
    ///
    /// ```swift
    /// let options = try await ServerOptions.read(arguments: CommandLine.arguments.dropFirst())
    /// ```
    ///
    /// - Throws: ``StartFailure`` for an unknown argument, an invalid value or an unreadable file.
    public static func read(arguments: some Sequence<String>) async throws -> ServerOptions {
        let serving: ServeOptions
        do {
            serving = try ServeOptions.parse(Array(arguments))
        } catch {
            throw StartFailure(ServeOptions.message(for: error))
        }
        return try await serving.options()
    }
}
