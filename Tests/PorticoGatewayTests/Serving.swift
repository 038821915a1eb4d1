import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import ServiceLifecycle
import Synchronization

@testable import ExampleGateway
@testable import PorticoGateway

/// Runs an application during a test.
///
/// - Parameters:
///   - make: gets a function, which it must call with the port.
///   - test: gets the port.
func serving(
    _ make: (@escaping @Sendable (Int) -> Void) throws -> any ApplicationProtocol,
    _ test: (Int) async throws -> Void
) async throws {
    try await AsyncSemaphore.servers.pass {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let group = ServiceGroup(services: [try make { port.yield($0) }], logger: LogRecorder().logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            for await port in ports {
                try await test(port)
                break
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

/// The reference gateway, with a client for it.
struct GatewayFixture: Sendable {
    /// Enough time for a busy machine.
    static let ample: Duration = .seconds(120)
    static let people = #"""
        {"people": [{"userName": "ada", "password": "s3cret-of-ada", "employeeNo": "0042", "name": "Ada Lovelace"},
                    {"userName": "grace", "password": "s3cret-of-grace", "employeeNo": "0107", "name": "Grace Hopper"}],
         "workplaces": {"factories": [{"code": "F1", "name": "Works", "workshops": [{"code": "W1", "name": "Press",
            "productionLines": [{"code": "L1", "name": "Line"}]}], "storehouses": [{"code": "S1", "name": "Store"}]}]}}
        """#

    let gateway: any Gateway
    let faults: FaultSwitch

    /// - Parameters:
    ///   - timeout: time limit for a call.
    ///   - tls: the certificate of nginx in front of the gateway; nil for HTTP.
    ///   - version: the TLS version of nginx.
    ///   - trusted: the file of certificates that the client trusts.
    ///   - host: the host name in the client's URL.
    static func with(
        timeout: Duration = ample, tls: Certificate? = nil, version: String = "TLSv1.3", trusted: Certificate? = nil,
        host: String = "127.0.0.1", _ test: (GatewayFixture) async throws -> Void
    ) async throws {
        let faults = FaultSwitch()
        let reference = ReferenceGateway(file: try PeopleFile(Data(people.utf8)), faults: faults)
        try await serving { onServing in
            reference.application(onServing: onServing)
        } _: { port in
            guard let tls else {
                return try await asking("http://\(host):\(port)", timeout: timeout) { gateway in
                    try await test(GatewayFixture(gateway: gateway, faults: faults))
                }
            }
            try await TLSProxy.with(tls, version: version, to: port) { port in
                try await asking("https://\(host):\(port)", timeout: timeout, trusted: trusted) { gateway in
                    try await test(GatewayFixture(gateway: gateway, faults: faults))
                }
            }
        }
    }

    func set(_ fault: Fault, seconds: Double? = nil, on call: Call? = nil) {
        faults.set(FaultSetting(fault: fault, seconds: seconds, on: call))
    }

    func login() async throws -> GatewayLogin { try await gateway.login(userName: "ada", password: "s3cret-of-ada") }
}

/// A client for the gateway at an address.
func asking(
    _ url: String, timeout: Duration = GatewayFixture.ample, trusted: Certificate? = nil,
    _ test: (any Gateway) async throws -> Void
) async throws {
    guard let url = URL(string: url) else { throw URLError(.badURL) }
    let server = Server(id: ServerID(rawValue: "works"), name: "Works", kind: .gateway(url))
    let gateways = try Gateways(servers: [server], certificateFile: trusted?.file, timeout: timeout)
    guard let gateway = gateways[server.id] else { throw URLError(.unknown) }
    try await test(gateway)
    withExtendedLifetime(gateways) {}
}

/// The error of a call; nil if it succeeds.
func failure<Answer>(of call: () async throws(GatewayError) -> Answer) async -> GatewayError? {
    do throws(GatewayError) {
        _ = try await call()
        return nil
    } catch {
        return error
    }
}
