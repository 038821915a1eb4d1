import Foundation
import HTTPTypes
import Logging
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import ServiceLifecycle
import Testing

@testable import PorticoGateway

@Suite("The gateways of an installation", .timeLimit(.minutes(20)))
struct GatewaysTests {
    @Test("are found by their servers")
    func servers() throws {
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        let works = ServerID(rawValue: "works")
        let gateways = try Gateways(servers: [
            Server(id: .local, name: "Here"), Server(id: works, name: "Works", kind: .gateway(url)),
        ])
        #expect(gateways[works] != nil)
        #expect(gateways[.local] == nil)
        #expect(gateways[ServerID(rawValue: "other")] == nil)
    }

    @Test("need certificates if a file of them is configured")
    func certificates() throws {
        let folder = FileManager.default.temporaryDirectory
        let file = folder.appendingPathComponent("portico-gateway-\(UUID().uuidString).pem").path
        for text in [nil, "", "no certificate", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            if let text { try text.write(toFile: file, atomically: true, encoding: .utf8) }
            let problem = #expect(throws: GatewaysProblem.self, "\(text ?? "no file")") {
                try Gateways(servers: [], certificateFile: file)
            }
            #expect(problem?.description.contains(file) == true)
        }
        try FileManager.default.removeItem(atPath: file)
    }

    @Test("end with the service")
    func service() async throws {
        try await GatewayFixture.with { fixture in
            let url = try #require(URL(string: "http://127.0.0.1:1"))
            let works = ServerID(rawValue: "works")
            let gateways = try Gateways(servers: [Server(id: works, name: "Works", kind: .gateway(url))])
            let group = ServiceGroup(services: [gateways], logger: LogRecorder().logger)
            let running = Task { try await group.run() }
            await group.triggerGracefulShutdown()
            try await running.value
            let gateway = try #require(gateways[works])
            #expect(await login(gateway, "ada", "x") == .unreachable)
        }
    }

    @Test("get no requests for compressed responses")
    func encoding() async throws {
        try await AnsweringServer.with(body: HTTPGatewayTests.record) { server, gateway in
            #expect(await login(gateway, "ada", "x") == .invalidAnswer(.missing("data.gatewayUserName")))
            #expect(server.visits.map { $0.headers[.acceptEncoding] } == [nil])
        }
    }
}
