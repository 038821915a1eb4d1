import PorticoBytes
import PorticoHTML

/// A field of any submitted form.
package struct FormField: Hashable, Sendable {
    package let name: String
    package let value: String
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
        let bytes = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        guard PercentEncoding.isWellFormed(bytes) else { return nil }
        return String(validating: PercentEncoding.decode(bytes[...]), as: UTF8.self)
    }
}
