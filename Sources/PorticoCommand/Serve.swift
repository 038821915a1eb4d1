import ArgumentParser
import PorticoServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve until told to stop.",
        discussion: """
            Every option is also an environment variable (PORTICO_HTTP_PORT for http.port) and a key of the JSON file. \
            The command line decides before the environment, the environment before the file.
            """)

    @Option(help: "Address to listen on (http.hostname).")
    var hostname: String?

    @Option(help: "Port to listen on; 0 takes a free one (http.port).")
    var port: String?

    @Option(help: "Origin under which browsers reach the server, such as https://door.example (http.origin).")
    var origin: String?

    @OptionGroup var folder: FolderOptions

    @Option(name: .customLong("public"), help: "Folder of public files (public.directory).")
    var publicFolder: String?

    @Option(help: "production or development (environment).")
    var environment: String?

    @Option(name: .customLong("log-level"), help: "trace, debug, info, notice, warning, error or critical (log.level).")
    var logLevel: String?

    func run() async throws {
        let options = try await folder.options(overrides: [
            "http.hostname": hostname, "http.port": port, "http.origin": origin, "public.directory": publicFolder,
            "environment": environment, "log.level": logLevel,
        ])
        try await PorticoServer(options: options).run()
    }
}
