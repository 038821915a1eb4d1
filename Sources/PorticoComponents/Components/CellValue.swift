import Foundation

/// The value of a ``DetailCell``.
public enum CellValue: Sendable {
    case text(String)
    case time(Date)
    /// A recent time, as the time since then at `now`: "2 minutes ago".
    case ago(Date, now: Date)
    case duration(Duration)
    /// A state.
    case badge(Badge)
}

/// A time in the time zone of the person; in UTC, which it then says, if that is not known.
public struct TimeText: Sendable {
    public var date: Date

    public init(_ date: Date) {
        self.date = date
    }

    /// The time for programs (RFC 3339).
    package var machineReadable: String { CivilTime(date).machineReadable }
}

/// A recent time, as the time since then. The exact time is its tooltip, and screen readers announce it afterwards.
/// After six days, the exact time itself.
public struct TimeAgo: Sendable {
    public var date: Date
    public var now: Date

    public init(_ date: Date, now: Date) {
        self.date = date
        self.now = now
    }
}

/// A duration in the largest unit of which it has two or more, rounded down.
public struct DurationText: Sendable {
    public var duration: Duration

    public init(_ duration: Duration) {
        self.duration = duration
    }
}

/// A text of the catalogue in two parts, around an element that stands in the place of its only argument.
package struct TextAround {
    package let before: String
    package let after: String

    package init(_ text: (String) -> String) {
        // U+FFFC, the object replacement character, stands for an object within a text.
        let parts = text("\u{FFFC}").unicodeScalars.split(separator: "\u{FFFC}", omittingEmptySubsequences: false)
        before = parts.first.map { String($0) } ?? ""
        after = parts.count > 1 ? String(parts[1]) : ""
    }
}
