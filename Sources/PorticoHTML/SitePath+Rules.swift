import PorticoBytes

extension SitePath {
    /// Whether `string` satisfies all rules of a site path except the length limit.
    static func isValid(_ string: String) -> Bool {
        let bytes = Array(string.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy(isAllowed) else { return false }
        guard PercentEncoding.isWellFormed(bytes) else { return false }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") }.dropFirst()
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return segments.dropLast().allSatisfy { !$0.isEmpty } && segments.allSatisfy(isHarmless)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "#"): false
        default: byte > 0x20 && byte < 0x7F
        }
    }

    private static func isHarmless(_ segment: ArraySlice<UInt8>) -> Bool {
        let decoded = PercentEncoding.decode(segment)
        guard decoded != Array(".".utf8), decoded != Array("..".utf8) else { return false }
        return decoded.allSatisfy { byte in
            byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
        }
    }
}
