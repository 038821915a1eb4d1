import Foundation

/// A date and a time of day, in UTC or in a time zone. It is computed with integer arithmetic, because the most frequent
/// page shows one.
///
/// The date follows Howard Hinnant's `civil_from_days` (<https://howardhinnant.github.io/date_algorithms.html>): years
/// begin in March, so the leap day is their last day, and an era of 400 years has exactly 146 097 days.
struct CivilTime: Sendable {
    let year: Int64
    let month: Int64
    let day: Int64
    let hour: Int64
    let minute: Int64
    let second: Int64

    /// - Parameter secondsSince1970: the time; clamped to the years 0 to 9999.
    init(secondsSince1970: Int64) {
        let seconds = min(max(secondsSince1970, -62_167_219_200), 253_402_300_799)
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        let ofDay = seconds - days * 86_400
        (hour, minute, second) = (ofDay / 3_600, ofDay / 60 % 60, ofDay % 60)
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date and the time of day in a time zone.
    init(_ date: Date, in zone: TimeZone) {
        self.init(
            secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)) + Int64(zone.secondsFromGMT(for: date)))
    }

    init(_ date: Date) {
        self.init(secondsSince1970: Int64(date.timeIntervalSince1970.rounded(.down)))
    }

    /// A time in UTC for programs: `2026-11-21T14:03:00Z` (RFC 3339).
    var machineReadable: String {
        String(unsafeUninitializedCapacity: 20) { utf8 in
            Self.write(year, digits: 4, at: 0, to: utf8)
            utf8[4] = UInt8(ascii: "-")
            Self.write(month, digits: 2, at: 5, to: utf8)
            utf8[7] = UInt8(ascii: "-")
            Self.write(day, digits: 2, at: 8, to: utf8)
            utf8[10] = UInt8(ascii: "T")
            Self.write(hour, digits: 2, at: 11, to: utf8)
            utf8[13] = UInt8(ascii: ":")
            Self.write(minute, digits: 2, at: 14, to: utf8)
            utf8[16] = UInt8(ascii: ":")
            Self.write(second, digits: 2, at: 17, to: utf8)
            utf8[19] = UInt8(ascii: "Z")
            return 20
        }
    }

    private static func write(
        _ number: Int64, digits: Int, at start: Int, to utf8: UnsafeMutableBufferPointer<UInt8>
    ) {
        var rest = number
        for index in stride(from: start + digits - 1, through: start, by: -1) {
            utf8[index] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
    }
}
