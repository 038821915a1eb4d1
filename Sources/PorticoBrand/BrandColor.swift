import Foundation
import PorticoBytes

/// An opaque sRGB colour.
package struct BrandColor: Hashable, Sendable, CustomStringConvertible {
    package let red: UInt8
    package let green: UInt8
    package let blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// `nil` unless the text is `#` and six hexadecimal digits.
    package init?(_ text: String) {
        guard let digits = text.dropping(prefix: "#"), digits.utf8.count == 6,
            digits.utf8.allSatisfy(\.isASCIIHexDigit),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        self.init(number)
    }

    /// - Parameter number: `0xRRGGBB`.
    init(_ number: UInt32) {
        self.init(
            red: UInt8(number >> 16 & 0xFF), green: UInt8(number >> 8 & 0xFF), blue: UInt8(number & 0xFF))
    }

    /// For example `#ffcc00`.
    package var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The relative luminance (WCAG 2.2), 0 for black to 1 for white.
    package var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// The contrast ratio (WCAG 2.2), 1 to 21.
    package func contrast(with other: BrandColor) -> Double {
        let (first, second) = (luminance, other.luminance)
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    private static func linear(_ value: UInt8) -> Double {
        let share = Double(value) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    /// This colour mixed with `share` of another, 0 to 1.
    func mixed(with other: BrandColor, _ share: Double) -> BrandColor {
        func mix(_ own: UInt8, _ other: UInt8) -> UInt8 {
            UInt8((Double(own) + (Double(other) - Double(own)) * share).rounded())
        }
        return BrandColor(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }
}

extension BrandColor {
    static let white = BrandColor(0xFFFFFF)
    static let black = BrandColor(0x000000)
    /// Dark text.
    static let ink = BrandColor(0x1C1C1E)
}
