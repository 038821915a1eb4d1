import Foundation
import PorticoConfig

/// The part of a login at an identity provider that a sign-in keeps.
public struct ProviderRecord: Hashable, Sendable {
    public let provider: ServerID
    /// The provider's identifier of the person.
    public let subject: String
    /// The provider's identifier of the session there; nil if it tells none.
    public let session: String?
    /// The time of the provider's token, by the provider's clock.
    public let issuedAt: Date
    /// The tokens of the provider, as ``SecretBox`` sealed them; nil if none is needed.
    public let sealedTokens: Data?

    public init(provider: ServerID, subject: String, session: String?, issuedAt: Date, sealedTokens: Data? = nil) {
        self.provider = provider
        self.subject = subject
        self.session = session
        self.issuedAt = issuedAt
        self.sealedTokens = sealedTokens
    }
}

/// The sign-ins that an identity provider ends: those of a session there, of a person, or both.
public struct ProviderLogout: Hashable, Sendable {
    public let provider: ServerID
    /// The provider's identifier of the person; nil for the session alone.
    public let subject: String?
    /// The provider's identifier of the session; nil for all sessions of the person.
    public let session: String?
    /// The time of the logout, by the provider's clock. Later logins stay.
    public let time: Date

    /// nil without a person and a session.
    public init?(provider: ServerID, subject: String?, session: String?, time: Date) {
        guard subject != nil || session != nil else { return nil }
        self.provider = provider
        self.subject = subject
        self.session = session
        self.time = time
    }
}
