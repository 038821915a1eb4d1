import Foundation
import Testing

@testable import PorticoAuth

/// Every bit of what browsers and authenticators send is changed, and every byte removed or doubled.
@Suite("A changed byte of a passkey")
struct PasskeyMutationTests {
    private let authenticator = {
        var authenticator = SoftwareAuthenticator()
        authenticator.extensions = ["credProtect": 2]
        return authenticator
    }()

    /// One bit changed, one byte missing, one byte doubled, and everything after a byte missing.
    private func mutations(of data: Data) -> [(index: Int, data: Data)] {
        data.indices.flatMap { index in
            let bits = (0..<8).map { bit -> Data in
                var changed = data
                changed[index] ^= 1 << bit
                return changed
            }
            let (before, byte, after) = (data[..<index], data[index...index], data[(index + 1)...])
            let others: [Data] = [before + after, before + byte + byte + after, before]
            return (bits + others).map { (index, $0) }
        }
    }

    private func register(_ clientData: Data, _ attestation: Data) -> VerifiedRegistration? {
        try? PasskeyRegistration(clientData: clientData, attestation: attestation, transports: authenticator.transports)
            .verified(challenge: SoftwareAuthenticator.challenge, by: SoftwareAuthenticator.party)
    }

    @Test("of the attestation object is refused, or changes what nothing proves")
    func attestation() throws {
        let right = authenticator.registration
        let passkey = try authenticator.register()
        let parts = try AttestationParts(of: right.attestation)
        var (count, accepted) = (0, 0)
        var wrong: [String] = []
        for (index, data) in mutations(of: right.attestation) {
            count += 1
            guard data != right.attestation, let changed = register(right.clientData, data) else { continue }
            accepted += 1
            let isHarmless = changed.publicKey == passkey.publicKey && parts.unproven.contains { $0.contains(index) }
            if !isHarmless { wrong.append("byte \(index) in \(right.attestation.base64URL): \(data.base64URL)") }
        }
        #expect(wrong.isEmpty)
        #expect(count > 2_000)
        #expect(accepted > 0)
    }

    @Test("of the AAGUID changes the AAGUID alone")
    func aaguid() throws {
        let right = authenticator.registration
        let passkey = try authenticator.register()
        let range = try AttestationParts(of: right.attestation).aaguid
        for index in range {
            var data = right.attestation
            data[index] ^= 0x10
            let changed = try #require(register(right.clientData, data))
            #expect(changed.aaguid != passkey.aaguid)
            #expect(changed.credentialID == passkey.credentialID)
            #expect(changed.publicKey == passkey.publicKey)
        }
    }

    @Test("of a registration's client data is refused, unless in members that mean nothing")
    func clientData() throws {
        let right = authenticator.registration
        let json = right.clientData
        // crossOrigin is false, so it may be missing.
        let harmless = try #require(json.range(of: Data(#""crossOrigin":"#.utf8))).lowerBound..<json.count
        var (count, accepted) = (0, 0)
        var wrong: [String] = []
        for (index, data) in mutations(of: json) {
            count += 1
            guard data != json, register(data, right.attestation) != nil else { continue }
            accepted += 1
            if !harmless.contains(index) { wrong.append(String(decoding: data, as: UTF8.self)) }
        }
        #expect(wrong.isEmpty)
        #expect(count > 1_500)
        #expect(accepted > 0)
    }

    @Test("of an assertion is refused", arguments: [PasskeyAlgorithm.es256, .eddsa])
    func assertion(algorithm: PasskeyAlgorithm) throws {
        var authenticator = algorithm == .eddsa ? SoftwareAuthenticator.eddsa() : SoftwareAuthenticator()
        authenticator.extensions = ["a": 1]
        let right = try authenticator.assertion
        let known = authenticator.known()
        let handle = try #require(right.userHandle)
        func isAccepted(
            _ id: Data? = nil, clientData: Data? = nil, data: Data? = nil, signature: Data? = nil, handle: Data? = nil
        ) -> Bool {
            let changed = PasskeyAssertion(
                credentialID: id ?? right.credentialID, clientData: clientData ?? right.clientData,
                authenticatorData: data ?? right.authenticatorData, signature: signature ?? right.signature,
                userHandle: handle ?? right.userHandle)
            let used = try? changed.verified(
                with: known, isAccountKnown: true, challenge: SoftwareAuthenticator.challenge,
                by: SoftwareAuthenticator.party)
            return used != nil
        }
        try #require(isAccepted())
        var (count, wrong) = (0, [String]())
        func check(_ name: String, _ data: Data, _ isAccepted: (Data) -> Bool) {
            for (index, changed) in mutations(of: data) where changed != data {
                count += 1
                if isAccepted(changed) { wrong.append("\(name), byte \(index): \(changed.base64URL)") }
            }
        }
        check("id", right.credentialID) { isAccepted($0) }
        check("client data", right.clientData) { isAccepted(clientData: $0) }
        check("authenticator data", right.authenticatorData) { isAccepted(data: $0) }
        check("signature", right.signature) { isAccepted(signature: $0) }
        check("user handle", handle) { isAccepted(handle: $0) }
        #expect(wrong.isEmpty)
        #expect(count > 2_000)
    }

    @Test("of the stored key lets nobody in")
    func key() throws {
        let known = authenticator.known()
        let right = try authenticator.assertion
        let accepted = mutations(of: known.publicKey).filter { _, key in
            let changed = KnownPasskey(
                credentialID: known.credentialID, publicKey: key, signatureCount: 0, isBackupEligible: false,
                userHandle: known.userHandle)
            let used = try? right.verified(
                with: changed, isAccountKnown: true, challenge: SoftwareAuthenticator.challenge,
                by: SoftwareAuthenticator.party)
            return key != known.publicKey && used != nil
        }
        #expect(accepted.isEmpty)
    }

    @Test("and bytes at random are no reason to stop")
    func random() {
        var random = SeededGenerator(seed: 49)
        let right = authenticator.registration
        let all = Array(right.attestation)
        for _ in 0..<2_000 {
            let noise = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            #expect(register(right.clientData, Data(noise)) == nil)
            // A right beginning leads deeper into the libraries.
            let start = all.prefix(Int.random(in: 0..<all.count - 32, using: &random))
            #expect(register(right.clientData, Data(start + noise)) == nil)
        }
    }
}

/// The places of the parts of an attestation object that no signature covers without a statement.
private struct AttestationParts {
    let aaguid: Range<Int>
    let unproven: [Range<Int>]

    init(of attestation: Data) throws {
        func range(_ bytes: [UInt8]) throws -> Range<Int> { try #require(attestation.range(of: Data(bytes))) }
        let authenticator = SoftwareAuthenticator()
        aaguid = try range(authenticator.aaguid)
        let id = try range(authenticator.credentialID)
        let format = try range(Array("none".utf8))
        let statement = try range(Array("attStmt".utf8)).upperBound
        // The flags for backups and for later versions, and the counter.
        let flags = aaguid.lowerBound - 5..<aaguid.lowerBound
        let extensions = try range(Array("credProtect".utf8))
        unproven = [
            aaguid, id, format.lowerBound - 1..<format.upperBound, statement..<statement + 1, flags,
            extensions.lowerBound - 1..<extensions.upperBound + 1,
        ]
    }
}
