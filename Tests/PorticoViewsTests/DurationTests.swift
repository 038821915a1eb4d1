import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Durations and numbers as people read them")
struct DurationTests {
    private let t = Strings(language: "en")

    private static let inputs: [(String, String, DurationInput.Unit, String)] = [
        ("0", "0", .seconds, "0 seconds"), ("1", "1", .seconds, "1 second"),
        ("60", "1", .minutes, "1 minute"), ("5400", "90", .minutes, "90 minutes"), ("43200", "12", .hours, "12 hours"),
        ("86400", "1", .days, "1 day"), ("315360000", "3650", .days, "3,650 days"),
        ("0.5", "0.5", .seconds, "0.5 seconds"),
    ]

    @Test(arguments: inputs)
    func `have the largest unit without a fraction`(
        seconds: String, number: String, unit: DurationInput.Unit, words: String
    ) {
        let input = DurationInput(seconds: seconds)
        #expect(input == DurationInput(number: number, unit: unit))
        #expect(input.seconds == seconds)
        #expect(input.words(t) == words)
    }

    @Test func `are typed with any number and unit`() {
        #expect(DurationInput(number: "1.5", unit: .hours).seconds == "5400")
        #expect(DurationInput(number: "3 650", unit: .days).seconds == "315360000")
        for text in ["", "soon", "inf", "1,5"] { #expect(DurationInput(number: text, unit: .days).seconds == nil) }
    }

    private static let ages: [(Double, String?)] = [
        (-60, nil), (-1, "Just now"), (0, "Just now"), (59, "Just now"), (60, "1 minute ago"), (3599, "59 minutes ago"),
        (3600, "1 hour ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"), (604_799, "6 days ago"), (604_800, nil),
    ]

    @Test(arguments: ages)
    func `in the past are shown for a week`(seconds: Double, words: String?) {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(ReaderFormat(t).timeAgo(now - seconds, now: now) == words)
    }

    @Test func `a relative time has the exact time too`() {
        let ago = TimeAgo(Date(timeIntervalSince1970: 1_800_000_000), now: Date(timeIntervalSince1970: 1_800_000_120))
        let markup = render(ago)
        #expect(markup.contains(#"<span title="15 Jan 2027 at 08:00 UTC">2 minutes ago"#))
        #expect(markup.contains(#" (<time datetime="2027-01-15T08:00:00Z">15 Jan 2027 at 08:00 UTC</time>)"#))
    }

    @Test func `a session says when it was used and since when it lasts, in whole texts of the catalogue`() {
        let now = Date(timeIntervalSince1970: 1_800_000_000)
        func lines(lastSeen seconds: Double) -> String {
            let session = SessionRow(
                id: 1, browser: "", address: "", since: now - 86_400, lastSeen: now - seconds, isAutomatic: false,
                isThis: true)
            return render(SessionCell(sessions: [session], end: "/sessions", now: now))
        }
        #expect(lines(lastSeen: 59).contains(">Active now<br>Logged in since: <time datetime=\"2027-01-14"))
        #expect(lines(lastSeen: 60).contains(#">Last active: <span title="15 Jan 2027 at 07:59 UTC">1 minute ago<"#))
    }

    @Test func `numbers have groups of three digits`() {
        #expect(
            [0, 999, 1000, 1_234_567, -1000].map(ReaderFormat(t).number) == [
                "0", "999", "1,000", "1,234,567", "-1,000",
            ])
    }
}
