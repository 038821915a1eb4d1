import Foundation

/// The authenticator app of an account (RFC 6238). Only a confirmed one is stored.
public struct StoredTOTP: Hashable, Sendable {
    /// The shared secret, as ``SecretBox`` sealed it for this account.
    public let sealedSecret: Data
    public let addedAt: Date
    /// The last time step whose code was used. Codes of this step and of earlier ones do not work.
    public var lastStep: Int64

    public init(sealedSecret: Data, addedAt: Date, lastStep: Int64) {
        self.sealedSecret = sealedSecret
        self.addedAt = addedAt
        self.lastStep = lastStep
    }
}

/// An authenticator app whose first code was right, to be stored with its recovery codes.
public struct NewApp: Hashable, Sendable {
    public let totp: StoredTOTP
    /// The time at which the app was added that this one replaces; nil for none.
    public let replaces: Date?
    public let recoveryCodes: [TokenDigest]

    public init(totp: StoredTOTP, replaces: Date?, recoveryCodes: [TokenDigest]) {
        self.totp = totp
        self.replaces = replaces
        self.recoveryCodes = recoveryCodes
    }
}
