import Foundation
import NIOCore
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoViews
import Synchronization

/// An event for the open pages of every server of an installation.
public struct RelayedEvent: Codable, Sendable {
    let name: String
    let json: String
    let audience: Audience
    /// Whether servers keep the event for reconnecting clients.
    public let isKept: Bool
}

/// Publishes events to open pages, through the event stream of each page.
///
/// Events are ordered. A client that reconnects within a minute receives the events that it missed.
/// With several servers, all of them receive the kept events in one order, so a client can reconnect to any of them.
public final class LiveEvents: Sendable {
    private struct State {
        var log = EventLog()
        var table: StreamTable
    }

    private let start = String(UInt32.random(in: 0x8000_0000 ... .max), radix: 36)
    private let now: @Sendable () -> Date
    private let relay: @Sendable (RelayedEvent) -> Bool
    private let languages: [String]
    private let state: Mutex<State>
    private let newest = Atomic<UInt64>(0)
    /// -1 while this server does not know it.
    private let newestShared = Atomic<Int64>(-1)

    /// - Parameters:
    ///   - app: contains the limits for streams.
    ///   - relay: passes an event to the other servers of the installation. Returns true if this server receives the
    ///     event like the others, in the order of all servers.
    public convenience init(
        app: AppConfig, now: @escaping @Sendable () -> Date,
        relay: @escaping @Sendable (RelayedEvent) -> Bool = { _ in false }
    ) {
        self.init(app: app, languages: Strings.languages, now: now, relay: relay)
    }

    /// - Parameter languages: the languages of pages, BCP 47 tags.
    init(
        app: AppConfig, languages: [String], now: @escaping @Sendable () -> Date,
        relay: @escaping @Sendable (RelayedEvent) -> Bool = { _ in false }
    ) {
        self.now = now
        self.relay = relay
        self.languages = languages
        state = Mutex(State(table: StreamTable(limits: (app.eventStreamsPerAccount, app.eventStreams))))
    }

    /// The number of open streams.
    public var streamCount: Int { state.withLock { $0.table.count } }

    /// The id of the newest event. A page that reads it before its data misses no later change.
    package var position: EventID {
        // Read before the number: another server sends an event again that arrives in between, and never skips it.
        let shared = knownShared
        return EventID(start: start, number: newest.load(ordering: .acquiring), shared: shared)
    }

    func id(_ number: UInt64) -> EventID {
        EventID(start: start, number: number, shared: knownShared)
    }

    /// The number of the newest event that all servers have received; nil if this server does not know it.
    var knownShared: Int64? {
        let number = newestShared.load(ordering: .acquiring)
        return number < 0 ? nil : number
    }

    /// Sets the number of the newest event that all servers have received. A page that is rendered afterwards misses no
    /// later event, whichever server its stream reaches.
    public func setNewestShared(_ number: Int64) {
        newestShared.store(number, ordering: .releasing)
    }

    /// Publishes an event to an audience, in order.
    ///
    /// - Parameters:
    ///   - isKept: whether servers keep the event for reconnecting clients. Pass false if the next event of its kind
    ///     replaces it.
    func publish(_ name: String, _ value: some Encodable, to audience: Audience, isKept: Bool = true) {
        let event = RelayedEvent(name: name, json: CompactJSON.text(value), audience: audience, isKept: isKept)
        if !relay(event) { receive(event) }
    }

    /// Publishes an event only on the pages of this server.
    ///
    /// - Parameter shared: its number on all servers; nil for an event of this server alone.
    public func receive(_ event: RelayedEvent, shared: Int64? = nil) {
        let json = event.json(in: languages)
        state.withLock { state in
            if let shared { setNewestShared(shared) }
            let id = nextID()
            let written = WrittenEvent(event.name, json, id: id)
            if event.isKept {
                state.log.append(written, number: id.number, shared: shared, for: event.audience, at: now())
            }
            deliver(written, to: state.table.streams(of: event.audience))
        }
    }

    /// Publishes the changed keys to their audiences; an empty list means that any key may have changed. Other servers
    /// learn of the change from the database.
    func publish(_ change: ConfigChange) {
        for (scope, keys) in change.keys {
            let json = CompactJSON.text(["keys": keys.sorted()])
            receive(RelayedEvent(name: "config", json: json, audience: Audience(scope), isKept: true))
        }
    }

    /// Refreshes regions of open pages: those with one of these names in `data-portico-config`.
    ///
    /// ```swift
    /// main.live.changed("orders", for: .account(seller))
    /// ```
    ///
    /// - Parameter names: at least one; without white space, quotes and backslashes.
    public func changed(_ names: String..., for audience: Audience) {
        precondition(!names.isEmpty && names.allSatisfy(Self.isRegionName), "not names of regions: \(names)")
        publish("config", ["keys": names.sorted()], to: audience)
    }

    /// Whether a name can stand in the list of `data-portico-config`, and in a selector.
    private static func isRegionName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0.isASCIIWhitespace || "\"\\".utf8.contains($0) }
    }

    private func nextID() -> EventID {
        id(newest.add(1, ordering: .acquiringAndReleasing).newValue)
    }

    /// Sends an event to streams, to each in its language. Called under the lock, so that all streams have the same
    /// order.
    private func deliver(_ event: WrittenEvent, to streams: [EventStream]) {
        if event.isTheSameForAll { return deliver(event.bytes(in: ""), to: streams) }
        for (language, streams) in Dictionary(grouping: streams, by: \.reader.language) {
            deliver(event.bytes(in: language), to: streams)
        }
    }

    /// Sends the same bytes to all streams, with one task per event loop.
    private func deliver(_ bytes: ByteBuffer, to streams: [EventStream]) {
        for (_, streams) in Dictionary(grouping: streams, by: { ObjectIdentifier($0.eventLoop) }) {
            streams[0].eventLoop.execute { for stream in streams { stream.send(bytes) } }
        }
    }
}

// MARK: Streams

extension LiveEvents {
    /// Creates a stream.
    ///
    /// - Throws: 429 if the account has too many, 503 if there are too many in total.
    package func stream(for reader: EventReader, on channel: any Channel) throws(WebError) -> EventStream {
        let number = try state.withLock { state throws(WebError) in
            try state.table.reserveSlot(of: reader.account)
        }
        return EventStream(reader: reader, number: number, channel: channel) { [weak self] in
            self?.state.withLock { $0.table.releaseSlot(of: reader.account) }
        }
    }

    /// Adds a stream to the receivers if it has all events so far.
    ///
    /// - Returns: the events it misses; nil if it was added, or has ended.
    func join(_ stream: EventStream, knowing known: inout UInt64) -> [ByteBuffer]? {
        state.withLock { state in
            guard !stream.isEnding else { return nil }
            let events = state.log.events(after: known, for: stream.reader) ?? [EventText.missed(at: position)]
            known = newest.load(ordering: .relaxed)
            guard events.isEmpty else { return events }
            state.table.add(stream)
            return nil
        }
    }

    /// The events that a client of another server misses: one that reports a gap, and those that all servers receive;
    /// and the position after them.
    func missedEvents(afterShared shared: Int64, for reader: EventReader) -> (events: [ByteBuffer], known: UInt64) {
        state.withLock { state in
            let known = newest.load(ordering: .relaxed)
            let (before, events) = state.log.events(afterShared: shared, for: reader)
            // If the connection breaks before the client has the events, it gets them again.
            let start = EventID(start: start, number: before ?? known, shared: shared)
            return ([EventText.missed(at: start)] + events, known)
        }
    }

    /// Ends a stream. Later events are not sent to it.
    func end(_ stream: EventStream) {
        stream.beginEnding()
        state.withLock { $0.table.remove(stream) }
        stream.end()
    }

    /// Ends all streams. Their pages open new streams, and get the missed events.
    public func endStreams() {
        for stream in state.withLock({ $0.table.streams(of: .everyone) }) { end(stream) }
    }

    /// Announces to all streams of a browser that their sign-in has ended, and ends them. A page whose stream opens
    /// later receives the announcement if the page was created before.
    package func endSignIns(in browser: Browser.ID) {
        for stream in state.withLock({ $0.table.streams(of: .browser(browser)) }) { endSignIn(of: stream) }
        receive(RelayedEvent(name: "session", json: "{}", audience: .browser(browser), isKept: true))
    }

    /// The streams that receive the events of an audience, unordered.
    func streams(of audience: Audience) -> [EventStream] { state.withLock { $0.table.streams(of: audience) } }

    /// Announces to all streams of a sign-in that it has ended, and ends them.
    func endSignIn(_ id: SignIn.ID) {
        for stream in state.withLock({ $0.table.streams(of: .signIn(id)) }) { endSignIn(of: stream) }
    }

    /// Announces to a stream that its sign-in has ended, and ends the stream. Writes nothing to a stream that has ended
    /// already: its connection may have the next response.
    func endSignIn(of stream: EventStream) {
        let json = CompactJSON.text(["account": stream.reader.account.description])
        state.withLock { state in
            guard !stream.isEnding else { return }
            state.table.remove(stream)
            deliver(EventText.event("session", json, id: nextID()), to: [stream])
        }
        end(stream)
    }

    /// Sends a heartbeat to the streams of this turn, and drops expired events.
    ///
    /// - Returns: those streams.
    func beat(turn: Int, of turns: Int) -> [EventStream] {
        state.withLock { state in
            state.log.forget(before: now().addingTimeInterval(-EventLog.memory))
            let streams = state.table.streams(of: .everyone).filter { $0.number % turns == turn % turns }
            deliver(EventText.signOfLife(at: position), to: streams)
            return streams
        }
    }
}
