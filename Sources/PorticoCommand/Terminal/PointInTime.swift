import ArgumentParser
import Foundation

/// A time or an age, as typed.
struct PointInTime: ExpressibleByArgument {
    private enum Value {
        case time(Date)
        case ago(TimeInterval)
    }

    private let value: Value

    /// Accepts `2026-01-31T08:00:00Z`, `2026-01-31` (UTC), and the ages `90s`, `15m`, `2h`, `7d`.
    init?(argument text: String) {
        if let date = Self.date(text) {
            value = .time(date)
        } else if let ago = text.wholeMatch(of: /([0-9]{1,9})([smhd])/), let count = Double(ago.1) {
            value = .ago(count * (Self.seconds[ago.2] ?? 0))
        } else {
            return nil
        }
    }

    func date(before now: Date) -> Date {
        switch value {
        case .time(let date): date
        case .ago(let seconds): now - seconds
        }
    }

    /// Checks the whole text first, because the parsing strategies ignore text after a date.
    private static func date(_ text: String) -> Date? {
        if text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil {
            return try? Date(text, strategy: Date.ISO8601FormatStyle().year().month().day())
        }
        let time = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})/
        guard let found = text.wholeMatch(of: time) else { return nil }
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: found.1 != nil))
    }

    private static let seconds: [Substring: TimeInterval] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
}
