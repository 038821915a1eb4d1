import NIOCore

/// Detects in a channel's pipeline that the client has disconnected.
final class DisconnectHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    static let name = "portico.events"
    private let gone: @Sendable () -> Void

    init(gone: @escaping @Sendable () -> Void) {
        self.gone = gone
    }

    func handlerAdded(context: ChannelHandlerContext) {
        if !context.channel.isActive { gone() }
    }

    /// A browser that closes its sending half of the connection does not read the other half either.
    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        gone()
        context.fireChannelInactive()
    }
}
