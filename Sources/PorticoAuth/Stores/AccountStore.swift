import Foundation
import PorticoConfig

/// An account about to be made.
public struct AccountAddition: Sendable {
    public let account: Account
    /// nil where the person is to choose a password later.
    public let passwordHash: String?
    /// Whether to add it only while there is no local account.
    public let mustBeFirst: Bool
    /// The link that allows it, which is used up with it.
    public let link: TokenDigest?
    /// What is sent to the person, once the account is there.
    public let mail: MailJob?
    public let event: SecurityEvent?

    public init(
        _ account: Account, passwordHash: String?, mustBeFirst: Bool = false, link: TokenDigest? = nil,
        mail: MailJob? = nil, event: SecurityEvent? = nil
    ) {
        self.account = account
        self.passwordHash = passwordHash
        self.mustBeFirst = mustBeFirst
        self.link = link
        self.mail = mail
        self.event = event
    }
}

/// Another password for an account.
public struct PasswordChange: Sendable {
    /// Which sign-ins end with it.
    public enum Ending: Hashable, Sendable {
        case none
        case all
        case allBut(SignIn.ID)
    }

    public let account: AccountID
    /// nil takes the password away: nobody signs in with one until there is another.
    public let hash: String?
    /// The hash that must still be in force; nil where it does not matter.
    public let replacing: String?
    /// The link that allows it, which is used up with it.
    public let link: TokenDigest?
    public let ends: Ending
    /// What tells the person of it, or how to choose another one.
    public let mail: MailJob?
    public let event: SecurityEvent?
    public let time: Date

    public init(
        account: AccountID, hash: String?, replacing: String? = nil, link: TokenDigest? = nil, ends: Ending = .all,
        mail: MailJob? = nil, event: SecurityEvent? = nil, time: Date
    ) {
        self.account = account
        self.hash = hash
        self.replacing = replacing
        self.link = link
        self.ends = ends
        self.mail = mail
        self.event = event
        self.time = time
    }
}

/// Accounts and their passwords.
public protocol AccountStore: Sendable {
    /// Whether there is an account whose password is kept here.
    func hasLocalAccounts() async throws -> Bool
    /// All accounts, by server and user name.
    func accounts() async throws -> [Account]
    /// Some accounts, by server and user name.
    func accounts(_ query: AccountQuery) async throws -> [Account]
    func account(_ id: AccountID) async throws -> Account?
    /// The account that has this address on a server.
    func account(email: EmailAddress, on server: ServerID) async throws -> Account?
    /// The account and the encoded hash of its password, which is `nil` where it has none.
    func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)?

    /// Adds an account. With the link that allows it, all others that were sent to the same address to make one are used
    /// up.
    ///
    /// - Throws: ``AuthError/accountExists``; ``AuthError/emailTaken``; ``AuthError/setupClosed`` where it had to be the
    ///   first and is not; a ``LinkProblem`` where its link does not work, `unknown` where whoever invited may not any more.
    func add(_ addition: AccountAddition) async throws
    /// Adds all of them or none.
    ///
    /// - Throws: ``AccountConflict`` for the first that cannot be added.
    func add(_ additions: [AccountAddition]) async throws
    /// Gives an account another password, ends sign-ins, makes all links useless that would change password or address,
    /// those too that mails would still carry, and forgets the failed tries to sign in to it.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/wrongCredentials`` where the password was changed meanwhile; a
    ///   ``LinkProblem`` where its link does not work.
    @discardableResult
    func setPassword(_ change: PasswordChange) async throws -> [SignIn.ID]
    /// Stores the same password under stronger parameters, unless it was changed meanwhile.
    func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws
    /// Makes the address that `link` was sent to that of the link's account; the other links for this are useless then.
    ///
    /// - Returns: the account as it is now, and the address that it had.
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/noSuchAccount``; a ``LinkProblem``.
    func setEmail(
        using link: TokenDigest, event: SecurityEvent?, at time: Date
    ) async throws -> (account: Account, old: EmailAddress?)
    /// Gives an account an address, or none, without a link: for those who administer.
    ///
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/noSuchAccount``.
    func setEmail(_ email: EmailAddress?, of id: AccountID, event: SecurityEvent?) async throws
    /// Disables an account, which ends all its sign-ins, or enables it.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/lastAdministrator`` where nobody would be left who may
    ///   administer, and has a password to sign in with.
    @discardableResult
    func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID]
    /// Lets an account administer, or not.
    ///
    /// - Throws: as ``setDisabled(_:_:event:at:)``.
    func setAdministrator(_ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?) async throws
    /// Deletes an account and everything kept of it but the log of events; so are invitations to its address.
    ///
    /// - Returns: the ids of the sign-ins that were not ended before.
    /// - Throws: as ``setDisabled(_:_:event:at:)``.
    @discardableResult
    func delete(_ id: AccountID, event: SecurityEvent?) async throws -> [SignIn.ID]
    /// Whether nobody would be left who may administer, and has a password to sign in with, without this account.
    func isLastAdministrator(_ id: AccountID) async throws -> Bool
    /// The sign-ins and requests that are kept of an account; none for an account that is not there.
    func history(of id: AccountID) async throws -> AccountHistory
}

/// Why one of many accounts cannot be added.
public struct AccountConflict: Error, Hashable {
    /// Its place among them, from 0 on.
    public let index: Int
    public let error: AuthError

    public init(index: Int, error: AuthError) {
        self.index = index
        self.error = error
    }
}
