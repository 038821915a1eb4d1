import ArgumentParser
import Foundation
import PorticoServer
import UnixSignals

struct Dev<App: PorticoApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "dev",
            abstract: "Serve in development; rebuild and restart when a source changes.",
            discussion: """
                Watches Package.swift and the folders Sources, Templates and Public of the package. When a file there \
                changes, the program is built with swift build and the server starts anew. Open pages reload, and show \
                the errors of a build that failed; the server goes on with the last build.

                Examples:
                  swift run \(Program.name) dev
                  swift run \(Program.name) dev --port 9000 --data data
                """)
    }

    @Option(help: "Folder of the package.")
    var package = "."

    @OptionGroup var serving: ServingOptions

    func run() async throws {
        let options = try await serving.options(environment: "development")
        let server = DevelopmentServer(
            package: try DevelopmentPackage(folder: package, publicFolder: options.publicFolder),
            arguments: ["serve", "--environment", "development"] + serving.arguments,
            problems: options.buildProblemsPath)
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        await withTaskGroup { group in
            group.addTask { await server.run() }
            for await _ in signals { break }
            group.cancelAll()
        }
    }
}

extension ServingOptions {
    /// The options that were set, as on the command line.
    fileprivate var arguments: [String] {
        [
            ("--hostname", hostname), ("--port", port), ("--origin", origin), ("--behind", behind),
            ("--data", folder.data), ("--config", folder.config), ("--public", publicFolder),
            ("--log-level", logLevel),
        ].flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}
