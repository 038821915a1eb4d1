import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func hasLocalAccounts() throws -> Bool {
        try connection.row("SELECT 1 FROM accounts WHERE server = 'local' LIMIT 1", []) != nil
    }

    func accounts(_ query: AccountQuery) throws -> [Account] {
        try connection.rows(
            """
            SELECT * FROM accounts WHERE (server, user_name) > ($1, $2) AND (
                instr(search_key, $3) > 0 OR server <> 'local' AND instr(server || ':' || user_name, $3) > 0)
            ORDER BY server, user_name LIMIT $4
            """, (query.after?.columns ?? ["", ""]) + [query.text.folded, max(0, query.limit)]
        ).map(Account.init(row:))
    }

    func account(email: EmailAddress, on server: ServerID) throws -> Account? {
        try connection.row("SELECT * FROM accounts WHERE server = $1 AND email_key = $2", [server, email.key])
            .map(Account.init(row:))
    }

    func accounts(employeeNumber: EmployeeNumber, on server: ServerID, limit: Int) throws -> [Account] {
        try connection.rows(
            "SELECT * FROM accounts WHERE server = $1 AND employee_number = $2 ORDER BY user_name LIMIT $3",
            [server, employeeNumber.value, limit]
        ).map(Account.init(row:))
    }

    func credential(of id: AccountID) throws -> Credential? {
        try connection.row("SELECT * FROM accounts WHERE server = $1 AND user_name = $2", id.columns)
            .map(Credential.init(row:))
    }

    func administrators() throws -> [Credential] {
        try connection.rows("SELECT * FROM accounts WHERE is_administrator <> 0 AND is_disabled = 0", [])
            .map(Credential.init(row:))
    }

    func history(of id: AccountID) throws -> AccountHistory {
        let rows = try connection.rows(
            """
            SELECT s.ended_at, \(SignIn.columns)
            FROM sign_ins s JOIN accounts a ON a.server = s.server AND a.user_name = s.user_name
            WHERE s.server = $1 AND s.user_name = $2 ORDER BY s.id
            """, id.columns)
        return AccountHistory(signIns: try rows.compactMap(AccountHistory.PastSignIn.init(row:)))
    }

    func insert(_ account: Account, passwordHash: String?) throws -> Bool {
        let isAdded =
            try connection.execute(
                """
                INSERT INTO accounts (
                    server, user_name, name, email, email_key, search_key, is_administrator, is_disabled, employee_number,
                    group_names, password_hash, created_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING
                """,
                account.id.columns + [
                    account.name, account.email?.value, account.email?.key, account.searchKey, account.isAdministrator,
                    account.isDisabled, account.employeeNumber?.value, account.groupNames, passwordHash,
                    account.createdAt,
                ]) == 1
        if isAdded { changes.add(account.id) }
        return isAdded
    }

    func update(_ account: Account, _ fields: AccountFields) throws {
        changes.update(account.id)
        let columns: [(String, (any SQLConvertible)?)] =
            switch fields {
            case .email:
                [("email", account.email?.value), ("email_key", account.email?.key), ("search_key", account.searchKey)]
            case .person:
                [
                    ("name", account.name), ("employee_number", account.employeeNumber?.value),
                    ("search_key", account.searchKey), ("group_names", account.groupNames),
                ]
            case .groups: [("group_names", account.groupNames)]
            case .isAdministrator: [("is_administrator", account.isAdministrator)]
            case .isDisabled: [("is_disabled", account.isDisabled)]
            }
        var values = SQLValues()
        let assignments = columns.map { "\($0) = \(values.add($1))" }.joined(separator: ", ")
        let condition = "server = \(values.add(account.id.server)) AND user_name = \(values.add(account.id.user))"
        try connection.execute("UPDATE accounts SET \(assignments) WHERE \(condition)", values.all)
    }

    func setPasswordHash(_ hash: String?, of id: AccountID) throws {
        try connection.execute(
            "UPDATE accounts SET password_hash = $1 WHERE server = $2 AND user_name = $3", [hash] + id.columns)
    }

    func deleteAccount(_ id: AccountID) throws {
        changes.remove(id)
        for table in ["sign_ins", "person_config", "links", "queued_mails", "drafts", "accounts"] {
            try connection.execute("DELETE FROM \(table) WHERE server = $1 AND user_name = $2", id.columns)
        }
        // A later account with the same name must not get cached values.
        try connection.announce(.values(ConfigChange(scope: .person(id), keys: [UserConfig.accountKey])))
    }
}

extension Account {
    /// The stored form of the groups.
    fileprivate var groupNames: String { groups.names.joined(separator: " ") }
}
