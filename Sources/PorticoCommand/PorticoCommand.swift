import ArgumentParser
import Foundation
import Logging
import PorticoServer

/// The executable: parses, wires, and says in one line what went wrong.
@main
struct PorticoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portico",
        abstract: "The front door of a web application.",
        version: PorticoServer.version,
        subcommands: [Serve.self, Users.self])

    static func main() async {
        LoggingSystem.bootstrap(StreamLogHandler.standardError)
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as StartFailure {
            fail(failure.description)
        } catch let failure as CommandFailure {
            fail(failure.description)
        } catch {
            exit(withError: error)
        }
    }

    private static func fail(_ line: String) -> Never {
        FileHandle.standardError.write(Data("portico: \(line)\n".utf8))
        Foundation.exit(1)
    }
}

/// Why a command was not carried out.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String
}
