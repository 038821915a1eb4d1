import Foundation
import PorticoAuth
import PorticoConfig

extension MemoryAuthStore {
    public func hasLocalAccounts() -> Bool { state.accounts.keys.contains { $0.server == .local } }

    public func accounts() -> [Account] { state.accounts.values.map(\.account).sorted { $0.id.isBefore($1.id) } }

    public func accounts(_ query: AccountQuery) -> [Account] {
        let found = accounts().filter { account in
            (query.after.map { $0.isBefore(account.id) } ?? true) && account.isFound(by: query.text)
        }
        return Array(found.prefix(max(0, query.limit)))
    }

    public func account(_ id: AccountID) -> Account? { state.accounts[id]?.account }

    public func account(email: EmailAddress, on server: ServerID) -> Account? {
        state.account(email: email, on: server)
    }

    public func credential(of id: AccountID) -> (account: Account, passwordHash: String?)? { state.accounts[id] }

    public func isLastAdministrator(_ id: AccountID) -> Bool { state.isLastAdministrator(id) }

    public func history(of id: AccountID) -> AccountHistory {
        AccountHistory(
            signIns: state.signIns.filter { $0.account == id }.compactMap { row in
                state.signIn(row).map { .init(signIn: $0, endedAt: row.endedAt) }
            })
    }
}

// MARK: Changes

extension MemoryAuthStore {
    public func add(_ addition: AccountAddition) throws {
        try write { try $0.add(addition) }
    }

    public func add(_ additions: [AccountAddition]) throws {
        try write { state in
            for (index, addition) in additions.enumerated() {
                do {
                    try state.add(addition)
                } catch let error as AuthError {
                    throw AccountConflict(index: index, error: error)
                }
            }
        }
    }

    @discardableResult
    public func setPassword(_ change: PasswordChange) throws -> [SignIn.ID] {
        try write { state in
            if let token = change.link {
                let link = try state.use(token, for: [.passwordReset, .invitation], at: change.time)
                guard link.account == change.account else { throw LinkProblem.unknown }
            }
            guard let row = state.accounts[change.account] else { throw AuthError.noSuchAccount }
            if let old = change.replacing, old != row.passwordHash { throw AuthError.wrongCredentials }
            state.accounts[change.account] = (row.account, change.hash)
            state.useUpLinks(of: change.account, for: [.passwordReset, .invitation, .emailChange])
            state.forgetAttempts(ofSigningInTo: change.account)
            if let mail = change.mail { state.add(mail, at: change.time) }
            state.log(change.event)
            return state.endSignIns(at: change.time) {
                $0.account == change.account && change.ends.includes($0.id)
            }
        }
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) {
        write { state in
            if state.accounts[id]?.passwordHash == old { state.accounts[id]?.passwordHash = new }
        }
    }

    public func setEmail(
        using token: TokenDigest, event: SecurityEvent?, at time: Date
    ) throws -> (account: Account, old: EmailAddress?) {
        try write { state in
            let link = try state.use(token, for: [.emailChange], at: time)
            guard let id = link.account else { throw LinkProblem.unknown }
            let old = try state.existing(id)
            try state.setEmail(link.email, of: old)
            state.useUpLinks(of: id, for: [.emailChange])
            state.log(event)
            return (try state.existing(id), old.email)
        }
    }

    public func setEmail(_ email: EmailAddress?, of id: AccountID, event: SecurityEvent?) throws {
        try write { state in
            try state.setEmail(email, of: state.existing(id))
            state.log(event)
        }
    }

    @discardableResult
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) throws -> [SignIn.ID] {
        try write { state in
            _ = try state.existing(id)
            if isDisabled { try state.requireAnotherAdministrator(id) }
            state.accounts[id]?.account.isDisabled = isDisabled
            state.log(event)
            return isDisabled ? state.endSignIns(at: time) { $0.account == id } : []
        }
    }

    public func setAdministrator(_ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?) throws {
        try write { state in
            _ = try state.existing(id)
            if !isAdministrator { try state.requireAnotherAdministrator(id) }
            state.accounts[id]?.account.isAdministrator = isAdministrator
            state.log(event)
        }
    }

    @discardableResult
    public func delete(_ id: AccountID, event: SecurityEvent?) throws -> [SignIn.ID] {
        try write { state in
            let account = try state.existing(id)
            try state.requireAnotherAdministrator(id)
            state.log(event)
            return state.delete(account)
        }
    }
}

extension AccountID {
    fileprivate func isBefore(_ other: AccountID) -> Bool {
        (server.rawValue, user) < (other.server.rawValue, other.user)
    }
}

extension Account {
    fileprivate func isFound(by text: String) -> Bool {
        text.isEmpty || [id.name, name, email?.value ?? ""].contains { $0.folded.contains(text.folded) }
    }
}

extension String {
    var folded: String { lowercased().uppercased().lowercased() }
}

extension PasswordChange.Ending {
    fileprivate func includes(_ signIn: SignIn.ID) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .allBut(let kept): signIn != kept
        }
    }
}
