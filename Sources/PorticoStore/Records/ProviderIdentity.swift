import Foundation
import PorticoBytes
import PorticoConfig

/// A person's identity at an identity provider, with which an account can log in.
public struct ProviderIdentity: Hashable, Sendable {
    public let provider: ServerID
    /// The identifier of the person at the provider, which never changes: 1 to 255 bytes.
    public let subject: String
    public let account: AccountID
    /// The address or the user name of the person at the provider, for the eyes of the person; empty if it is not known.
    public var label: String
    public let addedAt: Date
    /// The last time that the account has logged in with it.
    public var lastUsedAt: Date

    public init(
        provider: ServerID, subject: String, account: AccountID, label: String = "", addedAt: Date, lastUsedAt: Date
    ) {
        self.provider = provider
        self.subject = subject
        self.account = account
        self.label = label
        self.addedAt = addedAt
        self.lastUsedAt = lastUsedAt
    }

    /// Names the identity in forms.
    public var id: String { TokenDigest(of: "\(provider) \(subject)").bytes.base64URL }
}
