import Foundation

/// The value of a ``DetailCell``.
public enum CellValue: Sendable {
    case text(String)
    case time(Date)
    /// A recent time, as the time since then at `now`: "2 minutes ago".
    case ago(Date, now: Date)
    case duration(Duration)
}

/// A time in UTC; script shows it in the person's time zone.
public struct TimeText: Sendable {
    public var date: Date

    public init(_ date: Date) {
        self.date = date
    }

    package var utc: UTCTime { UTCTime(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down))) }
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

    /// nil if the exact time is shown.
    func words(_ t: Strings) -> String? {
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

    func exact(_ t: Strings) -> String { t.momentUTC(TimeText(date).utc.readable) }
}

/// A duration in its two largest units.
public struct DurationText: Sendable {
    public var duration: Duration

    public init(_ duration: Duration) {
        self.duration = duration
    }

    func words(_ t: Strings) -> String {
        let minutes = Int(duration.components.seconds / 60)
        let hours = minutes / 60
        switch minutes {
        case ..<1: return t.spanShort
        case ..<60: return t.spanMinutes(minutes)
        case ..<(24 * 60): return t.spanHours(hours, minutes % 60)
        default: return t.spanDays(hours / 24, hours % 24)
        }
    }
}
