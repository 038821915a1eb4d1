import Foundation
import NIOCore

/// What was published within the last minute, for streams that come back. Bounded in number and in bytes.
struct EventLog: Sendable {
    private struct Entry {
        let number: UInt64
        let audience: Audience
        let bytes: ByteBuffer
        let time: Date
    }

    /// How long an event is known, in seconds.
    static let memory: TimeInterval = 60
    /// The most events.
    static let capacity = 4096
    /// The most bytes of all of them.
    static let byteCapacity = 1_048_576

    private var entries = CircularBuffer<Entry>()
    private var size = 0
    /// The newest event that is no longer known.
    private var forgotten: UInt64 = 0

    mutating func append(_ bytes: ByteBuffer, number: UInt64, for audience: Audience, at time: Date) {
        forget(before: time.addingTimeInterval(-Self.memory))
        entries.append(Entry(number: number, audience: audience, bytes: bytes, time: time))
        size += bytes.readableBytes
        while entries.count > Self.capacity || size > Self.byteCapacity { forgetFirst() }
    }

    mutating func forget(before time: Date) {
        while let first = entries.first, first.time < time { forgetFirst() }
    }

    /// What a reader was not told who knows everything up to `number`; nil where that is no longer known.
    func events(after number: UInt64, for reader: EventReader) -> [ByteBuffer]? {
        guard number >= forgotten else { return nil }
        return entries.reversed().prefix { $0.number > number }.reversed()
            .filter { reader.isIn($0.audience) }.map(\.bytes)
    }

    private mutating func forgetFirst() {
        let first = entries.removeFirst()
        size -= first.bytes.readableBytes
        forgotten = first.number
    }
}
