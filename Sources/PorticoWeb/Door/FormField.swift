import NIOCore

/// A field of any submitted form.
struct FormField: Hashable, Sendable {
    let name: String
    let value: String
}

extension [FormField] {
    /// The fields of an `application/x-www-form-urlencoded` body, in order; nil for invalid UTF-8 or percent-encoding.
    init?(urlEncoded body: [UInt8]) {
        self = []
        for pair in body.split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            guard let fieldName = Self.decode(name), let value = Self.decode(pair.dropFirst(name.count + 1)) else {
                return nil
            }
            append(FormField(name: fieldName, value: value))
        }
    }

    private static func decode(_ text: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map(UInt8.init)
    }
}
