import Crypto
import Foundation
import PorticoBytes

/// A secret for a browser or a link: 256 random bits from the system's generator. Only its ``digest`` is stored.
public struct Token: Sendable {
    /// 43 characters of unpadded base64url (RFC 4648, section 5).
    public let value: String

    package init(value: String) { self.value = value }

    /// A new random token.
    public static func random() -> Token {
        Token(value: SymmetricKey(size: .bits256).withUnsafeBytes { Data($0).base64URL })
    }

    public var digest: TokenDigest { TokenDigest(of: value) }
}

extension Token: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Omits the secret, also as a part of something that is printed.
    public var description: String { "Token" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The SHA-256 of a ``Token``. It identifies the token, which cannot be derived from it.
public struct TokenDigest: Hashable, Sendable {
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The digest of any text that a client sent.
    public init(of text: String) {
        var text = text
        let digest = text.withUTF8 { SHA256.hash(data: UnsafeRawBufferPointer($0)) }
        words = digest.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    /// A digest from a store; nil if `bytes` is not 32 bytes long.
    public init?(bytes: Data) {
        guard bytes.count == 32 else { return nil }
        words = bytes.withUnsafeBytes { $0.loadUnaligned(as: (UInt64, UInt64, UInt64, UInt64).self) }
    }

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// The first digest in the order of bytes.
    package static let least = TokenDigest(words: (0, 0, 0, 0))

    /// The 32 bytes.
    public var bytes: Data { withUnsafeBytes(of: words) { Data($0) } }

    public static func == (a: TokenDigest, b: TokenDigest) -> Bool { a.words == b.words }

    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension TokenDigest: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let digest = TokenDigest(bytes: try container.decode(Data.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a digest has 32 bytes")
        }
        self = digest
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bytes)
    }
}

extension Data {
    /// Unpadded base64url (RFC 4648, section 5).
    public var base64URL: String {
        base64EncodedString().replacing(bytes: "+", with: "-").replacing(bytes: "/", with: "_")
            .replacing(bytes: "=", with: "")
    }

    /// nil if `text` is not unpadded base64url.
    public init?(base64URL text: String) {
        guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
        let base64 = text.replacing(bytes: "-", with: "+").replacing(bytes: "_", with: "/")
        self.init(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4))
    }
}
