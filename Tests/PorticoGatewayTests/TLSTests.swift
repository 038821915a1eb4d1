import Foundation
import PorticoAuth
import PorticoConfig
import PorticoGateway
import Synchronization
import Testing

@testable import ExampleGateway

@Suite(
    "A gateway over HTTPS", .enabled("nginx is not installed") { TLSProxy.isInstalled }, .timeLimit(.minutes(20)))
struct TLSTests {
    private static let here = "DNS:localhost,IP:127.0.0.1"

    @Test("is accepted with a trusted certificate, by name and by address", arguments: ["localhost", "127.0.0.1"])
    func trusted(host: String) async throws {
        try await Certificate.with(for: Self.here) { certificate in
            try await GatewayFixture.with(tls: certificate, trusted: certificate, host: host) { fixture in
                let login = try await fixture.login()
                #expect(login.person.name == "Ada Lovelace")
            }
        }
    }

    @Test("is refused if its certificate is not trusted, or only another one is")
    func untrusted() async throws {
        try await Certificate.with(for: Self.here) { certificate in
            try await GatewayFixture.with(tls: certificate) { fixture in
                #expect(await login(fixture.gateway, "ada", "s3cret-of-ada") == .untrusted)
            }
            try await Certificate.with(for: Self.here) { other in
                try await GatewayFixture.with(tls: certificate, trusted: other) { fixture in
                    #expect(await login(fixture.gateway, "ada", "s3cret-of-ada") == .untrusted)
                }
            }
        }
    }

    @Test("is refused with a certificate for another name", arguments: ["localhost", "127.0.0.1"])
    func otherName(host: String) async throws {
        try await Certificate.with(for: "DNS:gateway.example,IP:192.0.2.1") { certificate in
            try await GatewayFixture.with(tls: certificate, trusted: certificate, host: host) { fixture in
                #expect(await login(fixture.gateway, "ada", "s3cret-of-ada") == .untrusted)
            }
        }
    }

    @Test("is used with TLS 1.2 or newer", arguments: zip(["TLSv1.3", "TLSv1.2", "TLSv1.1"], [true, true, false]))
    func version(name: String, isSpoken: Bool) async throws {
        try await Certificate.with(for: Self.here) { certificate in
            try await GatewayFixture.with(tls: certificate, version: name, trusted: certificate) { fixture in
                let problem = await login(fixture.gateway, "ada", "s3cret-of-ada")
                #expect(problem == (isSpoken ? nil : .untrusted))
            }
        }
    }

    @Test("gets no unencrypted request")
    func noTLS() async throws {
        try await WireServer.with("HTTP/1.1 400 Bad Request\r\n\r\n", hangsUp: true) { port in
            try await asking("https://127.0.0.1:\(port)") { gateway in
                #expect(await login(gateway, "ada", "x") == .untrusted)
            }
        }
        try await WireServer.with(nil, hangsUp: true) { port in
            try await asking("https://127.0.0.1:\(port)") { gateway in
                #expect(await login(gateway, "ada", "x") == .unreachable)
            }
        }
    }

    @Test("16.3.4 is reported if TLS fails, with the reason, and not if nothing answers")
    func reported() async throws {
        let reasons = Mutex<[String]>([])
        for answer in ["HTTP/1.1 400 Bad Request\r\n\r\n", nil] {
            try await WireServer.with(answer, hangsUp: true) { port in
                let url = try #require(URL(string: "https://127.0.0.1:\(port)"))
                let works = Server(id: ServerID(rawValue: "works"), name: "Works", kind: .gateway(url))
                let gateways = try Gateways(servers: [works]) { server, reason in
                    reasons.withLock { $0.append("\(server): \(reason)") }
                }
                _ = await login(try #require(gateways[works.id]), "ada", "x")
                withExtendedLifetime(gateways) {}
            }
        }
        let reported = reasons.withLock { $0 }
        #expect(reported.count == 1)
        #expect(reported.first?.hasPrefix("works: ") == true && reported.first != "works: ")
    }

    @Test("has one time limit, TLS included")
    func silence() async throws {
        try await WireServer.with(nil, hangsUp: false) { port in
            try await asking("https://127.0.0.1:\(port)", timeout: .milliseconds(200)) { gateway in
                #expect(await login(gateway, "ada", "x") == .timedOut)
            }
        }
    }
}
