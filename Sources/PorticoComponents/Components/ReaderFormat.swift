import Foundation
import PorticoBytes
import PorticoConfig
import PorticoHTML

/// Writes times, durations and numbers for one reader. Every page and mail uses it.
package struct ReaderFormat: Sendable {
    private let t: Strings
    private let zone: TimeZone?

    /// - Parameters:
    ///   - t: the texts of the reader's language.
    ///   - zone: the reader's time zone; nil if it is not known.
    package init(_ t: Strings, zone: TimeZone? = nil) {
        self.t = t
        self.zone = zone
    }

    /// A time as all lists show it, such as "28 Nov 2026 at 04:05", in the reader's time zone; otherwise in UTC, which it
    /// says.
    func moment(_ date: Date) -> String { inZone(text(date, \.moment)) }

    private func inZone(_ time: String) -> String { zone == nil ? t.momentUTC(time) : time }

    /// A time in the reader's time zone, otherwise in UTC, with the name of the zone.
    package func time(_ date: Date) -> String {
        guard let zone else { return moment(date) }
        return date.formatted(style(.long, zone).timeZone())
    }

    /// A time with the day of the week, in the reader's time zone, otherwise in UTC, with the name of the zone.
    package func timeWithWeekday(_ date: Date) -> String {
        guard let zone else { return t.momentUTC(date.formatted(style(.complete, .gmt))) }
        return date.formatted(style(.complete, zone).timeZone())
    }

    private func style(_ style: Date.FormatStyle.DateStyle, _ zone: TimeZone) -> Date.FormatStyle {
        Date.FormatStyle(date: style, time: .shortened, locale: locale, timeZone: zone)
    }

    private func text(_ date: Date, _ pattern: KeyPath<TimePatterns, TimePattern>) -> String {
        let patterns = TimePatterns.of(t.languageTag, locale: locale)
        return patterns[keyPath: pattern].text(CivilTime(date, in: zone ?? .gmt))
    }

    private var locale: Locale { Self.locale(of: t.languageTag) }

    /// The locale of a language, whose forms ICU prepares once.
    static func locale(of language: String) -> Locale { locales[language] ?? Locale(identifier: language) }

    private static let locales = Dictionary(
        uniqueKeysWithValues: Language.all.map { ($0.tag, Locale(identifier: identifiers[$0.tag] ?? $0.tag)) })

    /// The English of the texts is British.
    private static let identifiers = [Language.source.tag: "en_GB", Language.pseudo.tag: "en_GB"]

    /// The day of a time, as a header: "Today", "Yesterday", "28 November", with the year if it is another than that of
    /// `now`.
    package func day(_ date: Date, now: Date) -> String {
        let zone = zone ?? .gmt
        let (day, today) = (CalendarDate(date, in: zone), CalendarDate(now, in: zone))
        if day == today { return t.today }
        if day == today.adding(days: -1) { return t.yesterday }
        return text(date, day.year == today.year ? \.day : \.dayOfYear)
    }

    /// The time of day in the reader's time zone, such as "14:03"; otherwise in UTC, which it says.
    package func timeOfDay(_ date: Date) -> String { inZone(text(date, \.timeOfDay)) }

    /// A browser and its system, such as "Firefox on Linux"; empty if they are unknown.
    ///
    /// - Parameter agent: as sign-ins and events are stored, in English.
    package func device(_ agent: String) -> String {
        if agent.isSameBytes(as: "Command line") { return t.commandLine }
        let words = agent.asciiWords
        guard let on = words.firstIndex(where: { $0.isSameBytes(as: "on") }) else { return agent }
        return t.browserOnSystem(words[..<on].joined(separator: " "), words[(on + 1)...].joined(separator: " "))
    }

    /// The origin of a request in words, such as "Firefox on Linux, 192.0.2.7"; empty if nothing is known.
    package func place(agent: String, address: String) -> String {
        let device = device(agent)
        if device.isEmpty || address.isEmpty { return device + address }
        return t.deviceAtAddress(device, address)
    }

    /// The day of a time in Greenwich, with the month in words.
    func day(_ date: Date) -> String {
        date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: .gmt))
    }

    /// The time from `date` to `now`; nil if `date` is in the future, or more than six days ago.
    package func timeAgo(_ date: Date, now: Date) -> String? {
        let minutes = Int(now.timeIntervalSince(date) / 60)
        return switch minutes {
        case ..<0: nil
        case ..<1: t.agoNow
        case ..<60: t.agoMinutes(minutes)
        case ..<(24 * 60): t.agoHours(minutes / 60)
        case ..<(7 * 24 * 60): t.agoDays(minutes / (24 * 60))
        default: nil
        }
    }

    /// A duration in one unit, rounded down: minutes below two hours, hours below two days, otherwise days.
    package func duration(_ duration: Duration) -> String {
        let minutes = Int(duration.components.seconds / 60)
        return switch minutes {
        case ..<1: t.spanShort
        case ..<(2 * 60): t.spanWholeMinutes(minutes)
        case ..<(2 * 24 * 60): t.spanWholeHours(minutes / 60)
        default: t.spanWholeDays(minutes / (24 * 60))
        }
    }

    /// Facts on one line, such as "ada · Headquarters". Empty ones are left out.
    package func facts(_ facts: [String]) -> String {
        let pair = t.factsOfTwo("\u{FFFC}", "\u{FFFC}")
            .unicodeScalars.split(separator: "\u{FFFC}", omittingEmptySubsequences: false).map { String($0) }
        let shown = facts.filter { !$0.isEmpty }.map { Strings.isolated($0) }
        return shown.isEmpty ? "" : pair[0] + shown.joined(separator: pair[1]) + pair[2]
    }

    /// A name or another value in its own direction, whatever the direction of the text around it.
    package func isolated(_ value: String) -> String {
        Strings.isolated(value, always: Language(tag: t.languageTag)?.isRightToLeft ?? false)
    }

    /// The items as a list of the language.
    package func list(_ items: [String]) -> String { LocalizedText.list(items).string(in: t.languageTag) }

    /// A text whose number script puts in, as JSON: its plural forms, with U+FFFC in place of the number, and the form of
    /// each number.
    func forms(_ text: (Int) -> String) -> String {
        let order = t.pluralOrder
        var texts: [String] = []
        for (number, digit) in order.digits.utf8.enumerated() where Int(digit) - 48 == texts.count {
            texts.append(text(number).replacing(bytes: self.number(number), with: "\u{FFFC}"))
        }
        return CompactJSON.text(
            NumberForms(
                texts: texts, order: order.digits, period: order.period, separator: t.digitSeparator))
    }

    /// A number with the digits in groups, as the language writes it: "1,004" in English.
    package func number(_ number: Int) -> String { Strings.grouped(number, by: t.digitSeparator) }
}

/// The forms of a text with a number, for `plural.js`.
private struct NumberForms: Encodable {
    let texts: [String]
    /// The index of the text of each whole number from 0 on, as a digit. The last `period` repeat.
    let order: String
    let period: Int
    let separator: String
}

extension LocalizedText {
    /// The items as a list of the reader's language. Halves are joined, so that a long list is not nested deeply.
    package static func list(_ items: some Collection<String>) -> LocalizedText {
        guard items.count > 1 else { return (items.first ?? "").localizedText }
        let half = items.count / 2
        return .listOfTwo(list(items.prefix(half)), list(items.dropFirst(half)))
    }
}

extension CalendarDate: HTMLRenderable {
    /// Writes the day in the language of the page, such as "5 December 2026".
    public func render(into html: inout HTMLWriter) {
        html.text(ReaderFormat(Strings(language: html.language)).day(start(in: .gmt)))
    }
}

extension LocalizedText: HTMLRenderable {
    /// Writes the text in the language of the page.
    public func render(into html: inout HTMLWriter) { html.text(string(in: html.language)) }
}
