/// An ASCII character, written as a literal: `let comma: ASCII = ","`.
///
/// Programs read separators as bytes. Swift's `Character` is a grapheme cluster: a combining mark beside a separator
/// hides it (`/` and U+0301 are one Character), and three other characters are equal to one of ASCII (U+037E to `;`,
/// U+1FEF to the grave accent, U+212A to `K`).
@usableFromInline package struct ASCII: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    @usableFromInline package let byte: UInt8

    /// Traps for a literal outside ASCII.
    @inlinable package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
        byte = UInt8(ascii: scalar)
    }
}

extension UInt8 {
    @inlinable package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    @inlinable package var isASCIIUppercase: Bool { (0x41...0x5A).contains(self) }
    @inlinable package var isASCIILowercase: Bool { (0x61...0x7A).contains(self) }
    @inlinable package var isASCIILetter: Bool { isASCIIUppercase || isASCIILowercase }
    @inlinable package var isASCIIHexDigit: Bool { hexDigitValue != nil }
    /// A space or a tab (OWS in RFC 9110, 5.6.3).
    @inlinable package var isASCIIBlank: Bool { self == 0x20 || self == 0x09 }
    /// A space, tab, line feed, form feed or carriage return (ASCII whitespace in the WHATWG Infra standard).
    @inlinable package var isASCIIWhitespace: Bool { isASCIIBlank || self == 0x0A || self == 0x0C || self == 0x0D }
    /// A control character of ASCII, DEL included.
    @inlinable package var isASCIIControl: Bool { self < 0x20 || self == 0x7F }
    /// Printable and not a space (VCHAR in RFC 5234).
    @inlinable package var isASCIIVisible: Bool { (0x21...0x7E).contains(self) }

    @inlinable package var asciiLowercased: UInt8 { isASCIIUppercase ? self | 0x20 : self }
    @inlinable package var asciiUppercased: UInt8 { isASCIILowercase ? self & 0xDF : self }

    /// The value of a hexadecimal digit; nil for any other byte.
    @inlinable package var hexDigitValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
