import NIOCore
import NIOHTTPTypes
import Synchronization

/// An open event stream: a response that continues until the client or the server ends it.
///
/// Events are written to the channel on its event loop, so that an idle stream needs no running task, timer or buffer.
package final class EventStream: Sendable {
    private struct State {
        var isEnding = false
        var isOver = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    let reader: EventReader
    /// A sequence number, which also distributes periodic work over time.
    let number: Int
    private let channel: any Channel
    private let releaseSlot: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter releaseSlot: called when the stream is released, even if it was never opened.
    init(reader: EventReader, number: Int, channel: any Channel, releaseSlot: @escaping @Sendable () -> Void) {
        self.reader = reader
        self.number = number
        self.channel = channel
        self.releaseSlot = releaseSlot
    }

    deinit {
        releaseSlot()
    }

    var eventLoop: any EventLoop { channel.eventLoop }

    /// Whether the stream is about to end and must not receive further events.
    var isEnding: Bool { state.withLock { $0.isEnding } }

    /// Sends bytes; called on the event loop. Closes the channel of a reader that has not accepted earlier bytes: the
    /// reader reconnects, and gets the missed events.
    func send(_ bytes: ByteBuffer) {
        guard channel.isWritable else { return channel.close(promise: nil) }
        channel.writeAndFlush(HTTPResponsePart.body(bytes), promise: nil)
    }

    /// Waits until the stream has ended and all its bytes are written.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiting = continuation }
                return state.isOver
            }
            if isOver { eventLoop.execute { continuation.resume() } }
        }
    }

    func beginEnding() {
        state.withLock { $0.isEnding = true }
    }

    /// Ends the response; nothing may be sent after that. A reader that does not accept the bytes already sent is
    /// disconnected.
    func end() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.isOver = true
            return state.waiting
        }
        eventLoop.execute { [channel] in
            if !channel.isWritable { channel.close(promise: nil) }
            waiting?.resume()
        }
    }
}

// MARK: Disconnection

extension EventStream {
    /// Calls `gone` when the client has closed the connection. Without this, only the next event would detect that.
    func watchClient(_ gone: @escaping @Sendable () -> Void) async throws {
        try await eventLoop.submit { [channel] in
            try channel.pipeline.syncOperations.addHandler(
                DisconnectHandler(gone: gone), name: DisconnectHandler.name, position: .first)
        }.get()
        #if os(Linux)
            // Detects a vanished client at the next heartbeats instead of after 15 minutes.
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
