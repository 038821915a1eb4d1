import Foundation
import PorticoTestSupport
import Testing

@Suite("portico health")
struct HealthCommandTests {
    @Test("prints the response of the server at the configured port")
    func health() async throws {
        try await ProcessFolder.with { folder in
            let (server, port) = try await folder.serve()
            let file = try folder.file("options.json", #"{"http": {"hostname": "0.0.0.0", "port": \#(port)}}"#)
            try await folder.command("health", "--config", file).prints("ready\n")
            try await folder.command("health", "--live", "--config", file).prints("ok\n")
            server.signal(SIGTERM)
            #expect(try await server.exitCode() == 0)
            try await folder.command("health", "--config", file)
                .fails("no server answers at http://127.0.0.1:\(port)/readyz")
        }
    }
}
