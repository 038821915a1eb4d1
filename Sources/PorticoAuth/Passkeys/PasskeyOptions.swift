import Foundation
import PorticoBytes
import PorticoConfig

/// The options of `navigator.credentials.create()`, as JSON (WebAuthn level 3, 5.1.9).
struct PasskeyCreation: Encodable {
    struct Site: Encodable {
        let id: String
        let name: String
    }

    struct User: Encodable {
        let id: String
        let name: String
        let displayName: String
    }

    struct Algorithm: Encodable {
        let type = "public-key"
        let alg: Int
    }

    struct Authenticator: Encodable {
        let residentKey = "required"
        let requireResidentKey = true
        let userVerification: String
    }

    struct Extensions: Encodable {
        /// Firefox for Android makes discoverable passkeys only if it is asked for this. The answer is not believed.
        let credProps = true
    }

    let rp: Site
    let user: User
    let challenge: String
    let pubKeyCredParams = PasskeyAlgorithm.allCases.map { Algorithm(alg: $0.rawValue) }
    let timeout = Int(PasskeyChallenges.lifetime * 1000)
    let excludeCredentials: [PasskeyDescriptor]
    let authenticatorSelection: Authenticator
    let attestation = "none"
    let extensions = Extensions()
}

/// The options of `navigator.credentials.get()`, as JSON (WebAuthn level 3, 5.1.10).
struct PasskeyRequest: Encodable {
    let challenge: String
    let rpId: String
    let timeout = Int(PasskeyChallenges.lifetime * 1000)
    let userVerification = "required"
    /// Empty for any account.
    let allowCredentials: [PasskeyDescriptor]
}

/// The passkeys that a browser keeps for an account (WebAuthn level 3, 5.1.10).
struct PasskeySignal: Encodable {
    let rpId: String
    let userId: String
    let allAcceptedCredentialIds: [String]
    let name: String
    let displayName: String
}

struct PasskeyDescriptor: Encodable {
    let type = "public-key"
    let id: String
    let transports: [String]

    init(_ passkey: StoredPasskey) {
        id = passkey.id.base64URL
        transports = passkey.transports
    }
}

extension Encodable {
    /// JSON in one line, with the members in a fixed order.
    var passkeyJSON: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension PasskeyRegistration {
    /// The answer of a browser: `PublicKeyCredential.toJSON()` after `create()`.
    ///
    /// - Throws: ``PasskeyProblem/clientData`` if it is none.
    public init(json: String) throws(PasskeyProblem) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(json.utf8)),
            let clientData = Data(base64URL: answer.response.clientDataJSON),
            let attestation = Data(base64URL: answer.response.attestationObject)
        else { throw .clientData }
        self.init(clientData: clientData, attestation: attestation, transports: answer.response.transports ?? [])
    }

    private struct Answer: Decodable {
        struct Response: Decodable {
            let clientDataJSON: String
            let attestationObject: String
            let transports: [String]?
        }

        let response: Response
    }
}

extension PasskeyAssertion {
    /// The answer of a browser: `PublicKeyCredential.toJSON()` after `get()`.
    ///
    /// - Throws: ``PasskeyProblem/clientData`` if it is none.
    public init(json: String) throws(PasskeyProblem) {
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(json.utf8)),
            let credentialID = Data(base64URL: answer.rawId),
            let clientData = Data(base64URL: answer.response.clientDataJSON),
            let authenticatorData = Data(base64URL: answer.response.authenticatorData),
            let signature = Data(base64URL: answer.response.signature)
        else { throw .clientData }
        let handle = answer.response.userHandle.flatMap { $0.isEmpty ? nil : $0 }
        let userHandle = handle.flatMap { Data(base64URL: $0) }
        guard (handle == nil) == (userHandle == nil) else { throw .clientData }
        self.init(
            credentialID: credentialID, clientData: clientData, authenticatorData: authenticatorData,
            signature: signature, userHandle: userHandle)
    }

    private struct Answer: Decodable {
        struct Response: Decodable {
            let clientDataJSON: String
            let authenticatorData: String
            let signature: String
            let userHandle: String?
        }

        let rawId: String
        let response: Response
    }
}
