import Foundation
import PorticoConfig

/// Why an account cannot be made as asked.
public enum AccountProblem: Error, Hashable, Sendable {
    case nameMissing
    case nameTooLong(maximum: Int)
    case userNameMissing
    case userNameInvalid
    case emailInvalid
    case password(PasswordProblem)
}

/// What somebody asks for who makes an account.
public struct NewAccount: Sendable {
    public let userName: String
    public let name: String
    /// As it was typed; empty for none.
    public let email: String
    /// nil where the person is to choose one by a link, which is sent to the address.
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

/// Makes local accounts, and changes those of any server: for the set-up page, for those who administer and for the
/// command line.
public struct AccountDirectory: Sendable {
    let store: any AuthStore
    let hasher: PasswordHasher
    let policy: PasswordPolicy
    let appName: String
    let now: @Sendable () -> Date

    public init(
        store: any AuthStore, hasher: PasswordHasher, policy: PasswordPolicy, appName: String,
        now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.hasher = hasher
        self.policy = policy
        self.appName = appName
        self.now = now
    }

    public func accounts() async throws -> [Account] { try await store.accounts() }

    public func accounts(_ query: AccountQuery) async throws -> [Account] { try await store.accounts(query) }

    public func account(_ id: AccountID) async throws -> Account? { try await store.account(id) }

    public func hasLocalAccounts() async throws -> Bool { try await store.hasLocalAccounts() }

    /// Whether nobody would be left who may administer, if this account did not.
    public func isLastAdministrator(_ account: Account) async throws -> Bool {
        try await store.isLastAdministrator(account.id)
    }

    /// The account of this ``AccountID/name``.
    ///
    /// - Throws: ``AuthError/noSuchAccount``
    public func account(named name: String) async throws -> Account {
        guard let id = AccountID(name: name), let found = try await store.account(id) else {
            throw AuthError.noSuchAccount
        }
        return found
    }
}

// MARK: Making accounts

extension AccountDirectory {
    /// Every rule that `new` breaks; empty where it can be added.
    public func problems(with new: NewAccount) -> [AccountProblem] {
        var problems: [AccountProblem] = []
        let name = new.name.personName
        if name.isEmpty { problems.append(.nameMissing) }
        if name.count > 100 { problems.append(.nameTooLong(maximum: 100)) }
        if new.userName.trimmingWhitespace().isEmpty {
            problems.append(.userNameMissing)
        } else if UserName(new.userName) == nil {
            problems.append(.userNameInvalid)
        }
        if !new.email.trimmingWhitespace().isEmpty, EmailAddress(new.email) == nil { problems.append(.emailInvalid) }
        if let problem = new.password.flatMap({ problem(with: $0, userName: new.userName) }) {
            problems.append(.password(problem))
        }
        return problems
    }

    /// Adds a local account.
    ///
    /// - Throws: the first ``AccountProblem``, ``AuthError/accountExists``, ``AuthError/emailTaken``,
    ///   ``AuthError/setupClosed`` where it must be the first and is not, ``AuthError/busy(retryAfter:)``, a
    ///   ``LinkProblem`` where the link that allows it does not work.
    @discardableResult
    public func add(
        _ new: NewAccount, mustBeFirst: Bool = false, link: TokenDigest? = nil, actor: AccountID? = nil,
        client: Client = .commandLine
    ) async throws -> Account {
        let account = try account(for: new)
        var hash: String?
        if let password = new.password { hash = try await hasher.hash(password) }
        let event = SecurityEvent(.registered, account: account.id, actor: actor, client: client, time: now())
        try await store.add(
            AccountAddition(
                account, passwordHash: hash, mustBeFirst: mustBeFirst, link: link,
                mail: hash == nil ? welcome(account) : nil, event: event))
        return account
    }

    /// The account that would be made.
    ///
    /// - Throws: the first ``AccountProblem``.
    func account(for new: NewAccount) throws -> Account {
        if let problem = problems(with: new).first { throw problem }
        guard let userName = UserName(new.userName) else { throw AccountProblem.userNameInvalid }
        return Account(
            id: userName.accountID, name: new.name.personName, email: EmailAddress(new.email),
            isAdministrator: new.isAdministrator, createdAt: now())
    }

    /// The mail with the link by which the person of an account without a password chooses one; nil where there is no
    /// address.
    func welcome(_ account: Account) -> MailJob? {
        account.email.map { MailJob(to: $0, .welcome(account.id)) }
    }

    /// Why `password` cannot be the one of this account.
    func problem(with password: String, userName: String) -> PasswordProblem? {
        policy.problem(with: password, context: [userName.trimmingWhitespace(), appName])
    }
}
