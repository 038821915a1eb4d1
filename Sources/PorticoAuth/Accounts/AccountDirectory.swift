import Foundation
import PorticoConfig

/// Why an account cannot be made as asked.
public enum AccountProblem: Error, Hashable, Sendable {
    case nameMissing
    case nameTooLong(maximum: Int)
    case userNameMissing
    case userNameInvalid
    case password(PasswordProblem)
}

/// What somebody asks for who makes an account.
public struct NewAccount: Sendable {
    public let userName: String
    public let name: String
    public let password: String
    public let isAdministrator: Bool

    public init(userName: String, name: String, password: String, isAdministrator: Bool) {
        self.userName = userName
        self.name = name
        self.password = password
        self.isAdministrator = isAdministrator
    }
}

/// Makes and changes local accounts: for the set-up page and for the command line.
public struct AccountDirectory: Sendable {
    private let store: any AuthStore
    private let hasher: PasswordHasher
    private let policy: PasswordPolicy
    private let appName: String
    private let now: @Sendable () -> Date

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

    public func hasAccounts() async throws -> Bool { try await store.hasAccounts() }

    /// Every rule that `new` breaks; empty where it can be added.
    public func problems(with new: NewAccount) -> [AccountProblem] {
        var problems: [AccountProblem] = []
        let name = new.name.trimmingWhitespace()
        if name.isEmpty { problems.append(.nameMissing) }
        if name.count > 100 { problems.append(.nameTooLong(maximum: 100)) }
        if new.userName.trimmingWhitespace().isEmpty {
            problems.append(.userNameMissing)
        } else if UserName(new.userName) == nil {
            problems.append(.userNameInvalid)
        }
        if let problem = problem(with: new.password, userName: new.userName) { problems.append(.password(problem)) }
        return problems
    }

    /// Adds a local account.
    ///
    /// - Throws: the first ``AccountProblem``, ``AuthError/accountExists``, ``AuthError/setupClosed`` where it must be
    ///   the first and is not, ``AuthError/busy(retryAfter:)``.
    public func add(_ new: NewAccount, mustBeFirst: Bool = false) async throws -> Account {
        if let problem = problems(with: new).first { throw problem }
        guard let userName = UserName(new.userName) else { throw AccountProblem.userNameInvalid }
        let account = Account(
            id: userName.accountID, name: new.name.trimmingWhitespace(), isAdministrator: new.isAdministrator,
            createdAt: now())
        let hash = try await hasher.hash(new.password)
        try await store.add(account, passwordHash: hash, mustBeFirst: mustBeFirst)
        return account
    }

    /// Disables an account, which ends all its sign-ins at once, or enables it.
    public func setDisabled(_ isDisabled: Bool, userName: String) async throws {
        guard let userName = UserName(userName) else { throw AuthError.noSuchAccount }
        try await store.setDisabled(isDisabled, userName.accountID, at: now())
    }

    /// Gives an account another password, which ends all its sign-ins.
    public func setPassword(_ password: String, userName: String) async throws {
        guard let name = UserName(userName) else { throw AuthError.noSuchAccount }
        if let problem = problem(with: password, userName: userName) { throw AccountProblem.password(problem) }
        guard try await store.account(name.accountID) != nil else { throw AuthError.noSuchAccount }
        try await store.setPasswordHash(hasher.hash(password), of: name.accountID, at: now())
    }

    private func problem(with password: String, userName: String) -> PasswordProblem? {
        policy.problem(with: password, context: [userName.trimmingWhitespace(), appName])
    }
}
