import NIOCore

/// Ends a connection whose reader takes nothing of what it was sent for 30 seconds.
final class WriteProgress: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    /// How often it is looked, while something waits to be taken.
    private static let interval = TimeAmount.seconds(10)
    /// After how many looks without progress the connection ends.
    private static let patience = 3

    /// How many bytes were written so far.
    private var written = 0
    /// How many of them had been taken at the last look.
    private var taken = 0
    private var looksWithoutProgress = 0
    private var nextLook: Scheduled<Void>?

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        written &+= unwrapOutboundIn(data).readableBytes
        context.write(data, promise: promise)
        if nextLook == nil { scheduleLook(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        nextLook?.cancel()
        nextLook = nil
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
        guard looksWithoutProgress < Self.patience else { return context.close(promise: nil) }
        scheduleLook(context)
    }
}

@available(*, unavailable)
extension WriteProgress: Sendable {}
