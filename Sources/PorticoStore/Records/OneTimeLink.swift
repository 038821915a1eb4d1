import Foundation
import PorticoConfig

/// A mailed link that works once (ASVS 5.0, 6.4). The store identifies it by the digest of its token.
public struct OneTimeLink: Hashable, Sendable {
    public typealias Purpose = LinkPurpose

    public let purpose: Purpose
    /// The account to use the link for; nil if the link creates one.
    public let account: AccountID?
    /// The address that the mail was sent to.
    public let email: EmailAddress
    /// The invitation, for an invitation link.
    public let invitation: Invitation?
    /// The sign-in, for a link that ends one.
    public let signIn: SignIn.ID?
    /// The secret of the browser that asked for the link, for a link that logs in there.
    public let browser: TokenDigest?
    public let expiresAt: Date

    public init(
        _ purpose: Purpose, account: AccountID? = nil, email: EmailAddress, invitation: Invitation? = nil,
        signIn: SignIn.ID? = nil, browser: TokenDigest? = nil, expiresAt: Date
    ) {
        self.purpose = purpose
        self.account = account
        self.email = email
        self.invitation = invitation
        self.signIn = signIn
        self.browser = browser
        self.expiresAt = expiresAt
    }
}

/// An invitation to create an account.
public struct Invitation: Hashable, Sendable, Codable {
    public let email: EmailAddress
    /// The suggested display name; empty if the person chooses it.
    public let name: String
    public let isAdministrator: Bool
    /// The inviting administrator; nil for the command line.
    public let inviter: AccountID?
    /// The tag of the language of the mail, as the inviter chose it; nil for that of the installation.
    public let language: String?

    public init(
        email: EmailAddress, name: String = "", isAdministrator: Bool = false, inviter: AccountID? = nil,
        language: String? = nil
    ) {
        self.email = email
        self.name = name.personName
        self.isAdministrator = isAdministrator
        self.inviter = inviter
        self.language = language
    }
}

/// A link does not work.
public enum LinkProblem: String, Error, Hashable, Sendable {
    /// There is no such link.
    case unknown
    case expired
    /// It has been used, or replaced by a later link.
    case used
}
