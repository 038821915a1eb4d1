extension Unicode.Scalar {
    /// Whether the character moves a cursor, ends a line or changes the direction of text: control characters, line and
    /// paragraph separators, and bidirectional controls (Unicode Standard Annex 9). Logs and terminals must not contain
    /// it.
    package var isControlOrDirection: Bool {
        guard !isASCII else { return UInt8(ascii: self).isASCIIControl }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: properties.isBidiControl
        }
    }
}

extension String {
    /// The text with control and direction characters escaped as in Swift, such as `\n` or `\u{202E}` (ASVS 5.0,
    /// 16.4.1).
    package var escapingControls: String {
        replacingScalars(where: \.isControlOrDirection) { $0.escaped(asASCII: true) }
    }

    /// The text with U+FFFD for control and direction characters, for a terminal.
    package var printable: String { replacingScalars(where: \.isControlOrDirection) { _ in "\u{FFFD}" } }

    /// Several lines, with U+FFFD for control and direction characters except line feeds and tabs.
    package var printableLines: String {
        replacingScalars(where: { $0.isControlOrDirection && $0 != "\n" && $0 != "\t" }) { _ in "\u{FFFD}" }
    }

    /// A JSON text in which all control and direction characters are escaped, including those that JSON permits
    /// unescaped (RFC 8259, 7). All of them are below U+10000. The values stay the same.
    package var escapingControlsOfJSON: String {
        replacingScalars(where: { $0.value >= 0x7F && $0.isControlOrDirection }) { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    private func replacingScalars(
        where isReplaced: (Unicode.Scalar) -> Bool, with replacement: (Unicode.Scalar) -> String
    ) -> String {
        guard unicodeScalars.contains(where: isReplaced) else { return self }
        return unicodeScalars.map { isReplaced($0) ? replacement($0) : String($0) }.joined()
    }
}
