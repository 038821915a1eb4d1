import Foundation
import PorticoBytes
import PorticoConfig

extension Account {
    /// The key by which lists of accounts are ordered, see ``NameKey``.
    package var nameKey: String { NameKey(name: name, userName: id.user).value }
}

/// The name of an account, and the stored key by which lists of accounts are ordered.
public struct AccountNameKey: Hashable, Sendable {
    public let id: AccountID
    public let name: String
    /// The stored key; empty if it is missing.
    public let key: String

    public init(id: AccountID, name: String, key: String) {
        self.id = id
        self.name = name
        self.key = key
    }

    /// With the key of the name; nil if that is the stored one.
    package var renewed: AccountNameKey? {
        let current = NameKey(name: name, userName: id.user).value
        return current.isSameBytes(as: key) ? nil : AccountNameKey(id: id, name: name, key: current)
    }
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
        for scalar in caseless(text).unicodeScalars {
            if isSpace(scalar) {
                if !isAfterSpace { scalars.append(" ") }
                isAfterSpace = true
            } else if !isAccent(scalar) {
                if let letters = scalar.isASCII ? nil : letters[scalar] {
                    scalars.append(contentsOf: letters.unicodeScalars)
                } else {
                    scalars.append(scalar)
                }
                isAfterSpace = false
            }
        }
        if isAfterSpace, !scalars.isEmpty { scalars.removeLast() }
        let folded = String(scalars)
        let composed = folded.hasOnlyASCII ? folded : folded.precomposedStringWithCanonicalMapping
        return composed.prefix(bytes: maximumLength)
    }

    /// In lower case, and decomposed. Most names are ASCII, for which Foundation takes long.
    private static func caseless(_ text: String) -> String {
        guard !text.hasOnlyASCII else { return text.lowercased() }
        // Decomposed first, because "™" is "TM". The detour by upper case makes "ß" the same as "ss".
        let decomposed = text.decomposedStringWithCompatibilityMapping
        return decomposed.lowercased().uppercased().lowercased().decomposedStringWithCompatibilityMapping
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar.value <= 0x20 : scalar.properties.isWhitespace
    }

    /// Whether it is an accent of Latin, Greek or Cyrillic letters. The marks of other scripts are letters.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool { (0x300...0x36F).contains(scalar.value) }

    /// Letters with a stroke and ligatures, which Unicode does not decompose.
    private static let letters: [Unicode.Scalar: String] = [
        "æ": "ae", "đ": "d", "ð": "d", "ħ": "h", "ł": "l", "ø": "o", "œ": "oe", "þ": "th",
    ]
}

extension String {
    fileprivate var hasOnlyASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// The first scalars that have at most this length in UTF-8.
    fileprivate func prefix(bytes maximum: Int) -> String {
        guard utf8.count > maximum else { return self }
        var end = utf8.index(startIndex, offsetBy: maximum)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
