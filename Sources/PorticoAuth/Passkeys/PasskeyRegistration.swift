import Foundation
import PorticoBytes

/// The answer of a browser that made a passkey (WebAuthn level 3, 7.1).
public struct PasskeyRegistration: Sendable {
    /// `response.clientDataJSON`.
    public let clientData: Data
    /// `response.attestationObject`.
    public let attestation: Data
    /// `response.getTransports()`.
    public let transports: [String]

    /// In bytes. Statements with several certificates have some 5,000.
    private static let longestAttestation = 65_536

    public init(clientData: Data, attestation: Data, transports: [String] = []) {
        self.clientData = clientData
        self.attestation = attestation
        self.transports = transports
    }

    /// Verifies everything but the attestation statement, which says who made the authenticator. The caller takes the
    /// challenge out of its store, so that it works once, and refuses an id that an account has already.
    ///
    /// - Parameters:
    ///   - challenge: at least 16 random bytes.
    ///   - isSilent: whether the browser was asked to make the passkey by itself (`mediation: "conditional"`). Then the
    ///     authenticator asks for nobody (7.1, step 15). Every use of the passkey needs the person nevertheless.
    public func verified(
        challenge: Data, by party: RelyingParty, isSilent: Bool = false
    ) throws(PasskeyProblem) -> VerifiedRegistration {
        try ClientData(json: clientData).check(.registration, challenge: challenge, by: party)
        let data = try AuthenticatorData(try authenticatorData())
        try data.checkRelyingParty(party)
        try data.checkFlags(isSilent: isSilent)
        guard let credential = data.credential else { throw .credential }
        return VerifiedRegistration(
            credentialID: credential.id, publicKey: credential.publicKey, algorithm: credential.key.algorithm,
            signatureCount: data.signatureCount, isBackupEligible: data.flags.contains(.backupEligible),
            isBackedUp: data.flags.contains(.backedUp), aaguid: credential.aaguid, transports: knownTransports)
    }

    /// Opens the attestation object (6.5).
    private func authenticatorData() throws(PasskeyProblem) -> [UInt8] {
        guard attestation.count <= Self.longestAttestation else { throw .length }
        var rest = Array(attestation)[...]
        guard let map = CBORMap(opening: &rest), rest.isEmpty, map.labels.contains(.text("attStmt")),
            map.text("fmt") != nil, let data = map.bytes("authData")
        else { throw .attestation }
        return data
    }

    /// Later versions of WebAuthn have more of them. Nothing proves them.
    private var knownTransports: [String] {
        let words = transports.filter { word in
            (1...32).contains(word.utf8.count)
                && word.utf8.allSatisfy { $0.isASCIILowercase || $0 == UInt8(ascii: "-") }
        }
        return Array(words.prefix(8))
    }
}

/// The content of a verified registration.
public struct VerifiedRegistration: Hashable, Sendable {
    /// 1 to 1,023 bytes.
    public let credentialID: Data
    /// A COSE key (RFC 9052, section 7).
    public let publicKey: Data
    public let algorithm: PasskeyAlgorithm
    /// 0 for most passkeys, which do not count.
    public let signatureCount: UInt32
    /// Whether the passkey may be on several devices; otherwise it is bound to one.
    public let isBackupEligible: Bool
    /// Whether it is synced now.
    public let isBackedUp: Bool
    /// The model of the authenticator, or zero. Nothing proves it.
    public let aaguid: UUID
    /// The ways to the authenticator, for `allowCredentials` and `excludeCredentials`.
    public let transports: [String]
}
