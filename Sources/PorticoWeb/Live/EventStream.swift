import NIOCore
import NIOHTTPTypes
import Synchronization

/// An open stream: a response to ``EventReader`` that goes on until one of the two ends it.
///
/// What is published is written to its channel straight from the channel's event loop, so a stream that waits costs no
/// task, no timer and no buffer of its own.
final class EventStream: Sendable {
    private struct State {
        var isEnding = false
        var isOver = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    let reader: EventReader
    /// Another one for every stream: spreads over time what is done for all.
    let number: Int
    private let channel: any Channel
    private let freePlace: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter freePlace: called when nobody needs the stream any more, whether it was ever opened or not.
    init(reader: EventReader, number: Int, channel: any Channel, freePlace: @escaping @Sendable () -> Void) {
        self.reader = reader
        self.number = number
        self.channel = channel
        self.freePlace = freePlace
    }

    deinit {
        freePlace()
    }

    var eventLoop: any EventLoop { channel.eventLoop }

    /// Whether it is about to end, so that it must not be told of anything more.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Sends these bytes, on the event loop. A reader who has not taken what was sent before is dropped: it comes back and
    /// is told again.
    func send(_ bytes: ByteBuffer) {
        guard channel.isWritable else { return channel.close(promise: nil) }
        channel.writeAndFlush(HTTPResponsePart.body(bytes), promise: nil)
    }

    /// Waits until it is over.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    func beginEnding() {
        state.withLock { $0.isEnding = true }
    }

    /// Lets the response end. By now nothing more may be sent. A reader who does not take what was sent is not waited for.
    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.isOver = true
            return state.waiting
        }
        eventLoop.execute { [channel] in
            if !channel.isWritable { channel.close(promise: nil) }
        }
        waiting?.resume()
    }
}

// MARK: When the client goes

extension EventStream {
    /// Calls `gone` once the client has closed the connection, which otherwise would be noticed at the next event only.
    func watchClient(_ gone: @escaping @Sendable () -> Void) async throws {
        try await eventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.addHandler(
                DisconnectHandler(gone: gone), name: DisconnectHandler.name, position: .first)
        }.get()
        #if os(Linux)
            // A client that vanished without a word is found out by the next signs of life, not after a quarter of an hour.
            try? await channel.setOption(Self.acknowledgementTimeout, value: 45_000).get()
        #endif
    }

    func stopWatching() {
        channel.pipeline.removeHandler(name: DisconnectHandler.name, promise: nil)
    }

    /// `TCP_USER_TIMEOUT`, in milliseconds (RFC 5482).
    private static let acknowledgementTimeout = ChannelOptions.Types.SocketOption(
        level: .tcp, name: NIOBSDSocket.Option(rawValue: 18))
}
