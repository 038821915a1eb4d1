import Foundation
import PorticoTexts

/// Keeps the direction of values apart from that of the texts around them (Unicode, UAX #9).
enum Isolation {
    /// Whether a language is written from right to left.
    static func isRightToLeft(_ language: String) -> Bool {
        Locale.Language(identifier: language).characterDirection == .rightToLeft
    }

    /// Whether a text with values begins with no letter of its language, which would give it its direction: "%@ · %@" in
    /// Arabic. A mark (U+200F) then does.
    static func needsMark(_ format: FormatString, in language: String) -> Bool {
        guard isRightToLeft(language), !format.arguments.isEmpty else { return false }
        for case .literal(let text) in format.segments {
            if let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic) { return letter.isASCII }
        }
        return true
    }

    /// A function for the generated texts.
    static let function = #"""
        /// A value between marks that keep its direction apart from that of the text around it. Without `always`, only a
        /// value with letters that are written from right to left gets them.
        package static func isolated(_ value: String, always: Bool = false) -> String {
        guard !value.isEmpty, always || value.unicodeScalars.contains(where: isRightToLeft) else { return value }
        return "\u{2068}\(value)\u{2069}"
        }

        private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x590 else { return false }
        return [0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF]
        .contains { $0.contains(scalar.value) }
        }

        """#
}
