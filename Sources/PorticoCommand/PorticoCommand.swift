import ArgumentParser
import Foundation
import Logging
import PorticoServer

/// The executable `portico`: parses, runs, and prints errors in one line.
@main
struct PorticoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portico",
        abstract: "The front door of a web application.",
        version: PorticoServer.version,
        subcommands: [Serve.self, Users.self, Sessions.self, Events.self, Config.self, Workplaces.self, Database.self])

    static func main() async {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        let command: any ParsableCommand
        do {
            command = try parseAsRoot()
        } catch {
            exit(withError: error)
        }
        do {
            try await run(command)
        } catch let failure as any CLIError {
            fail(failure.message)
        } catch  where exitCode(for: error) == .failure && !(error is ExitCode) {
            fail(StartFailure(describing: error).description)
        } catch {
            exit(withError: error)
        }
    }

    private static func run(_ command: any ParsableCommand) async throws {
        var command = command
        if var command = command as? any AsyncParsableCommand {
            try await command.run()
        } else {
            try command.run()
        }
    }

    private static func fail(_ line: String) -> Never {
        FileHandle.standardError.write(Data("portico: \(line)\n".utf8))
        Foundation.exit(1)
    }
}
