import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import ServiceLifecycle
import Synchronization
import Testing

@testable import PorticoGateway

@Suite("Limits for a gateway", .timeLimit(.minutes(20)))
struct LimitTests {
    private let token: GatewayUserName

    init() throws {
        token = try #require(GatewayUserName("t0ken"))
    }

    @Test("A response has 64 KB at most, with or without its length", arguments: [true, false])
    func answers(saysLength: Bool) async throws {
        for (count, error) in [(65_536, nil), (65_537, GatewayError.tooLarge)] {
            try await answering(HTTPGatewayTests.record, count: count, saysLength: saysLength) { gateway in
                #expect(await failure { () throws(GatewayError) in try await gateway.me(token) } == error, "\(count)")
            }
        }
    }

    @Test("A directory has 4 MB at most")
    func directories() async throws {
        let directory = #"{"data": {"factories": [{"code": "F", "name": "Works"}]}}"#
        for (count, error) in [(4 << 20, nil), ((4 << 20) + 1, GatewayError.tooLarge)] {
            try await answering(directory, count: count, saysLength: false) { gateway in
                #expect(await failure { () throws(GatewayError) in try await gateway.workplaces(token) } == error)
            }
        }
    }

    @Test("A response with a too large length is not read")
    func announced() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n\r\n"
        try await WireServer.with(head, hangsUp: false) { port in
            try await asking("http://127.0.0.1:\(port)") { gateway in
                #expect(await login(gateway, "ada", "x") == .tooLarge)
            }
        }
    }

    @Test("The head of a response has 64 KB at most")
    func heads() async throws {
        let lines = String(repeating: "X-Long: \(String(repeating: "a", count: 1014))\r\n", count: 64)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\(lines)\r\n{}"
        try await WireServer.with(head, hangsUp: false) { port in
            try await asking("http://127.0.0.1:\(port)") { gateway in
                #expect(await login(gateway, "ada", "x") == .tooLarge)
            }
        }
    }

    @Test("The rest of a response that is too large, or of no use, is not read", arguments: [200, 500])
    func stops(code: Int) async throws {
        let hasEnded = Atomic(false)
        try await AnsweringServer.with { _ in
            Response(
                status: .init(code: code), headers: [.contentType: "application/json"],
                body: ResponseBody { writer in
                    defer { hasEnded.store(true, ordering: .relaxed) }
                    while true { try await writer.write(ByteBuffer(repeating: 0x20, count: 1 << 16)) }
                })
        } _: { _, gateway in
            #expect(await login(gateway, "ada", "x") == (code == 200 ? .tooLarge : .failed(status: 500)))
            let ends = try await eventually { hasEnded.load(ordering: .relaxed) }
            #expect(ends)
        }
    }

    @Test("A redirect is not followed", arguments: [300, 301, 302, 303, 304, 305, 307, 308])
    func redirects(code: Int) async throws {
        try await AnsweringServer.with { request in
            if request.uri.path == "/elsewhere" { return Response(status: .ok) }
            return Response(status: .init(code: code), headers: [.location: "/elsewhere"])
        } _: { server, gateway in
            #expect(await login(gateway, "ada", "x") == .redirected)
            #expect(await failure { () throws(GatewayError) in try await gateway.me(token) } == .redirected)
            #expect(await failure { () throws(GatewayError) in try await gateway.workplaces(token) } == .redirected)
            #expect(await failure { () throws(GatewayError) in try await gateway.logout(token) } == .redirected)
            #expect(server.visits.map(\.target) == ["/login", "/me", "/workplaces", "/logout"])
        }
    }

    @Test("A response that is not HTTP is refused")
    func noHTTP() async throws {
        try await WireServer.with("220 mail.example ESMTP\r\n", hangsUp: false) { port in
            try await asking("http://127.0.0.1:\(port)") { gateway in
                #expect(await login(gateway, "ada", "x") == .invalidAnswer(.unreadable(nil)))
            }
        }
    }

    @Test(
        "A response that breaks off is refused",
        arguments: [
            nil, "HTTP/1.1 200 OK\r\nContent-Type: appl",
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n"
                + HTTPGatewayTests.record,
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n36\r\n"
                + HTTPGatewayTests.record + "\r\n",
        ] as [String?])
    func brokenOff(bytes: String?) async throws {
        try await WireServer.with(bytes, hangsUp: true) { port in
            try await asking("http://127.0.0.1:\(port)") { gateway in
                #expect(await failure { () throws(GatewayError) in try await gateway.me(token) } == .unreachable)
            }
        }
    }

    @Test("A gateway can be absent")
    func nobody() async throws {
        var port = 0
        try await WireServer.with(nil, hangsUp: true) { port = $0 }
        try await asking("http://127.0.0.1:\(port)") { gateway in
            #expect(await login(gateway, "ada", "x") == .unreachable)
        }
        try await asking("http://nobody.invalid") { gateway in
            #expect(await login(gateway, "ada", "x") == .unreachable)
        }
    }

    @Test("A cancelled task does not wait, not even for the rest of a response", arguments: [false, true])
    func cancellation(isAnswering: Bool) async throws {
        let rest: @Sendable () async throws -> Void = {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: GatewayFixture.ample) }
        }
        try await AnsweringServer.with { _ in
            if !isAnswering { try await rest() }
            return Response(
                status: .ok, headers: [.contentType: "application/json"],
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: HTTPGatewayTests.record))
                    try await rest()
                })
        } _: { server, gateway in
            let asking = Task { await failure { () throws(GatewayError) in try await gateway.me(token) } }
            let isAsked = try await eventually { !server.visits.isEmpty }
            #expect(isAsked)
            asking.cancel()
            #expect(await asking.value == .cancelled)
            let late = Task {
                while !Task.isCancelled { await Task.yield() }
                return await login(gateway, "ada", "x")
            }
            late.cancel()
            #expect(await late.value == .cancelled)
        }
    }

    /// Sends a response with this text, padded with spaces to `count` bytes.
    private func answering(
        _ text: String, count: Int, saysLength: Bool, _ test: (any Gateway) async throws -> Void
    ) async throws {
        let bytes = ByteBuffer(string: text + String(repeating: " ", count: count - text.utf8.count))
        try await AnsweringServer.with { _ in
            let body =
                saysLength
                ? ResponseBody(byteBuffer: bytes)
                : ResponseBody { writer in
                    var writer = writer
                    try await writer.write(bytes)
                    try await writer.finish(nil)
                }
            return Response(status: .ok, headers: [.contentType: "application/json"], body: body)
        } _: { _, gateway in
            try await test(gateway)
        }
    }
}
