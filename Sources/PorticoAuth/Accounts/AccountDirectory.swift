import Foundation
import PorticoBytes
import PorticoConfig

/// A rule that a new account breaks.
public enum AccountProblem: Error, Hashable, Sendable {
    case nameMissing
    case nameTooLong(maximum: Int)
    case userNameMissing
    case userNameInvalid
    /// The user name contains `@`, but is not the account's own address.
    case userNameNotEmail
    case emailInvalid
    case password(PasswordProblem)
}

/// The form values for a new local account.
public struct NewAccount: Sendable {
    public let userName: String
    public let name: String
    /// As typed; empty for none.
    public let email: String
    /// nil if the person chooses a password by a link sent to the address.
    public let password: String?
    public let isAdministrator: Bool

    public init(userName: String, name: String, email: String = "", password: String?, isAdministrator: Bool) {
        self.userName = userName
        self.name = name
        self.email = email
        self.password = password
        self.isAdministrator = isAdministrator
    }
}

/// Adds local accounts, and changes accounts of any server. The set-up page, Administration and the command line use
/// it.
public struct AccountDirectory: Sendable {
    let store: any AuthStore
    let hasher: PasswordHasher
    let policy: CurrentPolicy
    let appName: @Sendable () -> String
    let now: @Sendable () -> Date

    /// Whether this is the last administrator who can sign in.
    public func isLastAdministrator(_ account: Account) async throws -> Bool {
        try await store.isLastAdministrator(account.id)
    }

    /// The account with this ``AccountID/name``.
    ///
    /// - Throws: ``AuthError/noSuchAccount``
    public func account(named name: String) async throws -> Account {
        guard let id = AccountID(name: name), let found = try await store.account(id) else {
            throw AuthError.noSuchAccount
        }
        return found
    }
}

// MARK: Adding accounts

extension AccountDirectory {
    /// All rules that `new` breaks; empty if it can be added.
    public func problems(with new: NewAccount) -> [AccountProblem] {
        var problems: [AccountProblem] = []
        if let problem = problem(withName: new.name) { problems.append(problem) }
        if new.userName.trimmingWhitespace().isEmpty {
            problems.append(.userNameMissing)
        } else if let userName = UserName(new.userName) {
            if userName.value.has("@"), userName.value != EmailAddress(new.email)?.key {
                problems.append(.userNameNotEmail)
            }
        } else {
            problems.append(.userNameInvalid)
        }
        if !new.email.trimmingWhitespace().isEmpty, EmailAddress(new.email) == nil { problems.append(.emailInvalid) }
        if let problem = new.password.flatMap({
            problem(with: $0, userName: new.userName, isAdministrator: new.isAdministrator)
        }) {
            problems.append(.password(problem))
        }
        return problems
    }

    /// The rule that a display name breaks; nil if it is valid.
    public func problem(withName name: String) -> AccountProblem? {
        let name = name.personName
        if name.isEmpty { return .nameMissing }
        return name.fits(100) ? nil : .nameTooLong(maximum: 100)
    }

    /// Adds a local account. Without a password, mails the link to choose one.
    ///
    /// - Throws: the first ``AccountProblem``, ``AuthError/accountExists``, ``AuthError/emailTaken``,
    ///   ``AuthError/setupClosed`` if `mustBeFirst` is set and there is a local account,
    ///   ``AuthError/busy(retryAfter:)``, a ``LinkProblem`` if `link` does not work.
    @discardableResult
    public func add(
        _ new: NewAccount, mustBeFirst: Bool = false, link: TokenDigest? = nil, actor: AccountID? = nil,
        client: Client = .commandLine
    ) async throws -> Account {
        let account = try account(for: new, at: now())
        var hash: String?
        if let password = new.password {
            // The insertion checks this again. A taken name must not cost a hash, because the link stays valid.
            if !mustBeFirst, try await store.account(account.id) != nil { throw AuthError.accountExists }
            hash = try await hasher.hash(password, for: client)
        }
        let event = SecurityEvent(.registered, account: account.id, actor: actor, client: client, time: now())
        try await store.add(
            AccountAddition(
                account, passwordHash: hash, hasShortPassword: new.password.map(PasswordPolicy.isShort) ?? false,
                mustBeFirst: mustBeFirst, link: link,
                mail: hash == nil ? welcome(account) : nil, event: event))
        return account
    }

    /// The account that ``add(_:mustBeFirst:link:actor:client:)`` would add.
    ///
    /// - Throws: the first ``AccountProblem``.
    func account(for new: NewAccount, at time: Date) throws -> Account {
        if let problem = problems(with: new).first { throw problem }
        guard let userName = UserName(new.userName) else { throw AccountProblem.userNameInvalid }
        return Account(
            id: userName.accountID, name: new.name.personName, email: EmailAddress(new.email),
            isAdministrator: new.isAdministrator, createdAt: time)
    }

    /// The mail with the link to choose a first password; nil if the account has no address.
    func welcome(_ account: Account) -> MailJob? {
        account.email.map { MailJob(to: $0, .welcome(account.id)) }
    }

    /// - Throws: the ``PasswordProblem`` of a password for this user name.
    public func requirePassword(_ password: String, userName: String, isAdministrator: Bool) throws {
        if let problem = problem(with: password, userName: userName, isAdministrator: isAdministrator) { throw problem }
    }

    /// The minimum length of a password, in characters.
    public func shortestPassword(ofAdministrator isAdministrator: Bool) -> Int {
        let policy = policy.value
        return policy.passwords.minimumLength(
            withFactor: policy.secondFactor.requires(administrator: isAdministrator))
    }

    /// The rule that `password` breaks for this account; nil if none.
    func problem(with password: String, of account: Account) -> PasswordProblem? {
        problem(with: password, userName: account.id.user, isAdministrator: account.isAdministrator)
    }

    /// The rule that `password` breaks for this user name; nil if none.
    private func problem(with password: String, userName: String, isAdministrator: Bool) -> PasswordProblem? {
        let policy = policy.value
        return policy.passwords.problem(
            with: password, context: [userName.trimmingWhitespace(), appName()],
            withFactor: policy.secondFactor.requires(administrator: isAdministrator))
    }
}
