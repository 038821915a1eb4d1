import Foundation
import PorticoAuth
import PorticoConfig

/// Accounts, browsers and sign-ins in tables, and what belongs to them.
public struct SQLAuthStore: AuthStore {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await database.read { try body(SQLAuthTransaction($0)) }
    }

    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await database.write { try body(SQLAuthTransaction($0)) }
    }
}

final class SQLAuthTransaction: AuthTransaction {
    let connection: any SQLConnection
    var changes = AuthChanges()

    init(_ connection: any SQLConnection) {
        self.connection = connection
    }
}

// MARK: Accounts

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
        changes.add(account.id)
        return try connection.execute(
            """
            INSERT INTO accounts (
                server, user_name, name, email, email_key, search_key, is_administrator, is_disabled, employee_number,
                password_hash, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING
            """,
            account.id.columns + [
                account.name, account.email?.value, account.email?.key, account.searchKey, account.isAdministrator,
                account.isDisabled, account.employeeNumber?.value, passwordHash, account.createdAt,
            ]) == 1
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
                    ("search_key", account.searchKey),
                ]
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
    }
}

// MARK: Browsers

extension SQLAuthTransaction {
    func browser(_ token: TokenDigest) throws -> Browser? {
        let rows = try connection.rows(Self.browserQuery, [token.bytes])
        guard let first = rows.first else { return nil }
        return Browser(
            id: try first.value("browser"), run: try first.digest("run_digest"),
            lastServer: try first.optional("last_server"), signIns: try rows.compactMap(SignIn.init(row:)))
    }

    private static let browserQuery = """
        SELECT b.id AS browser, b.run_digest, b.last_server, \(SignIn.columns)
        FROM browser_tokens t JOIN browsers b ON b.id = t.browser
        LEFT JOIN sign_ins s ON s.browser = b.id AND s.ended_at IS NULL
        LEFT JOIN accounts a ON a.server = s.server AND a.user_name = s.user_name
        WHERE t.token_digest = $1 ORDER BY s.id
        """

    func browserID(_ token: TokenDigest) throws -> Browser.ID? {
        try connection.row("SELECT browser FROM browser_tokens WHERE token_digest = $1", [token.bytes])?.value(
            "browser")
    }

    func insertBrowser(_ new: NewSignIn) throws -> Browser.ID {
        let id = try connection.inserted(
            "INSERT INTO browsers (run_digest, last_server, created_at, came_with) VALUES ($1, $2, $3, $4)",
            [new.run.bytes, new.account.server, new.time, new.brought?.bytes])
        changes.add(id)
        return id
    }

    func updateBrowser(_ id: Browser.ID, for new: NewSignIn) throws {
        changes.touch(id)
        try connection.execute(
            "UPDATE browsers SET last_server = $1, came_with = $2 WHERE id = $3",
            [new.account.server, new.brought?.bytes, id])
    }

    func setRun(_ run: TokenDigest, of browser: Browser.ID) throws -> Bool {
        changes.touch(browser)
        return try connection.execute(
            "UPDATE browsers SET run_digest = $1 WHERE id = $2 AND run_digest IS DISTINCT FROM $1",
            [run.bytes, browser]) == 1
    }

    func setToken(_ token: TokenDigest, of browser: Browser.ID) throws {
        changes.touch(browser)
        try connection.execute("DELETE FROM browser_tokens WHERE browser = $1", [browser])
        try connection.execute(
            "INSERT INTO browser_tokens (token_digest, browser) VALUES ($1, $2)", [token.bytes, browser])
    }
}

extension SQLConnection {
    /// - Returns: the id of the row that the statement inserts.
    fileprivate func inserted(_ sql: String, _ values: [(any SQLConvertible)?]) throws -> Int64 {
        guard let row = try row(sql + " RETURNING id", values) else { throw SQLRow.Unreadable(column: "id") }
        return try row.value("id")
    }
}

// MARK: Sign-ins

extension SQLAuthTransaction {
    func signIns(_ filter: SignInFilter) throws -> [OpenSignIn] {
        var values = SQLValues()
        return try connection.rows(
            """
            SELECT s.browser, b.run_digest, \(SignIn.columns)
            FROM sign_ins s JOIN browsers b ON b.id = s.browser
            JOIN accounts a ON a.server = s.server AND a.user_name = s.user_name
            WHERE \(filter.condition(&values, of: "s"))
            ORDER BY s.server, s.user_name, s.last_seen DESC, s.id DESC
            """, values.all
        ).compactMap(OpenSignIn.init(row:))
    }

    func hasSignedIn(_ account: AccountID, in browser: Browser.ID?) throws -> Bool {
        let condition = browser == nil ? "" : "AND browser = $3"
        return try connection.row(
            "SELECT 1 FROM sign_ins WHERE server = $1 AND user_name = $2 \(condition) LIMIT 1",
            account.columns + (browser.map { [$0] } ?? [])) != nil
    }

    func insert(_ new: NewSignIn, in browser: Browser.ID, selectedAt: Date) throws -> SignIn.ID {
        changes.begin(new.account, in: browser)
        return try connection.inserted(
            """
            INSERT INTO sign_ins (
                browser, server, user_name, method, since, last_seen, authenticated_at, selected_at, is_automatic, address,
                agent, gateway_token)
            VALUES ($1, $2, $3, $4, $5, $5, $5, $6, $7, $8, $9, $10)
            """,
            [browser] + new.account.columns + [
                new.method.rawValue, new.time, selectedAt, new.isAutomatic, new.client.address, new.client.agent,
                new.gateway?.sealedToken,
            ])
    }

    func update(_ signIn: SignIn.ID, of browser: Browser.ID, _ update: SignInUpdate) throws -> Bool {
        switch update {
        case .isAutomatic: changes.updateAutomatic(signIn, in: browser)
        case .selectedAt: changes.select(in: browser)
        case .authenticatedAt, .gatewayToken: changes.touch(browser)
        }
        let (column, value): (String, any SQLConvertible) =
            switch update {
            case .isAutomatic(let isAutomatic): ("is_automatic", isAutomatic)
            case .authenticatedAt(let time): ("authenticated_at", time)
            case .selectedAt(let time): ("selected_at", time)
            case .gatewayToken(let sealed): ("gateway_token", sealed)
            }
        return try connection.execute(
            "UPDATE sign_ins SET \(column) = $1 WHERE id = $2 AND browser = $3 AND ended_at IS NULL",
            [value, signIn, browser]) == 1
    }

    func recordUse(_ use: SignInUse, of signIn: SignIn.ID) throws {
        try connection.execute(
            """
            UPDATE sign_ins SET last_seen = $1, address = CASE $2 WHEN '' THEN address ELSE $2 END
            WHERE id = $3 AND last_seen <= $1 AND ended_at IS NULL
            """, [use.time, use.address, signIn])
    }

    @discardableResult
    func endSignIns(_ filter: SignInFilter, at time: Date) throws -> [SignIn.ID] {
        var values = SQLValues([time])
        let rows = try connection.rows(
            """
            UPDATE sign_ins SET ended_at = $1 WHERE \(filter.condition(&values, of: "sign_ins"))
            RETURNING id, browser, server, user_name
            """, values.all)
        let ended = try rows.map { row in
            let id: SignIn.ID = try row.value("id")
            changes.end(
                id, of: try AccountID(row: row), in: try row.value("browser"), isElsewhere: filter.browser == nil)
            return id
        }
        return ended.sorted()
    }

    func deleteSignIns(lastUsedBefore time: Date) throws -> Int {
        let rows = try connection.rows(
            """
            DELETE FROM sign_ins WHERE last_seen < $1 AND EXISTS (
                SELECT 1 FROM sign_ins later WHERE later.server = sign_ins.server AND later.user_name = sign_ins.user_name
                    AND later.id > sign_ins.id)
            RETURNING browser
            """, [time])
        for browser in Set(try rows.map { try $0.value("browser") as Browser.ID }) {
            changes.touch(browser)
            for table in ["browser_tokens WHERE browser", "drafts WHERE browser", "browsers WHERE id"] {
                try connection.execute(
                    "DELETE FROM \(table) = $1 AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE browser = $1)", [browser])
            }
        }
        return rows.count
    }
}

/// The values of a statement, as it comes to be.
struct SQLValues {
    private(set) var all: [(any SQLConvertible)?]

    init(_ first: [(any SQLConvertible)?] = []) { all = first }

    /// - Returns: what stands for the value in the statement.
    mutating func add(_ value: (any SQLConvertible)?) -> String {
        all.append(value)
        return "$\(all.count)"
    }
}

extension SignInFilter {
    fileprivate func condition(_ values: inout SQLValues, of table: String) -> String {
        var conditions = ["\(table).ended_at IS NULL"]
        func add(_ comparison: String, _ value: any SQLConvertible) {
            conditions.append("\(table).\(comparison) \(values.add(value))")
        }
        if let id { add("id =", id) }
        if let except { add("id <>", except) }
        if let account {
            add("server =", account.server)
            add("user_name =", account.user)
        }
        if let browser { add("browser =", browser) }
        if let isAutomatic { add("is_automatic =", isAutomatic) }
        if let since { add("since >=", since) }
        if let cameWith {
            conditions.append(
                "\(table).browser IN (SELECT id FROM browsers WHERE came_with = \(values.add(cameWith.bytes)))")
        }
        return conditions.joined(separator: " AND ")
    }
}

// MARK: Tokens of gateways

extension SQLAuthTransaction {
    func gatewayTokens(_ filter: SignInFilter) throws -> [Data] {
        var values = SQLValues()
        return try connection.rows(
            """
            SELECT gateway_token FROM sign_ins
            WHERE gateway_token IS NOT NULL AND \(filter.condition(&values, of: "sign_ins")) ORDER BY id
            """, values.all
        ).map { try $0.value("gateway_token") }
    }

    func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) throws -> Set<AccountID> {
        let rows = try connection.rows(
            """
            UPDATE sign_ins SET gateway_token = NULL WHERE gateway_token IS NOT NULL AND ended_at IS NULL
                AND (last_seen <= CASE is_automatic WHEN 1 THEN $1 ELSE $2 END
                    OR since <= CASE is_automatic WHEN 1 THEN $3 ELSE $4 END)
            RETURNING server, user_name
            """,
            [policy.automaticIdle, policy.idle, policy.automaticAbsolute, policy.absolute].map {
                time.addingTimeInterval(-$0)
            })
        let accounts = Set(try rows.map(AccountID.init(row:)))
        for account in accounts { changes.updateSessions(of: account) }
        return accounts
    }

    func insertEndedGatewayToken(_ sealedToken: Data, of account: AccountID) throws {
        try connection.execute(
            "INSERT INTO ended_gateway_tokens (server, user_name, sealed_token) VALUES ($1, $2, $3)",
            account.columns + [sealedToken])
    }

    func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) throws -> [EndedGatewayToken] {
        try connection.rows(
            "SELECT * FROM ended_gateway_tokens WHERE server = $1 AND due_at <= $2 ORDER BY id LIMIT $3",
            [server, time, limit]
        ).map(EndedGatewayToken.init(row:))
    }

    func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) throws {
        try connection.execute(
            "UPDATE ended_gateway_tokens SET attempts = attempts + 1, due_at = $1 WHERE id = $2", [time, id])
    }

    func deleteEndedGatewayToken(_ id: EndedGatewayToken.ID) throws {
        try connection.execute("DELETE FROM ended_gateway_tokens WHERE id = $1", [id])
    }
}
