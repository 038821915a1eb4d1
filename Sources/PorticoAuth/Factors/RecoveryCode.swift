import Crypto
import Foundation
import PorticoBytes

/// A code that a person enters once in place of the code of the authenticator app. Only its ``digest`` is stored, from
/// which nobody finds 80 random bits.
public struct RecoveryCode: Hashable, Sendable {
    /// 16 characters in groups of four, such as "k7m2-9xqd-4hvn-w3tp": Crockford's base32 in lower case, which has no
    /// i, l, o and u.
    public let text: String

    /// A new random code.
    public static func random() -> RecoveryCode {
        let secret = SymmetricKey(size: SymmetricKeySize(bitCount: 80)).withUnsafeBytes { Data($0) }
        return RecoveryCode(characters: Base32.encode(secret, with: alphabet))
    }

    /// The code that a person typed: in any case, with or without hyphens and spaces; o is 0, i and l are 1.
    ///
    /// nil if `typed` is no recovery code.
    public init?(typed: String) {
        guard let characters = typed.typedCode?.map(Self.character(like:)), characters.count == 16,
            characters.allSatisfy(Self.alphabet.contains)
        else { return nil }
        self.init(characters: characters)
    }

    public var digest: TokenDigest { TokenDigest(of: text.replacing(bytes: "-", with: "")) }

    private init(characters: [UInt8]) {
        let groups = stride(from: 0, to: 16, by: 4).map { String(decoding: characters[$0..<$0 + 4], as: UTF8.self) }
        text = groups.joined(separator: "-")
    }

    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The character of the alphabet that looks like a typed one.
    private static func character(like typed: UInt8) -> UInt8 {
        switch typed {
        case UInt8(ascii: "o"): UInt8(ascii: "0")
        case UInt8(ascii: "i"), UInt8(ascii: "l"): UInt8(ascii: "1")
        default: typed
        }
    }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Omits the secret, also as a part of something that is printed.
    public var description: String { "RecoveryCode" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
