import Foundation
import NIOCore

/// The events of the last minute, for reconnecting streams. Their number and their bytes are limited.
struct EventLog: Sendable {
    private struct Entry {
        let number: UInt64
        /// Its number on all servers; nil for an event of this server alone.
        let shared: Int64?
        let audience: Audience
        let event: WrittenEvent
        let time: Date
    }

    /// The time for which the log keeps an event, in seconds.
    static let memory: TimeInterval = 60
    /// The maximum number of events.
    static let capacity = 4096
    /// The maximum size of all events in bytes.
    static let byteCapacity = 1_048_576

    private var entries = CircularBuffer<Entry>()
    private var size = 0
    /// The number of the newest dropped event.
    private var forgotten: UInt64 = 0

    mutating func append(
        _ event: WrittenEvent, number: UInt64, shared: Int64? = nil, for audience: Audience, at time: Date
    ) {
        forget(before: time.addingTimeInterval(-Self.memory))
        entries.append(Entry(number: number, shared: shared, audience: audience, event: event, time: time))
        size += event.size
        while entries.count > Self.capacity || size > Self.byteCapacity { forgetFirst() }
    }

    mutating func forget(before time: Date) {
        while let first = entries.first, first.time < time { forgetFirst() }
    }

    /// The events after `number` for a reader; nil if some of them were dropped.
    func events(after number: UInt64, for reader: EventReader) -> [ByteBuffer]? {
        guard number >= forgotten else { return nil }
        return entries.reversed().prefix { $0.number > number }.reversed()
            .filter { reader.isIn($0.audience) }.map { $0.event.bytes(in: reader.language) }
    }

    /// The events of all servers after `shared` for a reader, and the number of the event before them; nil without such
    /// events.
    func events(afterShared shared: Int64, for reader: EventReader) -> (before: UInt64?, events: [ByteBuffer]) {
        let missed = entries.filter { ($0.shared ?? 0) > shared && reader.isIn($0.audience) }
        return (missed.first.map { $0.number - 1 }, missed.map { $0.event.bytes(in: reader.language) })
    }

    private mutating func forgetFirst() {
        let first = entries.removeFirst()
        size -= first.event.size
        forgotten = first.number
    }
}
