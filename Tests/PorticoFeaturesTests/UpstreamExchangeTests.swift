import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Requests for the application behind this server")
struct UpstreamExchangeTests {
    @Test("leave no connection to it open if the client disconnects first", .timeLimit(.minutes(20)))
    func goneClient() async throws {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let application = try await ServerBootstrap(group: loop)
            .childChannelInitializer { channel in
                channel.closeFuture.whenComplete { _ in end.yield() }
                return channel.eventLoop.makeSucceededVoidFuture()
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(application.localAddress?.port)
        let client = try await ClientBootstrap(group: loop).connect(host: "127.0.0.1", port: port).get()
        try await client.close()
        for await _ in ended.prefix(1) {}
        let exchange = UpstreamExchange(
            upstream: Upstream(
                address: try #require(UpstreamAddress("http://127.0.0.1:\(port)")), timeout: .seconds(30)),
            request: Request(
                head: HTTPRequest(method: .get, scheme: "http", authority: "app.example", path: "/"),
                body: RequestBody(buffer: ByteBuffer())),
            head: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), channel: client, isStillAllowed: nil)
        await #expect(throws: RequestFault.self) { _ = try await exchange.response() }
        for await _ in ended.prefix(1) {}
        try await application.close()
    }

    @Test(
        "fail if its response has an invalid status",
        arguments: [
            "000", "001", "099", "100", "103", "150", "199", "101", "600", "999", "1000", "20", "2x0", "+20", "-20", "",
        ])
    func invalidStatus(status: String) async throws {
        await #expect(throws: UpstreamExchange.Failure.self) { _ = try await self.status(of: status) }
    }

    @Test("pass with every final status", arguments: ["200", "204", "299", "304", "404", "418", "451", "500", "599"])
    func status(status: String) async throws {
        #expect(try await self.status(of: status) == Int(status))
    }

    /// The status of the response if the application sends `text`.
    private func status(of text: String) async throws -> Int {
        let loop = MultiThreadedEventLoopGroup.singleton.any()
        let application = try await ServerBootstrap(group: loop)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        Answering("HTTP/1.1 \(text) x\r\nContent-Length: 0\r\n\r\n"))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(application.localAddress?.port)
        let client = try await ClientBootstrap(group: loop).connect(host: "127.0.0.1", port: port).get()
        let exchange = UpstreamExchange(
            upstream: Upstream(
                address: try #require(UpstreamAddress("http://127.0.0.1:\(port)")), timeout: .seconds(30)),
            request: Request(
                head: HTTPRequest(method: .get, scheme: "http", authority: "app.example", path: "/"),
                body: RequestBody(buffer: ByteBuffer())),
            head: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), channel: client, isStillAllowed: nil)
        do {
            let response = try await exchange.response()
            try await client.close()
            try await application.close()
            return Int(response.status.code)
        } catch {
            try await client.close()
            try await application.close()
            throw error
        }
    }
}

/// Sends a response to the first bytes, and closes the connection.
private final class Answering: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let answer: String

    init(_ answer: String) {
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: answer))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }
}
