import Foundation
import NIOCore
import PorticoAuth
import PorticoConfig
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("The log of recent events")
struct EventLogTests {
    private let start = Date(timeIntervalSince1970: 1_767_225_600)
    private let reader = EventReader(
        browser: 1, account: AccountID(server: .local, user: "ada"), signIn: 1, token: Token.random().digest,
        language: "en")

    private func numbers(_ log: EventLog, after number: UInt64) -> [String]? {
        log.events(after: number, for: reader)?.map { String(buffer: $0) }
    }

    @Test("keeps an event for a minute")
    func time() {
        var log = EventLog()
        log.append(WrittenEvent(ByteBuffer(string: "1")), number: 1, for: .everyone, at: start)
        log.append(WrittenEvent(ByteBuffer(string: "2")), number: 2, for: .everyone, at: start.addingTimeInterval(30))
        log.forget(before: start)
        #expect(numbers(log, after: 0) == ["1", "2"])
        log.forget(before: start.addingTimeInterval(1))
        #expect(numbers(log, after: 0) == nil)
        #expect(numbers(log, after: 1) == ["2"])
        log.append(WrittenEvent(ByteBuffer(string: "3")), number: 3, for: .everyone, at: start.addingTimeInterval(95))
        #expect(numbers(log, after: 1) == nil)
        #expect(numbers(log, after: 2) == ["3"])
        #expect(numbers(log, after: 3) == [])
    }

    @Test("is bounded in number")
    func capacity() {
        var log = EventLog()
        for number in 1...UInt64(EventLog.capacity) + 5 {
            log.append(WrittenEvent(ByteBuffer(string: "\(number)")), number: number, for: .everyone, at: start)
        }
        #expect(numbers(log, after: 4) == nil)
        #expect(numbers(log, after: 5)?.count == EventLog.capacity)
    }

    @Test("is bounded in bytes")
    func byteCapacity() {
        var log = EventLog()
        let large = ByteBuffer(repeating: 0x61, count: EventLog.byteCapacity / 4)
        for number in 1...UInt64(6) { log.append(WrittenEvent(large), number: number, for: .everyone, at: start) }
        #expect(numbers(log, after: 1) == nil)
        #expect(numbers(log, after: 2)?.count == 4)
    }

    @Test("returns the events of a reader's audience, and reports gaps")
    func gaps() {
        var log = EventLog()
        log.append(WrittenEvent(ByteBuffer(string: "1")), number: 1, for: .browser(2), at: start)
        log.append(WrittenEvent(ByteBuffer(string: "3")), number: 3, for: .browser(1), at: start)
        #expect(numbers(log, after: 0) == ["3"])
        #expect(numbers(log, after: 2) == ["3"])
    }
}
