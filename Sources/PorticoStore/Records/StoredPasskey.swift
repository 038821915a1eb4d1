import Foundation
import PorticoConfig

/// A passkey of an account (WebAuthn level 3).
public struct StoredPasskey: Hashable, Sendable {
    /// The id that the authenticator has given it: 1 to 1,023 bytes.
    public let id: Data
    public let account: AccountID
    /// A COSE key (RFC 9052, section 7).
    public let publicKey: Data
    /// The number of the algorithm in COSE.
    public let algorithm: Int
    /// That of the last use; 0 for passkeys that do not count.
    public var signatureCount: UInt32
    /// Whether it may be on several devices.
    public var isBackupEligible: Bool
    /// Whether it is synced.
    public var isBackedUp: Bool
    /// The model of the authenticator: a UUID, which may be zero. Nothing proves it.
    public let aaguid: String
    /// The ways to the authenticator, as its browser named them.
    public let transports: [String]
    /// Chosen by the person.
    public var name: String
    /// The browser that added it.
    public let client: Client
    public let addedAt: Date
    /// nil before the first use.
    public var lastUsedAt: Date?

    public init(
        id: Data, account: AccountID, publicKey: Data, algorithm: Int, signatureCount: UInt32 = 0,
        isBackupEligible: Bool, isBackedUp: Bool, aaguid: String, transports: [String] = [], name: String,
        client: Client, addedAt: Date, lastUsedAt: Date? = nil
    ) {
        self.id = id
        self.account = account
        self.publicKey = publicKey
        self.algorithm = algorithm
        self.signatureCount = signatureCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.aaguid = aaguid
        self.transports = transports
        self.name = name
        self.client = client
        self.addedAt = addedAt
        self.lastUsedAt = lastUsedAt
    }
}

/// A passkey to be added, with the challenge that its registration has answered.
public struct NewPasskey: Sendable {
    public let passkey: StoredPasskey
    /// The answered challenge, which works once.
    public let challenge: TokenDigest
    /// The user handle that it was made with, which becomes that of the account; nil for the account's own.
    public let userHandle: Data?

    public init(passkey: StoredPasskey, challenge: TokenDigest, userHandle: Data? = nil) {
        self.passkey = passkey
        self.challenge = challenge
        self.userHandle = userHandle
    }
}

/// A verified use of a passkey, to be stored.
public struct UsedPasskey: Hashable, Sendable {
    /// The id of the passkey.
    public let id: Data
    /// The answered challenge, which works once.
    public let challenge: TokenDigest
    public let signatureCount: UInt32
    public let isBackupEligible: Bool
    public let isBackedUp: Bool
    /// Whether the passkey is bound to one device and its counter did not advance. There may be a copy of it.
    public let wentBack: Bool

    public init(
        id: Data, challenge: TokenDigest, signatureCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool,
        wentBack: Bool
    ) {
        self.id = id
        self.challenge = challenge
        self.signatureCount = signatureCount
        self.isBackupEligible = isBackupEligible
        self.isBackedUp = isBackedUp
        self.wentBack = wentBack
    }
}
