/// The initials of a person in a circle, whose colour follows from the name. Decoration beside the name: assistive
/// technology ignores it.
public struct Avatar: Sendable {
    /// The name beside it.
    public var name: String

    public init(_ name: String) {
        self.name = name
    }

    /// The first letters of the first and the last word, in capitals. A letter without case stands alone, as in Chinese,
    /// where one character is enough, and in Arabic, where two would join to a word. Empty for a name without letters
    /// and digits.
    ///
    /// Goes through the name by Unicode scalars, because a single Character can have any length.
    var initials: String {
        let words = name.unicodeScalars.split { $0.properties.isWhitespace }
        let letters = words.compactMap { $0.first { $0.properties.isAlphabetic || $0.properties.numericType != nil } }
        guard let first = letters.first else { return "" }
        guard letters.count > 1, first.properties.isCased, let last = letters.last, last.properties.isCased else {
            return Self.capital(first)
        }
        return Self.capital(first) + Self.capital(last)
    }

    private static func capital(_ letter: Unicode.Scalar) -> String { letter.properties.titlecaseMapping }

    /// The hue of the circle in degrees: the FNV-1a hash of the name, which is the same in every process.
    ///
    /// With the lightness of the template, white letters have a contrast of 4.7:1 or more on every hue.
    var hue: Int {
        let hash = name.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        return Int(hash % 360)
    }
}
