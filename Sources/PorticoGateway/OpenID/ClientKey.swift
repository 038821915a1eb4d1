import Foundation
import JWTKit
import PorticoAuth
import PorticoBytes

/// The key with which this site proves itself at a provider, in place of a secret that both know.
package struct ClientKey: Hashable, Sendable {
    private let pem: String
    /// The identifier of the key at the provider; nil if it needs none.
    package let id: String?
    /// Whether it signs with ES256.
    package let isES256: Bool

    /// The time for which a proof is in force, in seconds. Clocks may differ, and Apple allows six months.
    private static let lifetime: TimeInterval = 300

    /// - Parameter pem: a private key for ES256, RS256 or EdDSA; nil for other text.
    package init?(pem: String, id: String? = nil) {
        self.pem = pem
        self.id = id
        isES256 = (try? ES256PrivateKey(pem: pem)) != nil
        let isOther = (try? Insecure.RSA.PrivateKey(pem: pem)) != nil || (try? EdDSA.PrivateKey(pem: pem)) != nil
        guard isES256 || isOther else { return nil }
    }

    /// A token that proves once that this site asks.
    func proof(issuer: String, subject: String, audience: String, at now: Date) async throws -> String {
        let keys = JWTKeyCollection()
        let kid = id.map { JWKIdentifier(string: $0) }
        if let key = try? ES256PrivateKey(pem: pem) {
            await keys.add(ecdsa: key, kid: kid)
        } else if let key = try? EdDSA.PrivateKey(pem: pem) {
            await keys.add(eddsa: key, kid: kid)
        } else {
            await keys.add(rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256, kid: kid)
        }
        let claims = Claims(
            iss: issuer, sub: subject, aud: audience, iat: Int(now.timeIntervalSince1970),
            exp: Int((now + Self.lifetime).timeIntervalSince1970), jti: Token.random().value)
        return try await keys.sign(claims, kid: kid)
    }

    /// As RFC 7523, section 3, names them.
    private struct Claims: JWTPayload {
        let iss: String
        let sub: String
        let aud: String
        let iat: Int
        let exp: Int
        let jti: String

        /// This site only signs them.
        func verify(using algorithm: some JWTAlgorithm) {}
    }
}

extension OpenIDOptions {
    /// The fields of a form that prove this site by its key, instead of a secret.
    func proof(by key: ClientKey, at now: Date) async throws -> [(String, String)] {
        let proof = try await key.proof(
            issuer: teamID ?? clientID, subject: clientID, audience: issuer, at: now)
        // Apple calls the token a secret.
        guard teamID == nil else { return [("client_id", clientID), ("client_secret", proof)] }
        return [
            ("client_id", clientID), ("client_assertion", proof),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
        ]
    }
}
