import Foundation
import NIOCore
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Times in UTC")
struct CivilTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (951_782_399, "2000-02-28T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (1_795_269_780, "2026-11-21T14:03:00Z"),
        (4_107_542_400, "2100-03-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (Int64.max, "9999-12-31T23:59:59Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
        (Int64.min, "0000-01-01T00:00:00Z"),
    ])
    func `known moments`(seconds: Int64, text: String) {
        #expect(CivilTime(secondsSince1970: seconds).machineReadable == text)
    }

    @Test func `every day of four centuries is what Foundation says`() {
        let style = Date.ISO8601FormatStyle()
        for day in stride(from: Int64(-10_000), to: 140_000, by: 1) {
            let seconds = day * 86_400 + day % 86_400
            let expected = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
            guard CivilTime(secondsSince1970: seconds).machineReadable == expected else {
                Issue.record("day \(day)")
                return
            }
        }
    }

    @Test func `a time is in the zone of its reader, or says UTC`() {
        let moment = TimeText(Date(timeIntervalSince1970: 1_795_269_780.9))
        #expect(render(moment).contains(#"<time datetime="2026-11-21T14:03:00Z">21 Nov 2026 at 14:03 UTC</time>"#))
        var html = HTMLWriter(language: "en")
        html.timeZone = TimeZone(identifier: "Asia/Kathmandu")
        moment.render(into: &html)
        #expect(
            String(buffer: html.buffer).contains(
                #"<time datetime="2026-11-21T14:03:00Z">21 Nov 2026 at 19:48</time>"#))
    }
}

@Suite("H3 Times as each language writes them")
struct TimePatternTests {
    @Test(arguments: [("en", "5 December 2026"), ("id", "5 Desember 2026"), ("zh-Hans", "2026年12月5日")])
    func `a day in a template is in the language of the page`(language: String, text: String) throws {
        var html = HTMLWriter(language: language)
        try #require(CalendarDate("2026-12-05")).render(into: &html)
        #expect(String(buffer: html.buffer) == text)
    }

    @Test(
        arguments: [
            ("en", "5 Mar 2026 at 00:07"), ("zh-Hans", "2026年3月5日 00:07"), ("ru", "5 марта 2026 г., 00:07"),
            ("id", "5 Mar 2026, 00.07"), ("ar", "5 مارس، 2026، 12:07 ص"),
        ])
    func `have its order, its words and its clock`(language: String, text: String) {
        let format = ReaderFormat(Strings(language: language), zone: .gmt)
        let written = format.moment(Date(timeIntervalSince1970: 1_772_669_220))
        // ICU separates some parts with spaces that do not break.
        #expect(String(written.map { $0.isWhitespace ? " " : $0 }) == text)
    }

    @Test(arguments: Language.offered)
    func `are those of ICU`(language: Language) throws {
        let locale = ReaderFormat.locale(of: language.tag)
        let words = TimePattern.Words(locale)
        for fields in ["yMMMdjmm", "jmm", "MMMMd", "yMMMMd"] {
            let pattern = try #require(DateFormatter.dateFormat(fromTemplate: fields, options: 0, locale: locale))
            let formatter = DateFormatter()
            formatter.locale = locale
            formatter.timeZone = .gmt
            formatter.dateFormat = pattern
            let own = TimePattern(pattern, words)
            // Every month, and every hour of the day.
            for hour in stride(from: 0.0, to: 24 * 366, by: 25) {
                let date = Date(timeIntervalSince1970: 1_767_225_840 + hour * 3600)
                #expect(own.text(CivilTime(date)) == formatter.string(from: date))
            }
        }
    }

    @Test func `follow the summer time of the zone`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let format = ReaderFormat(Strings(language: "en"), zone: zone)
        let change = Date(timeIntervalSince1970: 1_774_746_000)
        #expect(format.timeOfDay(change - 1) == "01:59")
        #expect(format.timeOfDay(change) == "03:00")
    }
}
