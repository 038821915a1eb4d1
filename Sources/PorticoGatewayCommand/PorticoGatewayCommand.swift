import ArgumentParser
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOSSL
import UnixSignals

/// The executable: a gateway with people from a file, for development and tests. It is no place for real people.
@main
struct PorticoGatewayCommand: AsyncParsableCommand {
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

    @Option(help: "File of the certificate chain (PEM), for HTTPS.")
    var tlsCertificate: String?

    @Option(help: "File of the certificate's key (PEM).")
    var tlsKey: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("A port is a number from 0 to 65535.") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("Give both --tls-certificate and --tls-key, or neither.")
        }
    }

    func run() async throws {
        do {
            let gateway = ReferenceGateway(
                file: try PeopleFile(path: people), faults: FaultSwitch(FaultSetting(fault: fault)))
            let (hostname, scheme) = (hostname, tlsKey == nil ? "http" : "https")
            let application = try gateway.application(hostname: hostname, port: port, tls: tls()) { port in
                print("\(scheme)://\(hostname.contains(":") ? "[\(hostname)]" : hostname):\(port)")
                fflush(nil)
            }
            try await application.runService(gracefulShutdownSignals: [.sigterm, .sigint])
        } catch let problem as PeopleFileProblem {
            FileHandle.standardError.write(Data("portico-gateway: \(people): \(problem)\n".utf8))
            throw ExitCode.failure
        }
    }

    private func tls() throws -> TLSConfiguration? {
        guard let tlsCertificate, let tlsKey else { return nil }
        let chain = try NIOSSLCertificate.fromPEMFile(tlsCertificate)
        return .makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: tlsKey, format: .pem)))
    }
}

extension Fault: ExpressibleByArgument {}
