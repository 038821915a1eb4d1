import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The value of a ``DetailCell``.
public enum CellValue: Sendable {
    case text(String)
    case time(Date)
    /// A time, with text below it.
    case timeAnd(Date, String)
    case duration(Duration)
}

/// A time in UTC; script shows it in the person's time zone.
public struct TimeText: Sendable {
    public var date: Date

    public init(_ date: Date) {
        self.date = date
    }

    var utc: UTCTime { UTCTime(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down))) }
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
