import Foundation
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoViews
import Synchronization

/// Tells open pages what happens, each through its browser's stream of events.
///
/// Events have an order. Whoever comes back within a minute is told what was missed; see ``EventLog``.
public final class LiveEvents: Sendable {
    private struct State {
        var log = EventLog()
        var table: StreamTable
    }

    private let start = String(UInt32.random(in: 0x8000_0000 ... .max), radix: 36)
    private let now: @Sendable () -> Date
    private let state: Mutex<State>
    private let newest = Atomic<UInt64>(0)

    /// - Parameter app: says how many streams there may be.
    public init(app: AppConfig, now: @escaping @Sendable () -> Date) {
        self.now = now
        state = Mutex(State(table: StreamTable(limits: (app.eventStreamsPerAccount, app.eventStreams))))
    }

    /// How many streams are open.
    public var streamCount: Int { state.withLock { $0.table.count } }

    /// The id of the newest event. A page that takes it before it reads what it shows misses nothing afterwards.
    var position: EventID { id(newest.load(ordering: .acquiring)) }

    func id(_ number: UInt64) -> EventID { EventID(start: start, number: number) }

    /// Tells an audience, after everything that was published before.
    ///
    /// - Parameter isKept: whether those who come back are told too. What the next event of its kind makes worthless would
    ///   only take the place of others.
    /// - Returns: whether anybody listens.
    @discardableResult
    func publish(_ name: String, _ value: some Encodable, to audience: Audience, isKept: Bool = true) -> Bool {
        let json = CompactJSON.text(value)
        return state.withLock { state in
            let id = nextID()
            let bytes = EventText.event(name, json, id: id)
            if isKept { state.log.append(bytes, number: id.number, for: audience, at: now()) }
            let streams = state.table.streams(of: audience)
            deliver(bytes, to: streams)
            return !streams.isEmpty
        }
    }

    /// Tells whoever shows one of these values that it has changed; those who show any, where it is not known which.
    func publish(_ change: ConfigChange) {
        for (scope, keys) in change.keys { publish("config", ["keys": keys.sorted()], to: Audience(scope)) }
    }

    private func nextID() -> EventID {
        id(newest.add(1, ordering: .acquiringAndReleasing).newValue)
    }

    /// Hands the same bytes to all of them, in one turn of each event loop. Called under the lock, so that everybody
    /// hears everything in one order.
    private func deliver(_ bytes: ByteBuffer, to streams: [EventStream]) {
        for (_, streams) in Dictionary(grouping: streams, by: { ObjectIdentifier($0.eventLoop) }) {
            streams[0].eventLoop.execute { for stream in streams { stream.send(bytes) } }
        }
    }
}

// MARK: Streams

extension LiveEvents {
    /// A stream that may be opened.
    ///
    /// - Throws: 429 where the account has too many, 503 where there are too many in all.
    func stream(for reader: EventReader, on channel: any Channel) throws(WebError) -> EventStream {
        let number = try state.withLock { state throws(WebError) in
            try state.table.takePlace(of: reader.account)
        }
        return EventStream(reader: reader, number: number, channel: channel) { [weak self] in
            self?.state.withLock { $0.table.freePlace(of: reader.account) }
        }
    }

    /// Lets a stream hear everything from now on where it knows all that is known so far.
    ///
    /// - Returns: what it does not know yet; nil where it has joined, or is over.
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

    /// Ends a stream. Nothing is sent to it from then on.
    func end(_ stream: EventStream) {
        stream.beginEnding()
        state.withLock { $0.table.remove(stream) }
        stream.end()
    }

    /// Says to the streams of a browser that their sign-in has ended, and ends them.
    func endSignIns(in browser: Browser.ID) {
        for stream in state.withLock({ $0.table.streams(of: .browser(browser)) }) { endSignIn(of: stream) }
    }

    /// Says to the streams of a sign-in that it has ended, and ends them.
    func endSignIn(_ id: SignIn.ID) {
        for stream in state.withLock({ $0.table.streams(of: .signIn(id)) }) { endSignIn(of: stream) }
    }

    /// Says to a stream that its sign-in has ended, and ends it.
    func endSignIn(of stream: EventStream) {
        let json = CompactJSON.text(["account": stream.reader.account.description])
        state.withLock { state in
            state.table.remove(stream)
            deliver(EventText.event("session", json, id: nextID()), to: [stream])
        }
        end(stream)
    }

    /// Lets those of the streams hear a sign of life whose turn it is, and forgets what is past its time.
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
