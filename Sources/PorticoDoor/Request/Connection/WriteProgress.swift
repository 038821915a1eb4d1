import NIOCore

/// Closes a connection whose client accepts no bytes for 30 seconds while bytes wait.
///
/// Other handlers learn only of bytes that still wait after a flush. A response that the system accepts at once does
/// not delay the next one.
final class WriteProgress: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The time between two checks while bytes wait.
    private static let interval = TimeAmount.seconds(10)
    /// The number of checks without progress after which the connection closes.
    private static let patience = 3

    private let slowReaders: SlowReaders
    private var isSlow = false
    /// The number of bytes written so far.
    private var written = 0
    /// The number of bytes that the client had accepted at the last check.
    private var taken = 0
    private var looksWithoutProgress = 0
    private var nextLook: Scheduled<Void>?

    init(slowReaders: SlowReaders) {
        self.slowReaders = slowReaders
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written &+= unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
        if nextLook == nil { scheduleLook(context) }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        let channel = context.channel
        guard !isSlow, channel.isActive, !channel.isWritable else { return }
        isSlow = true
        slowReaders.add(channel)
        context.fireChannelWritabilityChanged()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        guard isSlow, context.channel.isWritable else { return }
        catchUp(context)
        context.fireChannelWritabilityChanged()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        nextLook?.cancel()
        nextLook = nil
        catchUp(context)
    }

    private func catchUp(_ context: ChannelHandlerContext) {
        guard isSlow else { return }
        isSlow = false
        slowReaders.remove(context.channel)
    }

    private func scheduleLook(_ context: ChannelHandlerContext) {
        nextLook = context.eventLoop.assumeIsolated().scheduleTask(in: Self.interval) { self.look(context) }
    }

    /// Checks stop when no bytes wait, and resume with the next write.
    private func look(_ context: ChannelHandlerContext) {
        nextLook = nil
        let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
        guard waiting > 0 else {
            looksWithoutProgress = 0
            return
        }
        let taken = written &- waiting
        looksWithoutProgress = taken == self.taken ? looksWithoutProgress + 1 : 0
        self.taken = taken
        guard looksWithoutProgress < Self.patience else { return slowReaders.end(context.channel) }
        scheduleLook(context)
    }
}

@available(*, unavailable)
extension WriteProgress: Sendable {}
