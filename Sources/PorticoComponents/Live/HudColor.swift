import PorticoBytes

/// An sRGB colour with 8 bits per component. Its JSON form is the CSS notation `#rrggbbaa`.
public struct HudColor: Hashable, Sendable {
    /// From 0 to 1, like the other components.
    public let red: Double
    public let green: Double
    public let blue: Double
    public let opacity: Double

    /// Rounds to 8 bits per component; values outside 0 to 1 are clamped.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        func step(_ part: Double) -> Double { part > 0 ? (min(part, 1) * 255).rounded() / 255 : 0 }
        self.red = step(red)
        self.green = step(green)
        self.blue = step(blue)
        self.opacity = step(opacity)
    }

    /// Parses `#rrggbb` or `#rrggbbaa`; nil for any other text.
    public init?(hex: String) {
        guard let digits = hex.dropping(prefix: "#"), [6, 8].contains(digits.utf8.count),
            digits.utf8.allSatisfy(\.isASCIIHexDigit),
            let number = UInt32(digits.utf8.count == 6 ? digits + "ff" : digits, radix: 16)
        else { return nil }
        func part(_ shift: UInt32) -> Double { Double(number >> shift & 0xFF) / 255 }
        self.init(red: part(24), green: part(16), blue: part(8), opacity: part(0))
    }

    /// `#rrggbbaa`, in lower case.
    public var hex: String {
        "#"
            + [red, green, blue, opacity].map { part in
                let digits = String(Int((part * 255).rounded()), radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }

    public static let black = HudColor(red: 0, green: 0, blue: 0)

    /// The same colour with this opacity.
    public func opacity(_ opacity: Double) -> HudColor {
        HudColor(red: red, green: green, blue: blue, opacity: opacity)
    }
}

extension HudColor: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let color = HudColor(hex: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a colour like #rrggbbaa")
        }
        self = color
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hex)
    }
}
