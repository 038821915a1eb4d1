import Hummingbird
import NIOCore
import ServiceLifecycle

extension LiveEvents {
    /// Writes events to a stream until the client disconnects, the sign-in ends or the server stops.
    ///
    /// - Parameters:
    ///   - after: the last event id that the client has received; nil if it sends none.
    ///   - isActive: whether the reader's sign-in is still active; checked once the stream receives events.
    package func serve(
        _ stream: EventStream, after: String?, to writer: inout any ResponseBodyWriter,
        isActive: () async -> Bool
    ) async throws {
        defer {
            end(stream)
            stream.stopWatching()
        }
        try await stream.watchClient { [weak stream] in stream.map(self.end) }
        try await withGracefulShutdownHandler {
            try await replay(after, to: stream, &writer)
            if await !isActive() { endSignIn(of: stream) }
            await stream.wait()
        } onGracefulShutdown: {
            self.end(stream)
        }
        try await writer.finish(nil)
    }

    /// Writes the missed events until none are left and the stream has joined the others.
    private func replay(_ after: String?, to stream: EventStream, _ writer: inout any ResponseBodyWriter) async throws {
        let position = position
        let claimed = after.flatMap(EventID.init)
        let isKnown = claimed.map { $0.start == position.start && $0.number <= position.number } ?? false
        var known = isKnown ? claimed?.number ?? position.number : position.number
        if let claimed, let shared = claimed.shared, claimed.start != position.start {
            known = try await replay(fromElsewhere: claimed, after: shared, to: stream, &writer)
        } else {
            try await writer.write(EventText.opening(at: id(known)))
            if after != nil, !isKnown { try await writer.write(EventText.missed(at: position)) }
        }
        while let events = join(stream, knowing: &known) {
            try await writer.write(contentsOf: events)
            // When the event loop has the events, the writer knows whether it has to wait.
            try await stream.eventLoop.submit {}.get()
            try await writer.write(EventText.pause)
        }
    }

    /// Writes the events that a client of another server has missed: the events of all servers, and one that reports
    /// that there may be more.
    ///
    /// - Returns: the position after them.
    private func replay(
        fromElsewhere claimed: EventID, after shared: Int64, to stream: EventStream,
        _ writer: inout any ResponseBodyWriter
    ) async throws -> UInt64 {
        try await writer.write(EventText.opening(at: claimed))
        try await catchUp(with: shared, for: stream)
        let (events, known) = missedEvents(afterShared: shared, for: stream.reader)
        try await writer.write(contentsOf: events)
        return known
    }

    /// Waits until this server has received the events up to `shared`, which the client knows from another one: it would
    /// send them again otherwise. Waits for ``patience`` at most, because they may never come: a client can send any
    /// number, and a database that was restored counts on from an earlier one.
    private func catchUp(with shared: Int64, for stream: EventStream) async throws {
        let end = ContinuousClock.now + Self.patience
        while knownShared ?? 0 < shared, !stream.isEnding, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private static let patience = Duration.seconds(5)
}
