import Foundation

extension Date {
    /// The time in UTC, to the second (RFC 3339).
    var line: String { formatted(.iso8601) }
}

extension Int {
    /// For example "1 account" or "2 accounts".
    func of(_ one: String, _ many: String? = nil) -> String { self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")" }
}
