import Foundation

/// Dates in the format of mail headers (RFC 5322, 3.3), in UTC.
enum MailDate {
    static func text(_ date: Date) -> String { formatter("EEE, dd MMM yyyy HH:mm:ss '+0000'").string(from: date) }

    static func date(_ text: String) -> Date? { formatter("EEE, dd MMM yyyy HH:mm:ss '+0000'").date(from: text) }

    /// A sortable form for file names.
    static func stamp(_ date: Date) -> String { formatter("yyyyMMdd'T'HHmmss'Z'").string(from: date) }

    private static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.dateFormat = format
        return formatter
    }
}
