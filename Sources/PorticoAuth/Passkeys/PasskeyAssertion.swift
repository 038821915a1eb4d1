import Foundation

/// The answer of a browser that used a passkey (WebAuthn level 3, 7.2).
public struct PasskeyAssertion: Sendable {
    /// `rawId`.
    public let credentialID: Data
    /// `response.clientDataJSON`.
    public let clientData: Data
    /// `response.authenticatorData`.
    public let authenticatorData: Data
    /// `response.signature`.
    public let signature: Data
    /// `response.userHandle`.
    public let userHandle: Data?

    /// In bytes: libfido2 1.12 verifies Ed25519 over 1,024 bytes at most, including the hash of the client data.
    private static let longestAuthenticatorData = 992
    /// In bytes: a signature with an RSA key of 4,096 bits.
    private static let longestSignature = 512

    public init(
        credentialID: Data, clientData: Data, authenticatorData: Data, signature: Data, userHandle: Data?
    ) {
        self.credentialID = credentialID
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }

    /// Checks that the assertion was made for this site and answers the challenge. Needs no passkey.
    func checkPlace(challenge: Data, by party: RelyingParty) throws(PasskeyProblem) {
        guard authenticatorData.count <= Self.longestAuthenticatorData, signature.count <= Self.longestSignature else {
            throw .length
        }
        try ClientData(json: clientData).check(.assertion, challenge: challenge, by: party)
        try AuthenticatorData(Array(authenticatorData)).checkRelyingParty(party)
    }

    /// Verifies everything. The caller takes the challenge out of its store, so that it works once.
    ///
    /// The signature is verified before the flags: ``PasskeyProblem/userNotVerified`` is the passkey's own word.
    ///
    /// - Parameters:
    ///   - passkey: the stored one with this ``credentialID``.
    ///   - isAccountKnown: whether somebody is signed in, or typed a password. Then the authenticator may omit the user
    ///     handle (7.2, step 6).
    ///   - challenge: at least 16 random bytes.
    public func verified(
        with passkey: KnownPasskey, isAccountKnown: Bool, challenge: Data, by party: RelyingParty
    ) throws(PasskeyProblem) -> AssertedPasskey {
        guard authenticatorData.count <= Self.longestAuthenticatorData, signature.count <= Self.longestSignature else {
            throw .length
        }
        guard credentialID == passkey.credentialID else { throw .credentialID }
        guard userHandle == passkey.userHandle || (userHandle == nil && isAccountKnown) else { throw .userHandle }
        try ClientData(json: clientData).check(.assertion, challenge: challenge, by: party)
        let data = try AuthenticatorData(Array(authenticatorData))
        guard data.credential == nil else { throw .credential }
        try data.checkRelyingParty(party)
        let signed = SignedAssertion(
            authenticatorData: Array(authenticatorData), clientData: Array(clientData), signature: Array(signature),
            extensions: data.extensions)
        guard signed.isSigned(by: try CredentialKey(Array(passkey.publicKey)), for: party.id) else { throw .signature }
        try data.checkFlags()
        return AssertedPasskey(
            signatureCount: data.signatureCount,
            counter: data.counter(since: passkey),
            isBackupEligible: data.flags.contains(.backupEligible), isBackedUp: data.flags.contains(.backedUp))
    }
}

/// The part of a stored passkey that verifies its assertions.
public struct KnownPasskey: Hashable, Sendable {
    public let credentialID: Data
    /// A COSE key (RFC 9052, section 7).
    public let publicKey: Data
    /// That of the last use.
    public let signatureCount: UInt32
    /// Whether it might be on several devices, at the last use.
    public let isBackupEligible: Bool
    /// The user handle of the account: 64 random bytes.
    public let userHandle: Data

    public init(
        credentialID: Data, publicKey: Data, signatureCount: UInt32, isBackupEligible: Bool, userHandle: Data
    ) {
        self.credentialID = credentialID
        self.publicKey = publicKey
        self.signatureCount = signatureCount
        self.isBackupEligible = isBackupEligible
        self.userHandle = userHandle
    }
}

/// The state of a passkey after a verified use, to be stored with it.
public struct AssertedPasskey: Hashable, Sendable {
    public let signatureCount: UInt32
    public let counter: SignatureCounter
    /// Authenticators change this with their versions, in both directions.
    public let isBackupEligible: Bool
    /// Whether the passkey is synced now.
    public let isBackedUp: Bool
}

/// The signature counter, compared with that of the last use (WebAuthn level 3, 6.1.1).
public enum SignatureCounter: Sendable {
    /// It advanced, or the passkey does not count, or is on several devices.
    case plausible
    /// It did not advance although the passkey is bound to one device. There may be a copy of it.
    case wentBack
}

extension AuthenticatorData {
    /// A passkey that was bound to one device is not believed to be on several now: a copy may say so.
    fileprivate func counter(since passkey: KnownPasskey) -> SignatureCounter {
        let (last, isSynced) = (passkey.signatureCount, passkey.isBackupEligible && flags.contains(.backupEligible))
        let counts = signatureCount > 0 || last > 0
        return counts && signatureCount <= last && !isSynced ? .wentBack : .plausible
    }
}
