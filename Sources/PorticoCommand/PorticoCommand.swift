import ArgumentParser
import Foundation
import Logging
import PorticoBytes
import PorticoConfig
import PorticoServer

/// The command line of an application: parses, runs, and prints errors in one line.
struct PorticoCommand<App: PorticoApplication>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Program.name,
            abstract: "The front door of a web application.",
            discussion: """
                Examples:
                  \(Program.name) serve --origin https://door.example --data /var/lib/portico
                  \(Program.name) users add ada --name "Ada Lovelace" --administrator
                  \(Program.name) config check --config /etc/\(Program.name)/\(Program.name).json
                """,
            version: PorticoServer.version,
            subcommands: [
                New.self, Serve<App>.self, Dev<App>.self, Health.self, Users.self, Sessions.self, Mails.self,
                Events.self, Config.self, Workplaces.self, Database.self, Keys.self, Rules.self, Routes<App>.self,
                Nodes.self, Texts.self,
            ])
    }

    static func main() async {
        LoggingSystem.bootstrap { EscapingLogHandler(StreamLogHandler.standardError(label: $0)) }
        let command: any ParsableCommand
        do {
            try requireCommands(CommandLine.arguments.dropFirst())
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

    /// Refuses an unknown command, and suggests the nearest one.
    private static func requireCommands(_ arguments: some Sequence<String>) throws {
        var command: any ParsableCommand.Type = Self.self
        for argument in arguments {
            let commands = command.configuration.subcommands
            guard !commands.isEmpty, !argument.begins(with: "-"), argument != "help" else { return }
            let names = commands.map { $0._commandName }
            guard let index = names.firstIndex(of: argument) else {
                throw ValidationError(
                    "There is no command \(argument.printable)\(suggestion(for: argument, among: names))")
            }
            command = commands[index]
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
        Terminal.report("\(Program.name): \(line)")
        Foundation.exit(1)
    }
}
