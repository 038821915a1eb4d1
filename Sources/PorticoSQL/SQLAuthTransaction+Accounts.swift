import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func hasLocalAccounts() throws -> Bool {
        try connection.row("SELECT 1 FROM accounts WHERE server = 'local' LIMIT 1", []) != nil
    }

    func accounts(_ query: AccountQuery) throws -> [Account] {
        var (conditions, values) = conditions(query)
        let (columns, order) = (query.order.columns, query.order)
        var isBackward = false
        if let position = query.position {
            if case .before = position { isBackward = true }
            let marks = position.place.columns.map { values.add($0) }.joined(separator: ", ")
            let sign = order.isDescending == isBackward ? ">" : "<"
            conditions.append("(\(columns.joined(separator: ", "))) \(sign) (\(marks))")
        }
        let direction = order.isDescending == isBackward ? "" : " DESC"
        let found = try connection.rows(
            """
            SELECT * FROM accounts WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(columns.map { $0 + direction }.joined(separator: ", ")) LIMIT \(values.add(max(0, query.limit)))
            """, values.all
        ).map(Account.init(row:))
        return isBackward ? found.reversed() : found
    }

    func accountCount(_ query: AccountQuery) throws -> Int {
        let (conditions, first) = conditions(query)
        var values = first
        return try connection.rows(
            """
            SELECT count(*) AS count FROM (
                SELECT 1 FROM accounts WHERE \(conditions.joined(separator: " AND "))
                LIMIT \(values.add(max(0, query.limit)))) AS found
            """, values.all)[0].value("count")
    }

    /// The conditions of all pages of a query; at least one.
    private func conditions(_ query: AccountQuery) -> ([String], SQLValues) {
        var (conditions, values) = (["1 = 1"], SQLValues())
        if !query.text.isEmpty {
            let text = values.add(query.text.folded)
            conditions.append(
                """
                (instr(search_key, \(text)) > 0
                    OR server <> 'local' AND instr(server || ':' || user_name, \(text)) > 0)
                """)
        }
        if let isAdministrator = query.isAdministrator {
            conditions.append("is_administrator = \(values.add(isAdministrator))")
        }
        if let isDisabled = query.isDisabled { conditions.append("is_disabled = \(values.add(isDisabled))") }
        if let hasEmail = query.hasEmail { conditions.append("email IS \(hasEmail ? "NOT NULL" : "NULL")") }
        if let server = query.server { conditions.append("server = \(values.add(server))") }
        return (conditions, values)
    }

    func accounts(_ ids: [AccountID]) throws -> [AccountID: Account] {
        var accounts: [AccountID: Account] = [:]
        var rest = ids[...]
        while !rest.isEmpty {
            var values = SQLValues()
            let wanted = values.add(rows: rest.prefix(Self.idsAtOnce).map(\.columns))
            let rows = try connection.rows(
                """
                SELECT a.* FROM \(wanted) AS v
                JOIN accounts a ON a.server = v.column1 AND a.user_name = v.column2
                """, values.all)
            for row in rows {
                let account = try Account(row: row)
                accounts[account.id] = account
            }
            rest = rest.dropFirst(Self.idsAtOnce)
        }
        return accounts
    }

    private static let idsAtOnce = 1000

    func missingNameKeys(limit: Int) throws -> [AccountNameKey] {
        try connection.rows(
            "SELECT server, user_name, name, name_key FROM accounts WHERE name_key = '' LIMIT $1", [limit]
        ).map(AccountNameKey.init(row:))
    }

    func nameKeys(after id: AccountID?, limit: Int) throws -> [AccountNameKey] {
        var values = SQLValues()
        let place = id.map { "WHERE (server, user_name) > (\(values.add($0.server)), \(values.add($0.user)))" } ?? ""
        return try connection.rows(
            """
            SELECT server, user_name, name, name_key FROM accounts \(place) ORDER BY server, user_name
            LIMIT \(values.add(limit))
            """, values.all
        ).map(AccountNameKey.init(row:))
    }

    func setNameKeys(_ keys: [AccountNameKey]) throws {
        var rest = keys[...]
        while !rest.isEmpty {
            var values = SQLValues()
            let renewed = values.add(rows: rest.prefix(Self.idsAtOnce).map { $0.id.columns + [$0.name, $0.key] })
            try connection.execute(
                """
                UPDATE accounts SET name_key = v.column4 FROM \(renewed) AS v
                WHERE accounts.server = v.column1 AND accounts.user_name = v.column2 AND accounts.name = v.column3
                """, values.all)
            rest = rest.dropFirst(Self.idsAtOnce)
        }
    }

    func userNames(withSkeletons skeletons: Set<String>) throws -> [String: AccountID] {
        guard !skeletons.isEmpty else { return [:] }
        var values = SQLValues()
        let wanted = values.add(rows: skeletons.sorted().map { [$0] })
        let rows = try connection.rows(
            """
            SELECT v.column1 AS skeleton,
                min(CASE WHEN server = 'local' THEN user_name ELSE server || ':' || user_name END) AS name
            FROM \(wanted) AS v JOIN accounts ON \(SQLSchema.userNameSkeleton) = v.column1 GROUP BY v.column1
            """, values.all)
        var found: [String: AccountID] = [:]
        for row in rows { found[try row.value("skeleton")] = AccountID(name: try row.value("name")) }
        return found
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
                    server, user_name, name, name_key, email, email_key, search_key, is_administrator, is_disabled,
                    employee_number, group_names, password_hash, created_at)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING
                """,
                account.id.columns + [
                    account.name, account.nameKey, account.email?.value, account.email?.key, account.searchKey,
                    account.isAdministrator,
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
                    ("name", account.name), ("name_key", account.nameKey),
                    ("employee_number", account.employeeNumber?.value),
                    ("search_key", account.searchKey), ("group_names", account.groupNames),
                ]
            case .groups: [("group_names", account.groupNames)]
            case .isAdministrator:
                [
                    ("is_administrator", account.isAdministrator),
                    ("administrator_since", account.administratorSince),
                ]
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

    func setShortPassword(_ isShort: Bool, of id: AccountID) throws {
        try connection.execute(
            "UPDATE accounts SET has_short_password = $1 WHERE server = $2 AND user_name = $3", [isShort] + id.columns)
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

extension AccountOrder {
    /// The columns that it compares, which have an index.
    fileprivate var columns: [String] {
        switch key {
        case .name: ["name_key", "user_name", "server"]
        case .userName: ["server", "user_name"]
        case .created: ["created_at", "user_name", "server"]
        }
    }
}

extension AccountQuery.Position {
    fileprivate var place: AccountPlace {
        switch self {
        case .after(let place), .before(let place): place
        }
    }
}

extension AccountPlace {
    /// The values of the columns of an order.
    fileprivate var columns: [(any SQLConvertible)?] {
        switch value {
        case .name(let key): [key, id.user, id.server]
        case .userName: id.columns
        case .created(let time): [time, id.user, id.server]
        }
    }
}

extension Account {
    /// The stored form of the groups.
    fileprivate var groupNames: String { groups.names.joined(separator: " ") }
}
