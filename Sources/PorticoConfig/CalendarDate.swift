import Foundation
import PorticoBytes

/// A day of the Gregorian calendar, in no time zone: `2026-11-28`.
public struct CalendarDate: LosslessStringConvertible, Hashable, Comparable, Sendable {
    /// From 1 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int
    /// From 1 to 31.
    public let day: Int

    /// nil for a day that does not exist.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(in: month, of: year)).contains(day)
        else { return nil }
        self.init(unchecked: (year, month, day))
    }

    private init(unchecked: (year: Int, month: Int, day: Int)) { (year, month, day) = unchecked }

    /// The day of a moment in a time zone.
    public init(_ date: Date, in zone: TimeZone) {
        let parts = Calendar.gregorian(zone).dateComponents([.year, .month, .day], from: date)
        self.init(unchecked: (parts.year ?? 1, parts.month ?? 1, parts.day ?? 1))
    }

    /// nil unless the text is a day, with four digits for the year and two for month and day.
    public init?(_ description: String) {
        guard let parts = description.numbers(separatedBy: "-", digits: [4, 2, 2]) else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }

    public var description: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }

    /// The first moment of the day in a time zone.
    public func start(in zone: TimeZone) -> Date { start(in: zone, daysLater: 0) }

    /// The first moment of the next day in a time zone.
    package func end(in zone: TimeZone) -> Date { start(in: zone, daysLater: 1) }

    private func start(in zone: TimeZone, daysLater days: Int) -> Date {
        let calendar = Calendar.gregorian(zone)
        let parts = DateComponents(year: year, month: month, day: day + days, hour: 12)
        // In some zones, a day does not begin at midnight.
        return calendar.startOfDay(for: calendar.date(from: parts) ?? .distantPast)
    }

    /// The day this many days later, or earlier if `days` is negative. It must be in the years 1 to 9999.
    package func adding(days: Int) -> CalendarDate {
        CalendarDate(start(in: .gmt, daysLater: days), in: .gmt)
    }

    public static func < (a: Self, b: Self) -> Bool { (a.year, a.month, a.day) < (b.year, b.month, b.day) }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// A month of a year: `2026-11`.
public struct CalendarMonth: LosslessStringConvertible, Hashable, Comparable, Sendable {
    /// From 1 to 9999.
    public let year: Int
    /// From 1 to 12.
    public let month: Int

    /// nil for a month that does not exist.
    public init?(year: Int, month: Int) {
        guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
        self.init(of: first)
    }

    /// The month of a day.
    public init(of date: CalendarDate) { (year, month) = (date.year, date.month) }

    /// nil unless the text is a month, with four digits for the year and two for the month.
    public init?(_ description: String) {
        guard let parts = description.numbers(separatedBy: "-", digits: [4, 2]) else { return nil }
        self.init(year: parts[0], month: parts[1])
    }

    public var description: String { "\(year.digits(4))-\(month.digits(2))" }

    public static func < (a: Self, b: Self) -> Bool { (a.year, a.month) < (b.year, b.month) }
}

/// A time of day, in no time zone: `09:30`, or `09:30:15` with seconds.
public struct TimeOfDay: LosslessStringConvertible, Hashable, Comparable, Sendable {
    /// From 0 to 23.
    public let hour: Int
    /// From 0 to 59.
    public let minute: Int
    /// From 0 to 59.
    public let second: Int

    /// nil for a time that does not exist.
    public init?(hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        self.init(unchecked: (hour, minute, second))
    }

    private init(unchecked: (hour: Int, minute: Int, second: Int)) { (hour, minute, second) = unchecked }

    /// nil unless the text is a time, with two digits for each part.
    public init?(_ description: String) {
        guard
            let parts = description.numbers(separatedBy: ":", digits: [2, 2])
                ?? description.numbers(separatedBy: ":", digits: [2, 2, 2])
        else { return nil }
        self.init(hour: parts[0], minute: parts[1], second: parts.count > 2 ? parts[2] : 0)
    }

    public var description: String {
        "\(hour.digits(2)):\(minute.digits(2))" + (second == 0 ? "" : ":\(second.digits(2))")
    }

    public static func < (a: Self, b: Self) -> Bool { (a.hour, a.minute, a.second) < (b.hour, b.minute, b.second) }
}

/// A day and a time of day, in no time zone: `2026-11-28T09:30`.
public struct LocalDateTime: LosslessStringConvertible, Hashable, Comparable, Sendable {
    public let date: CalendarDate
    public let time: TimeOfDay

    public init(date: CalendarDate, time: TimeOfDay) {
        self.date = date
        self.time = time
    }

    /// nil unless the text is a day and a time with `T` between them.
    public init?(_ description: String) {
        guard let (day, time) = description.cut(at: "T"), let date = CalendarDate(String(day)),
            let time = TimeOfDay(String(time))
        else { return nil }
        self.init(date: date, time: time)
    }

    public var description: String { "\(date)T\(time)" }

    /// The moment in a time zone. A time that the zone leaves out is that many minutes later, and of a time that it has
    /// twice, this is the first.
    public func moment(in zone: TimeZone) -> Date {
        let parts = DateComponents(
            year: date.year, month: date.month, day: date.day, hour: time.hour, minute: time.minute,
            second: time.second)
        return Calendar.gregorian(zone).date(from: parts) ?? date.start(in: zone)
    }

    public static func < (a: Self, b: Self) -> Bool { (a.date, a.time) < (b.date, b.time) }
}

extension Calendar {
    package static func gregorian(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar
    }
}

extension String {
    /// Numbers with these counts of ASCII digits; nil for any other text.
    fileprivate func numbers(separatedBy separator: ASCII, digits: [Int]) -> [Int]? {
        let parts = fields(separatedBy: separator)
        guard parts.count == digits.count else { return nil }
        let numbers = zip(parts, digits).compactMap { part, count in
            part.utf8.count == count && part.utf8.allSatisfy(\.isASCIIDigit) ? Int(part) : nil
        }
        return numbers.count == digits.count ? numbers : nil
    }
}

extension Int {
    /// The number with at least so many digits.
    fileprivate func digits(_ count: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, count - digits.utf8.count)) + digits
    }
}
