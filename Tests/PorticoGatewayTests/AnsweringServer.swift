import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import PorticoAuth
import PorticoTestSupport
import Synchronization

/// A server that sends the same response to every request, and records the requests.
final class AnsweringServer: Sendable {
    struct Visit: Hashable {
        let method: String
        let target: String
        let headers: HTTPFields
        let body: String
    }

    private let visited = Mutex<[Visit]>([])

    var visits: [Visit] { visited.withLock { $0 } }

    /// - Parameter answer: makes the response.
    static func with(
        timeout: Duration = GatewayFixture.ample, path: String = "",
        _ answer: @escaping @Sendable (Request) async throws -> Response,
        _ test: (AnsweringServer, any Gateway) async throws -> Void
    ) async throws {
        let server = AnsweringServer()
        try await serving { onServing in
            Application(
                responder: CallbackResponder<BasicRequestContext> { request, _ in
                    var request = request
                    let body = try await request.collectBody(upTo: 1 << 20)
                    let visit = Visit(
                        method: request.method.rawValue, target: request.uri.string, headers: request.headers,
                        body: String(buffer: body))
                    server.visited.withLock { $0.append(visit) }
                    return try await answer(request)
                },
                configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { channel in onServing(channel.localAddress?.port ?? 0) }, logger: LogRecorder().logger
            )
        } _: { port in
            try await asking("http://127.0.0.1:\(port)\(path)", timeout: timeout) { gateway in
                try await test(server, gateway)
            }
        }
    }

    /// As above, always with this status and body.
    static func with(
        status: HTTPResponse.Status = .ok, headers: HTTPFields = [.contentType: "application/json"], body: String = "",
        _ test: (AnsweringServer, any Gateway) async throws -> Void
    ) async throws {
        try await with(
            { _ in
                Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
            }, test)
    }
}

/// A server without HTTP: it sends fixed bytes when it receives any.
enum WireServer {
    /// - Parameters:
    ///   - bytes: the bytes to send; nil for none.
    ///   - hangsUp: whether it closes the connection afterwards.
    static func with(_ bytes: String?, hangsUp: Bool, _ test: (Int) async throws -> Void) async throws {
        try await AsyncSemaphore.servers.pass {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Handler(bytes: bytes, hangsUp: hangsUp))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            do {
                try await test(channel.localAddress?.port ?? 0)
            } catch {
                try await channel.close()
                throw error
            }
            try await channel.close()
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let bytes: String?
        private let hangsUp: Bool

        init(bytes: String?, hangsUp: Bool) {
            self.bytes = bytes
            self.hangsUp = hangsUp
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            if let bytes { context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: bytes)), promise: nil) }
            if hangsUp { context.close(promise: nil) }
        }
    }
}
