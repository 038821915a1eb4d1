import Crypto
import Foundation

/// The Ed25519 keys that sign ``Assertions``. There is one for each day (UTC). They are derived from the key of the
/// installation, so nothing is stored.
public struct AssertionKeys: Sendable {
    let box: SecretBox
    let now: @Sendable () -> Date

    /// A public key as a JSON Web Key (RFC 7517, RFC 8037).
    public struct PublicKey: Encodable, Hashable, Sendable {
        public let kty = "OKP"
        public let crv = "Ed25519"
        public let alg = "EdDSA"
        public let use = "sig"
        public let kid: String
        /// The 32 bytes in unpadded base64url.
        public let x: String

        private enum CodingKeys: String, CodingKey { case kty, crv, alg, use, kid, x }
    }

    private struct Header: Encodable {
        let alg = "EdDSA"
        let typ = "JWT"
        let kid: String

        private enum CodingKeys: String, CodingKey { case alg, typ, kid }
    }

    /// The public keys of yesterday, today and tomorrow: those of assertions in force, and the next one for whoever keeps
    /// them for a while.
    public func publicKeys() throws -> [PublicKey] {
        try (-1...1).map { day in
            let day = today + day
            let key = try key(of: day)
            return PublicKey(kid: Self.name(of: day), x: key.publicKey.rawRepresentation.base64URL)
        }
    }

    /// A JSON Web Token with these claims, signed with today's key (RFC 7519, RFC 8037).
    public func sign(_ claims: some Encodable) throws -> String {
        let day = today
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Int(date.timeIntervalSince1970))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = try encoder.encode(Header(kid: Self.name(of: day))).base64URL
        let signed = "\(header).\(try encoder.encode(claims).base64URL)"
        let signature = try key(of: day).signature(for: Data(signed.utf8))
        return "\(signed).\(Data(signature).base64URL)"
    }

    /// Days since 1970.
    private var today: Int { Int(now().timeIntervalSince1970 / 86_400) }

    private func key(of day: Int) throws -> Curve25519.Signing.PrivateKey {
        let seed = box.key(for: "assertions of day \(day)")
        return try Curve25519.Signing.PrivateKey(rawRepresentation: seed.withUnsafeBytes { Data($0) })
    }

    private static func name(of day: Int) -> String { "day-\(day)" }
}
