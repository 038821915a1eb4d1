/// Percent-encoding (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// Encodes every byte except the unreserved characters.
    package static func encode(_ string: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(string.utf8.count)
        for byte in string.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digit(byte >> 4), digit(byte & 0xF)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// The fields of a form, or of the query of an address (`application/x-www-form-urlencoded`).
    package static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\(encode($0))=\(encode($1))" }.joined(separator: "&")
    }

    /// An address with further fields in its query.
    package static func address(_ address: String, adding fields: [(String, String)]) -> String {
        address + (address.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + form(fields)
    }

    /// Whether every `%` is followed by two hexadecimal digits.
    package static func isWellFormed(_ bytes: [UInt8]) -> Bool {
        bytes.indices.allSatisfy { bytes[$0] != UInt8(ascii: "%") || octet(bytes[...], at: $0) != nil }
    }

    /// Decodes once. A `%` without two hexadecimal digits remains.
    ///
    /// - Parameter isKept: true for decoded bytes that stay encoded, in lower case.
    package static func decode(_ bytes: ArraySlice<UInt8>, keeping isKept: (UInt8) -> Bool = { _ in false }) -> [UInt8]
    {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let octet = octet(bytes, at: index)
            if let octet, isKept(octet) {
                decoded += bytes[index..<index + 3].map(\.asciiLowercased)
            } else {
                decoded.append(octet ?? bytes[index])
            }
            index += octet == nil ? 1 : 3
        }
        return decoded
    }

    /// The byte encoded at `index`; nil if there is no `%` with two hexadecimal digits.
    private static func octet(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
            let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
        else { return nil }
        return high << 4 | low
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
    }

    private static func digit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
