import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import PorticoBytes
import UnixSignals

/// The executable `portico-gateway`: a gateway with people from a file, for development and tests only.
@main
struct ExampleGateway: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "portico-gateway",
        abstract: "A gateway with people from a file, for development and tests.",
        discussion: """
            Prints its address on one line when it serves, and ends with SIGTERM or SIGINT. docs/gateway.md has the form of \
            the file and the faults, docs/gateway.yaml the contract.
            """)

    @Option(help: "JSON file of people and workplaces.")
    var people: String

    @Option(help: "Address to listen on.")
    var hostname = "127.0.0.1"

    @Option(help: "Port to listen on; 0 takes a free one.")
    var port = 0

    @Option(help: "What it does wrong from the start; PUT /faults changes that.")
    var fault = Fault.none

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
    }

    func run() async throws {
        do {
            let gateway = ReferenceGateway(
                file: try PeopleFile(path: people), faults: FaultSwitch(FaultSetting(fault: fault)))
            let hostname = hostname
            let application = gateway.application(hostname: hostname, port: port) { port in
                print("http://\(hostname.has(":") ? "[\(hostname)]" : hostname):\(port)")
                fflush(nil)
            }
            try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
        } catch let problem as PeopleFileProblem {
            FileHandle.standardError.write(Data("portico-gateway: \(people): \(problem)\n".utf8))
            throw ExitCode.failure
        }
    }
}

extension Fault: ExpressibleByArgument {}
