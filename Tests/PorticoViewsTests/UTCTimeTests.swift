import Foundation
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Times in UTC")
struct UTCTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (1_795_269_780, "2026-11-21T14:03:00Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (Int64.max, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (Int64.min, "0000-01-01T00:00:00Z"),
    ])
    func `known moments`(seconds: Int64, text: String) {
        #expect(UTCTime(secondsSince1970: seconds).machineReadable == text)
    }

    @Test func `every day of four centuries is what Foundation says`() {
        let style = Date.ISO8601FormatStyle()
        for day in stride(from: Int64(-10_000), to: 140_000, by: 1) {
            let seconds = day * 86_400 + day % 86_400
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
            guard UTCTime(secondsSince1970: seconds).machineReadable == expected else {
                Issue.record("day \(day)")
                return
            }
        }
    }

    @Test func `a moment is readable as it is`() {
        let moment = TimeText(Date(timeIntervalSince1970: 1_795_269_780.9))
        #expect(
            render(moment).contains(#"<time datetime="2026-11-21T14:03:00Z">2026-11-21 14:03 UTC</time>"#))
    }
}
