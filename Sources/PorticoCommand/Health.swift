import ArgumentParser
import PorticoServer

struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it works.",
        discussion: """
            Prints what the server says. The exit status is 0 if it can answer requests, else 1. The options are those \
            that the server was started with: http.hostname and http.port say where it is.

            Example: \(Program.name) health --config /etc/\(Program.name)/\(Program.name).json
            """)

    @Flag(help: "Ask only whether it runs; its database may be out of reach.")
    var live = false

    @OptionGroup var folder: FolderOptions

    func run() async throws {
        Terminal.print(try await HealthCheck(folder.databaseOptions(), isForRequests: !live).run())
    }
}
