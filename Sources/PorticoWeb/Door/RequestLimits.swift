import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes connections whose requests are too large or come in too slowly, whoever is to answer them.
///
/// Idle connections and headers that do not arrive are the server's own time-out; this one is for bodies, which the server
/// reads to their end even where nobody wants them.
public final class RequestLimits: ChannelInboundHandler, RemovableChannelHandler {
    public typealias InboundIn = HTTPRequestPart
    public typealias InboundOut = HTTPRequestPart

    /// The most bytes a body may have, wanted or not.
    static let bodyLimit = 1_048_576
    /// How long a body may take.
    static let bodyTime = TimeAmount.seconds(20)

    private var received = 0
    private var deadline: Scheduled<Void>?

    /// Most requests are small, and a connection keeps the buffer that it read into: it grows where they are not.
    public func handlerAdded(context: ChannelHandlerContext) {
        try? context.channel.syncOptions?.setOption(
            .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 64, initial: 512, maximum: 65_536))
    }

    public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            received = 0
        case .body(let part):
            received += part.readableBytes
            if received > Self.bodyLimit { return context.close(promise: nil) }
            if deadline == nil { startDeadline(context) }
        case .end:
            stopDeadline()
        }
        context.fireChannelRead(data)
    }

    public func channelInactive(context: ChannelHandlerContext) {
        stopDeadline()
        context.fireChannelInactive()
    }

    public func handlerRemoved(context: ChannelHandlerContext) {
        stopDeadline()
    }

    private func startDeadline(_ context: ChannelHandlerContext) {
        let channel = context.channel
        deadline = context.eventLoop.scheduleTask(in: Self.bodyTime) { channel.close(promise: nil) }
    }

    private func stopDeadline() {
        deadline?.cancel()
        deadline = nil
    }
}

@available(*, unavailable)
extension RequestLimits: Sendable {}

extension RequestLimits {
    /// What goes into the pipeline of every connection.
    public static func handlers() -> [any RemovableChannelHandler] { [RequestLimits()] }
}
