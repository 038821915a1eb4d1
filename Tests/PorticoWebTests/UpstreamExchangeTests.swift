import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoRoot
@testable import PorticoWeb

@Suite("Requests for the application behind this server")
struct UpstreamExchangeTests {
    @Test("leave no connection to it open where the client is gone before it is asked", .timeLimit(.minutes(1)))
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
}
