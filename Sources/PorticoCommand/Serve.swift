import ArgumentParser
import PorticoServer

struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve until told to stop.",
        discussion: """
            Every option is also an environment variable (PORTICO_HTTP_PORT for http.port) and a key of the JSON file. \
            The command line decides before the environment, the environment before the file. portico config list shows \
            all options, and portico config check what is wrong with them.

            Examples:
              portico serve
              portico serve --origin https://door.example --data /var/lib/portico --public /usr/share/portico/Public
              PORTICO_MAIL_HOST=mail.example portico serve --config /etc/portico.json
            """)

    @Option(help: .option("http.hostname", "Address to listen on"))
    var hostname: String?

    @Option(help: .option("http.port", "Port to listen on; 0 takes a free one"))
    var port: String?

    @Option(
        help: .option("http.origin", "Origin under which browsers reach the server, such as https://door.example"))
    var origin: String?

    @OptionGroup var folder: FolderOptions

    @Option(name: .customLong("public"), help: .option("public.directory", "Folder of public files"))
    var publicFolder: String?

    @Option(help: .option("environment", "production or development"))
    var environment: String?

    @Option(
        name: .customLong("log-level"),
        help: .option("log.level", "trace, debug, info, notice, warning, error or critical"))
    var logLevel: String?

    func run() async throws {
        let options = try await folder.options(overrides: [
            "http.hostname": hostname, "http.port": port, "http.origin": origin, "public.directory": publicFolder,
            "environment": environment, "log.level": logLevel,
        ])
        try await PorticoServer(options: options).run()
    }
}
