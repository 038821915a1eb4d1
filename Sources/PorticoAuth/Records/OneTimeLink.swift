import Foundation
import PorticoConfig

/// A link that was sent to somebody and works once (ASVS 5.0, 6.4). The store knows it by the digest of its token.
public struct OneTimeLink: Hashable, Sendable {
    public typealias Purpose = LinkPurpose

    public let purpose: Purpose
    /// Whose link it is; nil where the account is yet to be made.
    public let account: AccountID?
    /// The address that it was sent to.
    public let email: EmailAddress
    /// The invitation that it belongs to.
    public let invitation: Invitation?
    /// The sign-in that it ends.
    public let signIn: SignIn.ID?
    public let expiresAt: Date

    public init(
        _ purpose: Purpose, account: AccountID? = nil, email: EmailAddress, invitation: Invitation? = nil,
        signIn: SignIn.ID? = nil, expiresAt: Date
    ) {
        self.purpose = purpose
        self.account = account
        self.email = email
        self.invitation = invitation
        self.signIn = signIn
        self.expiresAt = expiresAt
    }
}

/// An account that somebody is invited to make.
public struct Invitation: Hashable, Sendable, Codable {
    public let email: EmailAddress
    /// Suggested; empty where the person is to choose.
    public let name: String
    public let isAdministrator: Bool
    /// Who invites; nil for the command line.
    public let inviter: AccountID?

    public init(email: EmailAddress, name: String = "", isAdministrator: Bool = false, inviter: AccountID? = nil) {
        self.email = email
        self.name = name.personName
        self.isAdministrator = isAdministrator
        self.inviter = inviter
    }
}

/// Why a link does not work, or no more.
public enum LinkProblem: String, Error, Hashable, Sendable {
    /// No such link.
    case unknown
    case expired
    /// It has done its work, or was replaced by a later one.
    case used
}
