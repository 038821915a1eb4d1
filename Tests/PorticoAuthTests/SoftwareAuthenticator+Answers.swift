import Foundation

@testable import PorticoAuth

/// The members of options that an authenticator uses.
struct TestOptions: Decodable {
    struct User: Decodable {
        let id: String
        let name: String
        let displayName: String
    }

    struct Descriptor: Decodable {
        let id: String
    }

    let challenge: String
    let user: User?
    let excludeCredentials: [Descriptor]?
    let allowCredentials: [Descriptor]?

    init(_ json: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.utf8))
    }
}

extension SoftwareAuthenticator {
    /// The answer to `create()`, as JSON. Keeps the user handle.
    mutating func created(by options: String) throws -> String {
        let options = try TestOptions(options)
        challenge = options.challenge
        userHandle = options.user.flatMap { Data(base64URL: $0.id) }
        return """
            {"id":"\(id)","rawId":"\(id)","type":"public-key","clientExtensionResults":{},"response":{\
            "clientDataJSON":"\(registration.clientData.base64URL)","transports":["internal"],\
            "attestationObject":"\(registration.attestation.base64URL)"}}
            """
    }

    /// The answer to `get()`, as JSON.
    mutating func asserted(by options: String) throws -> String {
        challenge = try TestOptions(options).challenge
        let assertion = try assertion
        let handle = assertion.userHandle.map { "\"\($0.base64URL)\"" } ?? "null"
        return """
            {"id":"\(id)","rawId":"\(id)","type":"public-key","clientExtensionResults":{},"response":{\
            "clientDataJSON":"\(assertion.clientData.base64URL)","userHandle":\(handle),\
            "authenticatorData":"\(assertion.authenticatorData.base64URL)",\
            "signature":"\(assertion.signature.base64URL)"}}
            """
    }

    private var id: String { Data(credentialID).base64URL }
}
