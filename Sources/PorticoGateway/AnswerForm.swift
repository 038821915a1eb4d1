import Foundation
import PorticoAuth
import PorticoBytes

/// The rules for JSON that a decoder does not check: UTF-8 without a byte order mark, and unique names in an object
/// (RFC 8259, 4 and 8.1). Otherwise, programs would read the same text differently. The decoder checks everything else.
enum AnswerForm {
    /// An object with its names so far, or an array.
    private struct Scope {
        let isObject: Bool
        /// In UTF-8, because two different names can be equal as Swift strings.
        var names: Set<[UInt8]> = []
    }

    /// - Throws: ``GatewayAnswerProblem/notUTF8`` or ``GatewayAnswerProblem/repeatedName(_:)``
    static func check(_ json: Data) throws(GatewayAnswerProblem) {
        let bytes = Array(json)
        // A decoder interprets a NUL as a sign of another encoding.
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]), !bytes.contains(0),
            String(validating: bytes, as: UTF8.self) != nil
        else { throw .notUTF8 }
        var (scopes, isName, index): ([Scope], Bool, Int) = ([], false, 0)
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"):
                scopes.append(Scope(isObject: true))
                isName = true
            case UInt8(ascii: "["):
                scopes.append(Scope(isObject: false))
                isName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = scopes.popLast()
                isName = false
            case UInt8(ascii: ","): isName = scopes.last?.isObject ?? false
            case UInt8(ascii: "\""):
                let start = index
                index = end(ofTextAt: start, in: bytes)
                guard isName, let name = name(bytes[start...min(index, bytes.count - 1)]) else { break }
                guard scopes[scopes.count - 1].names.insert(name).inserted else {
                    throw .repeatedName(String(decoding: name, as: UTF8.self))
                }
                isName = false
            default: break
            }
            index += 1
        }
    }

    /// The index of the quotation mark that ends a text.
    private static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    /// The decoded name of a quoted text: `"\u0061"` is the same as `"a"`.
    private static func name(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        guard text.contains(UInt8(ascii: "\\")) else { return Array(text.dropFirst().dropLast()) }
        let names = try? JSONDecoder().decode([String].self, from: Data("[".utf8) + text + Data("]".utf8))
        return names?.first.map { Array($0.utf8) }
    }
}
