import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import ExampleGateway

@Suite("The secrets of a gateway", .timeLimit(.minutes(20)))
struct SecretTests {
    private static let password = "pässw0rd-s3cret"
    private static let token = "t0ken-s3cret"

    @Test(
        "are in no error, even if a server repeats them",
        arguments: [200, 302, 400, 401, 403, 429, 500], ["application/json", "text/plain"])
    func errors(code: Int, type: String) async throws {
        let token = try #require(GatewayUserName(Self.token))
        try await AnsweringServer.with { request in
            let echo =
                #"{"data": {"gatewayUserName": ["\#(Self.token)"], "user": "\#(Self.password)", "factories": "\#(Self.token)"}}"#
            return Response(
                status: .init(code: code, reasonPhrase: Self.token),
                headers: [.contentType: type, .location: "/?\(Self.token)", .retryAfter: Self.token],
                body: .init(byteBuffer: ByteBuffer(string: echo)))
        } _: { server, gateway in
            let errors = [
                await login(gateway, "ada", Self.password),
                await failure { () throws(GatewayError) in try await gateway.me(token) },
                await failure { () throws(GatewayError) in try await gateway.workplaces(token) },
                await failure { () throws(GatewayError) in try await gateway.logout(token) },
            ]
            for error in errors {
                let error = try #require(error)
                var text = "\(error) \(String(reflecting: error)) \((error as any Error).localizedDescription)"
                dump(error, to: &text)
                #expect(!text.contains("s3cret"), "\(text)")
            }
            #expect(server.visits.allSatisfy { !$0.target.contains("s3cret") })
        }
    }
}
