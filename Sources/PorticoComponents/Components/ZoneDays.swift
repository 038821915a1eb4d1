import Foundation

/// The days of a time zone.
package struct ZoneDays: Sendable {
    private let zone: TimeZone

    /// - Parameter zone: nil for UTC.
    package init(_ zone: TimeZone?) {
        self.zone = zone ?? .gmt
    }

    var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }

    /// The day of a time as date fields have it: `2026-11-28`.
    package func date(_ time: Date) -> String { time.formatted(style) }

    /// The start of the day of a time.
    package func start(of time: Date) -> Date { calendar.startOfDay(for: time) }

    /// The start of a day as date fields have it; nil if there is no such day.
    package func start(ofDate date: String) -> Date? { try? Date(date, strategy: style) }

    /// The same time of day some days later, or earlier if `days` is negative.
    package func adding(_ days: Int, to time: Date) -> Date {
        calendar.date(byAdding: .day, value: days, to: time) ?? time.addingTimeInterval(Double(days) * 86_400)
    }

    private var style: Date.ISO8601FormatStyle { Date.ISO8601FormatStyle(timeZone: zone).year().month().day() }
}
