import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about accounts that several transactions share.
extension GRDB.Database {
    func hasLocalAccounts() throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM accounts WHERE server = 'local')") ?? false
    }

    func credential(of id: AccountID) throws -> (account: Account, passwordHash: String?)? {
        let statement = try cachedStatement(sql: "SELECT * FROM accounts WHERE server = ? AND user = ?")
        return try Row.fetchOne(statement, arguments: id.arguments).map { (Account(row: $0), $0["password_hash"]) }
    }

    /// - Throws: ``AuthError/noSuchAccount``
    func existingAccount(_ id: AccountID) throws -> Account {
        guard let found = try credential(of: id) else { throw AuthError.noSuchAccount }
        return found.account
    }

    func account(email: EmailAddress, on server: ServerID) throws -> Account? {
        let row = try Row.fetchOne(
            self, sql: "SELECT * FROM accounts WHERE server = ? AND email_key = ?",
            arguments: [server.rawValue, email.key])
        return row.map(Account.init(row:))
    }

    func add(_ addition: AccountAddition) throws {
        if addition.mustBeFirst, try hasLocalAccounts() { throw AuthError.setupClosed }
        let account = addition.account
        if let link = addition.link {
            let link = try use(link, for: [.registration, .invitation], at: account.createdAt)
            guard link.account == nil, try mayInvite(link.invitation) else { throw LinkProblem.unknown }
            try useUpInvitations(to: link.email)
        }
        try insert(account, passwordHash: addition.passwordHash)
        if let mail = addition.mail { try insert(mail, at: account.createdAt) }
        try log(addition.event)
    }

    /// Whether whoever invites, where that is somebody, may still do so.
    private func mayInvite(_ invitation: Invitation?) throws -> Bool {
        guard let inviter = invitation?.inviter else { return true }
        guard let account = try credential(of: inviter)?.account else { return false }
        return account.isAdministrator && !account.isDisabled
    }

    func insert(_ account: Account, passwordHash: String?) throws {
        let statement = try cachedStatement(
            sql: """
                INSERT INTO accounts (
                    server, user, name, email, email_key, search_key, is_administrator, is_disabled, password_hash,
                    created_at, employee_number)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """)
        try statement.execute(
            arguments: account.id.arguments + [
                account.name, account.email?.value, account.email?.key, account.searchKey, account.isAdministrator,
                account.isDisabled, passwordHash, account.createdAt.milliseconds,
                account.employeeNumber?.value,
            ])
        guard changesCount == 0 else { return }
        throw try credential(of: account.id) == nil ? AuthError.emailTaken : AuthError.accountExists
    }

    func update(_ id: AccountID, set column: String, to value: (any DatabaseValueConvertible & Sendable)?) throws {
        try execute(
            sql: "UPDATE accounts SET \(column) = ? WHERE server = ? AND user = ?", arguments: [value] + id.arguments)
        guard changesCount == 1 else { throw AuthError.noSuchAccount }
    }

    /// Gives an account another address. What was sent to the one before allows nothing any more, but to end a sign-in.
    ///
    /// - Returns: the account as it is now.
    func setEmail(_ email: EmailAddress?, of old: Account) throws -> Account {
        if let email, let owner = try account(email: email, on: old.id.server), owner.id != old.id {
            throw AuthError.emailTaken
        }
        var account = old
        account.email = email
        try execute(
            sql: "UPDATE accounts SET email = ?, email_key = ?, search_key = ? WHERE server = ? AND user = ?",
            arguments: [email?.value, email?.key, account.searchKey] + old.id.arguments)
        if email != old.email {
            try useUpLinks(of: old.id, for: [.emailChange, .passwordReset, .invitation])
        }
        return account
    }

    /// Continues only where somebody is left who may administer when this account no longer does.
    func requireAnotherAdministrator(_ id: AccountID) throws {
        if try isLastAdministrator(id) { throw AuthError.lastAdministrator }
    }

    /// Whoever has a password counts; where this account has none itself, every local one; where it is of a gateway,
    /// everybody. An account of a gateway never counts for a local one: its gateway may be gone.
    func isLastAdministrator(_ id: AccountID) throws -> Bool {
        let found = try Bool.fetchOne(
            self,
            sql: """
                SELECT NOT EXISTS (
                    SELECT 1 FROM accounts AS other WHERE other.is_administrator AND NOT other.is_disabled
                        AND (other.server, other.user) <> (own.server, own.user)
                        AND (other.password_hash IS NOT NULL OR own.password_hash IS NULL)
                        AND (other.server = 'local' OR own.server <> 'local'))
                FROM accounts AS own
                WHERE own.server = ? AND own.user = ? AND own.is_administrator AND NOT own.is_disabled
                """, arguments: id.arguments)
        return found ?? false
    }

    /// Removes an account and everything kept of it but the log of events; browsers stay.
    ///
    /// - Returns: the ids of the sign-ins that were not ended before.
    func delete(_ account: Account) throws -> [SignIn.ID] {
        let id = account.id
        let open = try openSignIns(of: id).map(\.signIn.id)
        for table in ["sign_ins", "person_config", "links", "letters", "drafts", "accounts"] {
            try execute(sql: "DELETE FROM \(table) WHERE server = ? AND user = ?", arguments: id.arguments)
        }
        if let email = account.email { try useUpInvitations(to: email) }
        try forgetAttempts(ofSigningInTo: id)
        return open
    }
}
