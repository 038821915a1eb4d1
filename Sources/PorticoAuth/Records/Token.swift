import Crypto
import Foundation

/// A secret handed to a browser: 256 random bits from the system's generator. Only its ``digest`` is ever stored.
public struct Token: Sendable {
    /// The 43 characters (base64url, RFC 4648 section 5, unpadded) that the browser keeps.
    public let value: String

    public static func random() -> Token {
        let key = SymmetricKey(size: .bits256)
        let base64 = key.withUnsafeBytes { Data($0).base64EncodedString() }
        return Token(value: String(base64.compactMap { Self.urlSafe[$0] ?? ($0 == "=" ? nil : $0) }))
    }

    public var digest: TokenDigest { TokenDigest(of: value) }

    private static let urlSafe: [Character: Character] = ["+": "-", "/": "_"]
}

/// The SHA-256 of a ``Token``: enough to recognise one, useless for making one.
public struct TokenDigest: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest of what a client sent, whatever it is.
    public init(of text: String) {
        var text = text
        let digest = text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
        words = digest.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    /// A digest read back from a store; `nil` where it is not 32 bytes.
    public init?(bytes: Data) {
        guard bytes.count == 32 else { return nil }
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    /// The 32 bytes.
    public var bytes: Data { withUnsafeBytes(of: words) { Data($0) } }

    public static func == (a: TokenDigest, b: TokenDigest) -> Bool { a.words == b.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}
