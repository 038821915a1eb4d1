import Foundation

extension String {
    /// Replaces characters that move the cursor, end a line or change the text direction, because people choose their
    /// names freely.
    var printable: String {
        guard unicodeScalars.contains(where: Self.isHarmful) else { return self }
        var text = UnicodeScalarView()
        text.append(contentsOf: unicodeScalars.map { Self.isHarmful($0) ? "\u{FFFD}" : $0 })
        return String(text)
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }
}

extension Date {
    /// The time in UTC, to the second (RFC 3339).
    var line: String { formatted(.iso8601) }
}

extension Int {
    /// For example "1 account" or "2 accounts".
    func of(_ one: String, _ many: String? = nil) -> String { self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")" }
}
