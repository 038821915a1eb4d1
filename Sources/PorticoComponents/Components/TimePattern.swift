import Foundation
import Synchronization

/// How a language writes times. ICU, which takes microseconds for each time, prepares them once.
struct TimePatterns: Sendable {
    /// A day with its year, in a short form, and the time of day.
    let moment: TimePattern
    let timeOfDay: TimePattern
    /// A day of the present year, with the month in words.
    let day: TimePattern
    /// A day with its year.
    let dayOfYear: TimePattern

    private init(_ locale: Locale) {
        let words = TimePattern.Words(locale)
        let pattern = { (fields: String) in
            TimePattern(DateFormatter.dateFormat(fromTemplate: fields, options: 0, locale: locale) ?? fields, words)
        }
        moment = pattern("yMMMdjmm")
        timeOfDay = pattern("jmm")
        day = pattern("MMMMd")
        dayOfYear = pattern("yMMMMd")
    }

    private static let known = Mutex<[String: TimePatterns]>([:])

    /// The patterns of a language, by its tag.
    static func of(_ language: String, locale: Locale) -> TimePatterns {
        known.withLock { known in
            if let patterns = known[language] { return patterns }
            let patterns = TimePatterns(locale)
            known[language] = patterns
            return patterns
        }
    }
}

/// A pattern for times (Unicode LDML, "Date Format Patterns"). Seconds, eras and weekdays are not among its fields.
struct TimePattern: Sendable {
    /// The words of a language that stand in times.
    struct Words: Sendable {
        let months: [String]
        let shortMonths: [String]
        /// Before noon, and from noon on.
        let halves: [String]

        init(_ locale: Locale) {
            let formatter = DateFormatter()
            formatter.locale = locale
            months = formatter.monthSymbols
            shortMonths = formatter.shortMonthSymbols
            halves = [formatter.amSymbol, formatter.pmSymbol]
        }
    }

    private enum Part: Sendable {
        case text(String)
        case year
        case month(digits: Int)
        case day(digits: Int)
        /// From 0 to 23.
        case hour(digits: Int)
        /// From 1 to 12.
        case hourOfHalf(digits: Int)
        case minute
        case word([String], Index)

        enum Index { case month, half }
    }

    private var parts: [Part] = []

    init(_ pattern: String, _ words: Words) {
        var isQuoted = false
        var rest = Substring(pattern).unicodeScalars
        while let first = rest.first {
            let run = rest.prefix { $0 == first }
            let isField = first.isASCII && first.properties.isAlphabetic && !isQuoted
            rest = rest.dropFirst(isField ? run.count : 1)
            if isField {
                parts.append(Self.field(first, count: run.count, words))
            } else if first != "'" {
                parts.append(.text(String(first)))
            } else if let next = rest.first, next == first {
                parts.append(.text("'"))
                rest = rest.dropFirst()
            } else {
                isQuoted.toggle()
            }
        }
    }

    private static func field(_ letter: Unicode.Scalar, count: Int, _ words: Words) -> Part {
        switch (letter, count) {
        case ("y", _): .year
        case ("M", 3), ("L", 3): .word(words.shortMonths, .month)
        case ("M", 4), ("L", 4): .word(words.months, .month)
        case ("M", _), ("L", _): .month(digits: count)
        case ("d", _): .day(digits: count)
        case ("H", _): .hour(digits: count)
        case ("h", _): .hourOfHalf(digits: count)
        case ("m", _): .minute
        case ("a", _), ("b", _), ("B", _): .word(words.halves, .half)
        default: .text("")
        }
    }

    func text(_ time: CivilTime) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .text(let words): text += words
            case .year: text += "\(time.year)"
            case .month(let digits): text += Self.digits(time.month, atLeast: digits)
            case .day(let digits): text += Self.digits(time.day, atLeast: digits)
            case .hour(let digits): text += Self.digits(time.hour, atLeast: digits)
            case .hourOfHalf(let digits): text += Self.digits((time.hour + 11) % 12 + 1, atLeast: digits)
            case .minute: text += Self.digits(time.minute, atLeast: 2)
            case .word(let words, .month): text += words[Int(time.month) - 1]
            case .word(let words, .half): text += words[Int(time.hour / 12)]
            }
        }
        return text
    }

    private static func digits(_ number: Int64, atLeast count: Int) -> String {
        count == 2 && number < 10 ? "0\(number)" : "\(number)"
    }
}
