import Crypto
import Foundation

/// The Ed25519 keys that sign ``Assertions``. There is one for each day (UTC). They are derived from the master keys of
/// the installation, so nothing is stored.
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

    private struct PrivateKey {
        let kid: String
        let key: Curve25519.Signing.PrivateKey
    }

    /// The public keys of yesterday, today and tomorrow. Assertions in force need the first two; applications that
    /// cache the keys get the third in advance.
    public func publicKeys() throws -> [PublicKey] {
        try (-1...1).flatMap { day in
            try keys(of: today + day).map { PublicKey(kid: $0.kid, x: $0.key.publicKey.rawRepresentation.base64URL) }
        }
    }

    /// A JSON Web Token with these claims, signed with today's key (RFC 7519, RFC 8037).
    public func sign(_ claims: some Encodable) throws -> String {
        let key = try keys(of: today)[0]
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Int(date.timeIntervalSince1970))
        }
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let header = try encoder.encode(Header(kid: key.kid)).base64URL
        let signed = "\(header).\(try encoder.encode(claims).base64URL)"
        let signature = try key.key.signature(for: Data(signed.utf8))
        return "\(signed).\(Data(signature).base64URL)"
    }

    /// Days since 1970.
    private var today: Int { Int(now().timeIntervalSince1970 / 86_400) }

    /// The keys of a day, one for each master key; the one that signs first.
    private func keys(of day: Int) throws -> [PrivateKey] {
        try box.keys(for: "assertions of day \(day)").map { master, seed in
            PrivateKey(
                kid: "day-\(day)-\(master.base64URL)", key: try Curve25519.Signing.PrivateKey(rawRepresentation: seed))
        }
    }
}
