import Foundation
import PorticoConfig

/// A person's identity at an identity provider, with which an account can log in.
public struct ProviderIdentity: Hashable, Sendable {
    public let provider: ServerID
    /// The identifier of the person at the provider, which never changes: 1 to 255 bytes.
    public let subject: String
    public let account: AccountID
    public let addedAt: Date
    /// The last time that the account has logged in with it.
    public var lastUsedAt: Date

    public init(provider: ServerID, subject: String, account: AccountID, addedAt: Date, lastUsedAt: Date) {
        self.provider = provider
        self.subject = subject
        self.account = account
        self.addedAt = addedAt
        self.lastUsedAt = lastUsedAt
    }
}
