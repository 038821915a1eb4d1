import Foundation
import PorticoBytes
import Testing

@testable import PorticoAuth

/// An example of WebAuthn level 3, section "Test Vectors".
struct WebAuthnVector: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private(set) var values: [String: Data] = [:]

    static let all: [WebAuthnVector] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "WebAuthnVectors.txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        var vectors: [WebAuthnVector] = []
        for line in text.fields(separatedBy: "\n", omittingEmpty: true) {
            guard let (key, value) = line.cut(at: " "), key != "#" else { continue }
            if key == "vector" {
                vectors.append(WebAuthnVector(testDescription: String(value)))
            } else if let last = vectors.indices.last {
                vectors[last].values[String(key)] = data(hex: value)
            }
        }
        return vectors
    }()

    private static func data(hex: Substring) -> Data {
        let digits = hex.utf8.compactMap(\.hexDigitValue)
        return Data(stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    private init(testDescription: String) { self.testDescription = testDescription }

    subscript(name: String) -> Data { values[name] ?? Data() }

    var registration: PasskeyRegistration {
        PasskeyRegistration(
            clientData: self["registration.clientDataJSON"], attestation: self["registration.attestationObject"])
    }

    var assertion: PasskeyAssertion {
        PasskeyAssertion(
            credentialID: self["credential_id"], clientData: self["assertion.clientDataJSON"],
            authenticatorData: self["assertion.authenticatorData"], signature: self["assertion.signature"],
            userHandle: nil)
    }

    /// The data of the new passkey, whose flags may be refused.
    var credential: AuthenticatorData.Credential? {
        get throws {
            var object = Array(self["registration.attestationObject"])[...]
            let map = try #require(CBORMap(opening: &object))
            return try AuthenticatorData(try #require(map.bytes("authData"))).credential
        }
    }
}

@Suite("The examples of WebAuthn level 3")
struct WebAuthnVectorTests {
    private static let party = RelyingParty(
        id: "example.org", origin: "https://example.org", topOrigins: ["https://example.com"])

    /// The expected results; nil for an accepted one.
    private static let results: [String: (registration: PasskeyProblem?, assertion: PasskeyProblem?)] = [
        "none-es256": (.userNotVerified, .userNotVerified),
        "packed-self-es256": (nil, .userNotVerified),
        // In a frame, but without the origin of its page.
        "none-es256-crossOrigin": (.topOrigin, .topOrigin),
        // A registration in a frame.
        "none-es256-topOrigin": (.topOrigin, nil),
        "none-es256-long-credential-id": (.userNotVerified, nil),
        "packed-es256": (nil, nil),
        "packed-es384": (.algorithm, nil),
        "packed-es512": (.algorithm, nil),
        // 3,482 bits.
        "packed-rs256": (nil, .userNotVerified),
        "packed-eddsa": (.userNotVerified, .userNotVerified),
        "packed-ed448": (.algorithm, nil),
        "tpm-es256": (nil, nil),
        "android-key-es256": (nil, .userNotVerified),
        "apple-es256": (.userNotVerified, .userNotVerified),
        "fido-u2f-es256": (.userNotVerified, .userNotVerified),
    ]

    @Test("are all here")
    func complete() {
        #expect(Set(WebAuthnVector.all.map(\.testDescription)) == Set(Self.results.keys))
        #expect(WebAuthnVector.all.allSatisfy { $0.values.count == 8 })
    }

    @Test("are new passkeys, or break the expected rule", arguments: WebAuthnVector.all)
    func registration(vector: WebAuthnVector) throws {
        let expected = try #require(Self.results[vector.testDescription])
        let challenge = vector["registration.challenge"]
        if let problem = expected.registration {
            #expect(throws: problem) { try vector.registration.verified(challenge: challenge, by: Self.party) }
        } else {
            let passkey = try vector.registration.verified(challenge: challenge, by: Self.party)
            #expect(passkey.credentialID == vector["credential_id"])
            #expect(passkey.algorithm == (vector.testDescription.ends(with: "rs256") ? .rs256 : .es256))
        }
    }

    /// The flags are checked last, so that every signature here is verified.
    @Test("are signed, also where a rule refuses them", arguments: WebAuthnVector.all)
    func assertion(vector: WebAuthnVector) throws {
        let expected = try #require(Self.results[vector.testDescription])
        guard expected.registration != .algorithm else {
            #expect(throws: PasskeyProblem.algorithm) { try vector.credential }
            return
        }
        let known = try known(vector)
        let challenge = vector["assertion.challenge"]
        if let problem = expected.assertion {
            #expect(throws: problem) {
                try vector.assertion.verified(with: known, isAccountKnown: true, challenge: challenge, by: Self.party)
            }
        } else {
            let used = try vector.assertion.verified(
                with: known, isAccountKnown: true, challenge: challenge, by: Self.party)
            #expect(used.counter == .plausible)
        }
    }

    @Test("are not signed any more when a bit of the signature changes", arguments: WebAuthnVector.all)
    func signature(vector: WebAuthnVector) throws {
        let expected = try #require(Self.results[vector.testDescription])
        guard expected.registration != .algorithm, expected.assertion != .topOrigin else { return }
        let known = try known(vector)
        let right = vector.assertion
        for index in right.signature.indices {
            var signature = right.signature
            signature[index] ^= 1
            let wrong = PasskeyAssertion(
                credentialID: right.credentialID, clientData: right.clientData,
                authenticatorData: right.authenticatorData, signature: signature, userHandle: nil)
            #expect(throws: PasskeyProblem.signature) {
                try wrong.verified(
                    with: known, isAccountKnown: true, challenge: vector["assertion.challenge"], by: Self.party)
            }
        }
    }

    private func known(_ vector: WebAuthnVector) throws -> KnownPasskey {
        let credential = try #require(try vector.credential)
        #expect(credential.id == vector["credential_id"])
        return KnownPasskey(
            credentialID: credential.id, publicKey: credential.publicKey, signatureCount: 0,
            isBackupEligible: false, userHandle: Data([1]))
    }
}
