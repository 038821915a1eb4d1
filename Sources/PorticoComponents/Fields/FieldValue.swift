import Foundation
import PorticoBytes
import PorticoConfig
import PorticoHTML

/// A value that a form field sends as one text, and that a form reads by the type of its property.
public protocol FieldValue: LosslessStringConvertible, Codable, Sendable {
    /// A value for a field without one, so that the other fields of the form can be read and validated. No form with it
    /// is accepted.
    static var standIn: Self { get }
}

extension FieldValue {
    /// - Throws: `DecodingError.dataCorrupted` for another text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no value of a \(Self.self)")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// An opaque sRGB colour: `#0a5bd6`.
public struct HexColor: FieldValue, Hashable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public static let standIn = HexColor(red: 0, green: 0, blue: 0)

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// nil unless the text is `#` and six hexadecimal digits.
    public init?(_ description: String) {
        guard let digits = description.dropping(prefix: "#"), digits.utf8.count == 6 else { return nil }
        let values = digits.utf8.compactMap(\.hexDigitValue)
        guard values.count == 6 else { return nil }
        self.init(
            red: values[0] << 4 | values[1], green: values[2] << 4 | values[3], blue: values[4] << 4 | values[5])
    }

    /// In lower case.
    public var description: String {
        "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension WebURL: FieldValue {
    public static let standIn = WebURL("https://localhost")!
}

extension CalendarDate: FieldValue {
    public static let standIn = CalendarDate(year: 2000, month: 1, day: 1)!
}

extension CalendarMonth: FieldValue {
    public static let standIn = CalendarMonth(of: .standIn)
}

extension TimeOfDay: FieldValue {
    public static let standIn = TimeOfDay(hour: 0, minute: 0)!
}

extension LocalDateTime: FieldValue {
    public static let standIn = LocalDateTime(date: .standIn, time: .standIn)
}
