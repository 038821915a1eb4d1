import NIOCore

/// Ends a connection whose client accepts no bytes for 30 seconds while some wait for it.
final class WriteProgress: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// The time between two looks, while bytes wait.
    private static let interval = TimeAmount.seconds(10)
    /// After how many looks without progress the connection ends.
    private static let patience = 3

    private let slowReaders: SlowReaders
    private var isSlow = false
    /// How many bytes were written so far.
    private var written = 0
    /// How many of them the client had accepted at the last look.
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
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { catchUp(context) }
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

    /// A connection on which nothing waits is not looked at until the next write.
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
