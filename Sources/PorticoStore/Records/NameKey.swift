import Foundation
import PorticoConfig

extension Account {
    /// The key by which lists of accounts are ordered, see ``NameKey``.
    package var nameKey: String { NameKey(name: name, userName: id.user).value }
}

/// The key by which people are ordered. It is never empty.
///
/// It is the name, or the user name if there is none, without differences of case, width and accents: "Émile" comes
/// between "Ella" and "Emma". Keys are compared byte by byte, so every engine has the same order, that of the Unicode
/// code points.
package struct NameKey: Hashable, Sendable {
    package let value: String

    /// The greatest length of a key in bytes of UTF-8. Names that begin alike beyond it have the same key.
    package static let maximumLength = 200

    package init(name: String, userName: String) {
        value = [name, userName].lazy.map(Self.folded).first { !$0.isEmpty } ?? "\u{FFFD}"
    }

    private static func folded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isAfterSpace = true
        // Decomposed first, because "™" is "TM". The detour by upper case makes "ß" the same as "ss".
        let folded = text.decomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
        for scalar in folded.decomposedStringWithCompatibilityMapping.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.value < 0x20 {
                if !isAfterSpace { scalars.append(" ") }
                isAfterSpace = true
            } else if !isAccent(scalar) {
                scalars.append(contentsOf: (letters[scalar] ?? String(scalar)).unicodeScalars)
                isAfterSpace = false
            }
        }
        if isAfterSpace, !scalars.isEmpty { scalars.removeLast() }
        return String(scalars).precomposedStringWithCanonicalMapping.prefix(bytes: maximumLength)
    }

    /// Whether it is an accent of Latin, Greek or Cyrillic letters. The marks of other scripts are letters.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

    /// Letters with a stroke and ligatures, which Unicode does not decompose.
    private static let letters: [Unicode.Scalar: String] = [
        "æ": "ae", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ø": "o", "œ": "oe", "þ": "th",
    ]
}

extension String {
    /// The first scalars that have at most this length in UTF-8.
    fileprivate func prefix(bytes maximum: Int) -> String {
        guard utf8.count > maximum else { return self }
        var end = utf8.index(startIndex, offsetBy: maximum)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
