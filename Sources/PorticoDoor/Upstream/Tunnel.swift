import NIOCore
import NIOHTTP1

/// One end of a WebSocket connection through this server: bytes that arrive here leave at the other end. An end reads
/// only while the other one can write.
///
/// Both ends are on the same event loop.
final class TunnelEnd: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var context: ChannelHandlerContext?
    private var other: TunnelEnd?
    private var owesRead = false

    /// Takes the connections out of HTTP after the response 101. Called on their event loop.
    static func join(_ client: any Channel, _ upstream: any Channel) throws -> EventLoopFuture<Void> {
        let (front, back) = (TunnelEnd(), TunnelEnd())
        (front.other, back.other) = (back, front)
        let pacing = try client.pipeline.syncOperations.handler(type: RequestPacing.self)
        try client.pipeline.syncOperations.addHandler(front, position: .before(pacing))
        let pipeline = upstream.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        _ = pipeline.removeHandler(try pipeline.handler(type: ResponseReader.self))
        _ = pipeline.removeHandler(try pipeline.handler(type: HTTPRequestEncoder.self))
        try pipeline.addHandler(back)
        // The decoder leaves in another turn of the event loop. Nothing can be written until then.
        return pipeline.removeHandler(decoder).assumeIsolated().map {
            // The bytes that followed the head of the request.
            if let bytes = pacing.takeHeld() { back.send(bytes) }
            for end in [front, back] {
                end.context?.flush()
                end.read()
            }
        }.nonisolated()
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        other = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other?.send(unwrapInboundIn(data))
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        other?.context?.flush()
        read()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable, let other, other.owesRead { other.read() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { other?.end() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        other?.end()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// The handlers after this one do not know the tunnel, so their reads are ignored.
    package func read(context: ChannelHandlerContext) {}

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        promise?.fail(ChannelError.ioOnClosedChannel)
    }

    private func read() {
        guard let context, let target = other?.context else { return }
        owesRead = !target.channel.isWritable
        if !owesRead { context.read() }
    }

    private func send(_ bytes: ByteBuffer) {
        context?.write(wrapOutboundOut(.byteBuffer(bytes)), promise: nil)
    }

    /// Closes the connection once everything is written.
    private func end() {
        guard let context else { return }
        let written = context.eventLoop.makePromise(of: Void.self)
        context.writeAndFlush(wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: written)
        let channel = context.channel
        written.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
}

@available(*, unavailable)
extension TunnelEnd: Sendable {}
