import NIOCore
import NIOHTTP1
import NIOPosix

/// A connection to the application, for one request.
///
/// Every request has a connection of its own. So the application cannot mistake a part of one person's request for the
/// request of another, however it determines the length.
final class UpstreamConnection: Sendable {
    /// The response did not begin in time.
    struct TimedOut: Error {}

    private static let connectTimeout = TimeAmount.seconds(5)

    let channel: any Channel
    private let reader: NIOLoopBound<ResponseReader>

    private init(_ channel: any Channel, _ reader: NIOLoopBound<ResponseReader>) {
        self.channel = channel
        self.reader = reader
    }

    /// - Throws: `ChannelError.connectTimeout`; another error if the application refuses the connection.
    static func open(to address: UpstreamAddress, on eventLoop: any EventLoop) async throws -> UpstreamConnection {
        try await ClientBootstrap(group: eventLoop)
            .connectTimeout(connectTimeout)
            .channelOption(.autoRead, value: false)
            .channelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 4_096, maximum: 16_384)
            )
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.socketOption(.so_keepalive), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        HTTPRequestEncoder(configuration: framing),
                        ByteToMessageHandler(
                            HTTPResponseDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits)),
                        ResponseReader(on: channel.eventLoop),
                    ])
                }
            }
            .connect(host: address.host, port: address.port)
            .flatMapThrowing { channel in
                let reader = try channel.pipeline.syncOperations.handler(type: ResponseReader.self)
                return UpstreamConnection(channel, NIOLoopBound(reader, eventLoop: channel.eventLoop))
            }
            .get()
    }

    /// The head already states the framing.
    private static var framing: HTTPRequestEncoder.Configuration {
        var configuration = HTTPRequestEncoder.Configuration()
        configuration.automaticallySetFramingHeaders = false
        return configuration
    }

    private static var limits: NIOHTTPDecoderLimitConfiguration {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 32_768
        limits.maxHeaderListSize = 65_536
        limits.maxHeaderFieldCount = 200
        return limits
    }

    /// Returns when the system has accepted the part. It does not while the application does not read.
    func write(_ part: HTTPClientRequestPart) async throws {
        try await channel.eventLoop.flatSubmit { [channel, reader] in
            reader.value.waitingSince = .now()
            return channel.writeAndFlush(part).always { _ in
                if case .end = part { reader.value.waitingSince = .now() } else { reader.value.waitingSince = nil }
            }
        }.get()
    }

    /// The head of the response, without interim ones (RFC 9110, 15.2).
    ///
    /// - Parameter limit: the maximum time for the application to accept a part of the request, and to respond to its
    ///   end.
    /// - Throws: ``TimedOut``; another error if the application sends no response.
    func head(within limit: Duration) async throws -> HTTPResponseHead {
        let part = try await channel.eventLoop.flatSubmit { [reader] in
            reader.value.startTimer(limit: TimeAmount(limit))
            return reader.value.next().always { _ in reader.value.stopTimer() }
        }.get()
        guard case .head(let head) = part else { throw HTTPParserError.invalidConstant }
        return head
    }

    /// The next bytes of the body; nil at its end.
    ///
    /// - Throws: an error if the application ends the connection before the end of the body.
    func next() async throws -> ByteBuffer? {
        let part = try await channel.eventLoop.flatSubmit { [reader] in reader.value.next() }.get()
        guard case .body(let bytes) = part else { return nil }
        return bytes
    }

    /// Also ends all waits for the connection, with an error: a response that the end of the connection would complete
    /// is incomplete then.
    func close() {
        channel.eventLoop.execute { [channel, reader] in
            reader.value.stop()
            channel.close(promise: nil)
        }
    }
}

/// Hands out the parts of a response one by one. Reads from the application only while somebody waits for a part.
final class ResponseReader: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let eventLoop: any EventLoop
    private var parts = CircularBuffer<HTTPClientResponsePart>()
    private var failure: (any Error)?
    private var waiting: EventLoopPromise<HTTPClientResponsePart>?
    /// The time since which the application has to act; nil while the client has to.
    var waitingSince: NIODeadline?
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(on eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        stopTimer()
        fail(ChannelError.eof)
    }

    /// Called on the event loop, and again only after the result.
    func next() -> EventLoopFuture<HTTPClientResponsePart> {
        let promise = eventLoop.makePromise(of: HTTPClientResponsePart.self)
        if let part = parts.popFirst() {
            promise.succeed(part)
        } else if let failure {
            promise.fail(failure)
        } else {
            waiting = promise
            context?.read()
        }
        return promise.futureResult
    }

    /// Fails with ``UpstreamConnection/TimedOut`` when the application has had to act for `limit`.
    func startTimer(limit: TimeAmount) {
        let left = waitingSince.map { limit - (.now() - $0) } ?? limit
        guard left > .nanoseconds(0) else { return fail(UpstreamConnection.TimedOut()) }
        timer = eventLoop.assumeIsolated().scheduleTask(in: left) { self.startTimer(limit: limit) }
    }

    func stopTimer() {
        timer?.cancel()
        timer = nil
    }

    /// Fails even if parts are left.
    func stop() {
        parts.removeAll()
        fail(ChannelError.ioOnClosedChannel)
    }

    func fail(_ error: any Error) {
        failure = failure ?? error
        waiting?.fail(error)
        waiting = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard failure == nil else { return }
        let part = unwrapInboundIn(data)
        guard let waiting else { return parts.append(part) }
        self.waiting = nil
        waiting.succeed(part)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if waiting != nil { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        fail(ChannelError.eof)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }
}

@available(*, unavailable)
extension ResponseReader: Sendable {}
