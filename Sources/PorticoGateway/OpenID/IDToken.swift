import Foundation
import JWTKit
import PorticoAuth
import PorticoBytes

/// A token of a provider about a login or a logout, before its signature is verified.
struct IDToken {
    let text: String
    /// One of ``algorithms``.
    let algorithm: String
    /// The identifier of its key; nil if it has none.
    let key: String?
    /// The name of the token in problems.
    let source: String

    /// The algorithms of signatures that count. Not `none`, and none with a shared secret.
    static let algorithms: Set<String> = ["RS256", "ES256", "EdDSA"]

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let crit: [String]?
    }

    /// - Throws: ``GatewayAnswerProblem`` if it is no signed token, or its algorithm does not count.
    init(_ text: String, source: String = "id_token") throws(GatewayAnswerProblem) {
        let parts = text.fields(separatedBy: ".")
        guard parts.count == 3, let header = Data(base64URL: String(parts[0])) else { throw .invalid(source) }
        try AnswerForm.check(header)
        guard let header = try? JSONDecoder().decode(Header.self, from: header), header.crit == nil else {
            throw .invalid(source)
        }
        guard Self.algorithms.contains(header.alg) else { throw .invalid("\(source).alg") }
        self.text = text
        self.source = source
        algorithm = header.alg
        key = header.kid
    }

    /// The claims in it.
    fileprivate func claims() throws -> ProviderClaims {
        guard let payload = Data(base64URL: String(text.fields(separatedBy: ".")[1])) else {
            throw GatewayAnswerProblem.invalid(source)
        }
        try AnswerForm.check(payload)
        return try ProviderClaims(decoding: payload, of: source)
    }
}

/// The keys with which a provider signs (RFC 7517).
struct ProviderKeys {
    private var keys: [JWK] = []

    /// Keys of other kinds are left out.
    init(decoding answer: Data) throws(GatewayAnswerProblem) {
        let document = try? JSONSerialization.jsonObject(with: answer) as? [String: Any]
        guard let objects = document?["keys"] as? [[String: Any]] else { throw .missing("keys") }
        for object in objects where object["use"] as? String ?? "sig" == "sig" {
            // An unknown member, such as a certificate, must not make a key useless.
            let members = object.filter { ["kty", "kid", "alg", "n", "e", "crv", "x", "y"].contains($0.key) }
            guard let json = try? JSONSerialization.data(withJSONObject: members),
                let key = try? JSONDecoder().decode(JWK.self, from: json)
            else { continue }
            keys.append(key)
        }
    }

    /// The only key that can have signed a token; nil if there is none, or if several can.
    private func key(of token: IDToken) -> JWK? {
        let matching = keys.filter { key in
            let isOfType =
                switch token.algorithm {
                case "RS256": key.keyType == .rsa
                case "ES256": key.keyType == .ecdsa
                default: key.keyType == .octetKeyPair
                }
            return isOfType && (token.key == nil || key.keyIdentifier?.string == token.key)
                && (key.algorithm == nil || key.algorithm?.rawValue == token.algorithm)
        }
        return matching.count == 1 ? matching[0] : nil
    }

    func has(_ token: IDToken) -> Bool { key(of: token) != nil }

    /// The claims of a token, after its signature was verified.
    ///
    /// - Throws: ``GatewayAnswerProblem``
    func claims(of token: IDToken) async throws -> ProviderClaims {
        guard var key = key(of: token) else { throw GatewayAnswerProblem.invalid("\(token.source).kid") }
        key.keyIdentifier = "key"
        key.algorithm = JWK.Algorithm(rawValue: token.algorithm)
        do {
            let collection = try await JWTKeyCollection().add(jwk: key, isDefault: true)
            _ = try await collection.verify(token.text, as: AnyPayload.self)
        } catch {
            throw GatewayAnswerProblem.invalid(token.source)
        }
        return try token.claims()
    }

    /// The claims are checked after the signature.
    private struct AnyPayload: JWTPayload {
        func verify(using algorithm: some JWTAlgorithm) {}
    }
}
