import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension SQLiteAuthStore {
    public func hasLocalAccounts() async throws -> Bool {
        try await read { try $0.hasLocalAccounts() }
    }

    public func accounts() async throws -> [Account] {
        try await read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM accounts ORDER BY server, user").map(Account.init(row:))
        }
    }

    public func accounts(_ query: AccountQuery) async throws -> [Account] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM accounts WHERE (server, user) > (?, ?) AND (
                        instr(search_key, ?) > 0 OR server <> 'local' AND instr(server || ':' || user, ?) > 0)
                    ORDER BY server, user LIMIT ?
                    """,
                arguments: (query.after?.arguments ?? ["", ""])
                    + [query.text.folded, query.text.folded, max(0, query.limit)]
            ).map(Account.init(row:))
        }
    }

    public func account(_ id: AccountID) async throws -> Account? {
        try await credential(of: id)?.account
    }

    public func account(email: EmailAddress, on server: ServerID) async throws -> Account? {
        try await read { try $0.account(email: email, on: server) }
    }

    public func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)? {
        try await read { try $0.credential(of: id) }
    }

    public func isLastAdministrator(_ id: AccountID) async throws -> Bool {
        try await read { try $0.isLastAdministrator(id) }
    }

    public func history(of id: AccountID) async throws -> AccountHistory {
        try await read { try $0.history(of: id) }
    }
}

// MARK: Changes

extension SQLiteAuthStore {
    public func add(_ addition: AccountAddition) async throws {
        try await write { try $0.add(addition) }
    }

    public func add(_ additions: [AccountAddition]) async throws {
        try await write { db in
            for (index, addition) in additions.enumerated() {
                do {
                    try db.add(addition)
                } catch let error as AuthError {
                    throw AccountConflict(index: index, error: error)
                }
            }
        }
    }

    public func setEmail(
        using link: TokenDigest, event: SecurityEvent?, at time: Date
    ) async throws -> (account: Account, old: EmailAddress?) {
        try await write { db in
            let link = try db.use(link, for: [.emailChange], at: time)
            guard let id = link.account else { throw LinkProblem.unknown }
            let old = try db.existingAccount(id)
            let account = try db.setEmail(link.email, of: old)
            try db.useUpLinks(of: id, for: [.emailChange])
            try db.log(event)
            return (account, old.email)
        }
    }

    public func setEmail(_ email: EmailAddress?, of id: AccountID, event: SecurityEvent?) async throws {
        try await write { db in
            _ = try db.setEmail(email, of: try db.existingAccount(id))
            try db.log(event)
        }
    }

    @discardableResult
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await write { db in
            if isDisabled { try db.requireAnotherAdministrator(id) }
            try db.update(id, set: "is_disabled", to: isDisabled)
            try db.log(event)
            return isDisabled ? try db.endSignIns(.all, of: id, at: time) : []
        }
    }

    public func setAdministrator(_ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?) async throws {
        try await write { db in
            if !isAdministrator { try db.requireAnotherAdministrator(id) }
            try db.update(id, set: "is_administrator", to: isAdministrator)
            try db.log(event)
        }
    }

    @discardableResult
    public func delete(_ id: AccountID, event: SecurityEvent?) async throws -> [SignIn.ID] {
        try await write { db in
            let account = try db.existingAccount(id)
            try db.requireAnotherAdministrator(id)
            try db.log(event)
            return try db.delete(account)
        }
    }
}
