import Foundation
import PorticoConfig
import PorticoStore

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

    func lastUses(of accounts: [AccountID]) throws -> [AccountID: Date] {
        guard !accounts.isEmpty else { return [:] }
        var values = SQLValues()
        let wanted = values.add(rows: accounts.map(\.columns))
        let rows = try connection.rows(
            """
            SELECT s.server, s.user_name, max(s.last_seen) AS last_seen FROM \(wanted) AS v
            JOIN sign_ins s ON s.server = v.column1 AND s.user_name = v.column2 GROUP BY s.server, s.user_name
            """, values.all)
        var uses: [AccountID: Date] = [:]
        for row in rows { uses[try AccountID(row: row)] = try row.value("last_seen") as Date }
        return uses
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
                browser, server, user_name, method, since, last_seen, authenticated_at, checked_at, selected_at,
                is_automatic, is_long, address, agent, gateway_token, factor, factor_at, provider, provider_subject,
                provider_session, provider_issued_at)
            VALUES ($1, $2, $3, $4, $5, $5, $6, $5, $7, $8, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
            """,
            [browser] + new.account.columns + [
                new.method.rawValue, new.time, new.authenticatedAt, selectedAt, new.isAutomatic, new.client.address,
                new.client.agent, new.gateway?.sealedToken ?? new.provider?.sealedTokens, new.factorKind?.rawValue,
                new.factorKind == nil ? nil : new.time,
            ] + ProviderRecord.columns(new.provider))
    }

    func update(_ signIn: SignIn.ID, of browser: Browser.ID, _ update: SignInUpdate) throws -> Bool {
        var values = SQLValues()
        let change: String
        switch update {
        case .isAutomatic(let isAutomatic):
            let value = values.add(isAutomatic)
            change = "is_long = \(value), is_automatic = \(value)"
            changes.updateAutomatic(signIn, in: browser)
        case .authenticatedAt(let time):
            change = "authenticated_at = \(values.add(time))"
            changes.touch(browser)
        case .factor(let kind, let time):
            change = "factor = \(values.add(kind.rawValue)), factor_at = \(values.add(time))"
            changes.touch(browser)
        case .checkedAt(let time):
            change = "checked_at = \(values.add(time)), check_claimed_until = NULL"
            changes.touch(browser)
        case .selectedAt(let time):
            change = "selected_at = \(values.add(time))"
            changes.select(in: browser)
        case .provider(let record):
            change = """
                provider_session = \(values.add(record.session)), provider_issued_at = \(values.add(record.issuedAt))
                """
        case .gatewayToken(let sealed):
            change = "gateway_token = \(values.add(sealed))"
            changes.touch(browser)
        }
        let condition = "id = \(values.add(signIn)) AND browser = \(values.add(browser)) AND ended_at IS NULL"
        return try connection.execute("UPDATE sign_ins SET \(change) WHERE \(condition)", values.all) == 1
    }

    func claimCheck(of signIn: SignIn.ID, until end: Date, at time: Date) throws -> Bool {
        try connection.execute(
            """
            UPDATE sign_ins SET check_claimed_until = $1
            WHERE id = $2 AND ended_at IS NULL AND (check_claimed_until IS NULL OR check_claimed_until <= $3)
            """, [end, signIn, time]) == 1
    }

    func releaseCheck(of signIn: SignIn.ID) throws {
        try connection.execute("UPDATE sign_ins SET check_claimed_until = NULL WHERE id = $1", [signIn])
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
            let (id, browser): (SignIn.ID, Browser.ID) = (try row.value("id"), try row.value("browser"))
            changes.end(
                id, of: try AccountID(row: row), in: browser,
                isElsewhere: filter.browser == nil && browser != filter.parallelTo)
            return id
        }
        return ended.sorted()
    }

    func hostSignIn(_ token: TokenDigest) throws -> HostSignIn? {
        guard
            let row = try connection.row(
                """
                SELECT h.sign_in, h.host, h.is_automatic, t.token_digest
                FROM host_sign_ins h JOIN sign_ins s ON s.id = h.sign_in AND s.ended_at IS NULL
                JOIN browser_tokens t ON t.browser = s.browser WHERE h.token_digest = $1
                """, [token.bytes]),
            let browser = try row.digest("token_digest")
        else { return nil }
        return HostSignIn(
            signIn: try row.value("sign_in"), host: try row.value("host"), browser: browser,
            isAutomatic: try row.value("is_automatic"))
    }

    func insertHostSignIn(
        of signIn: SignIn.ID, at host: String, token: TokenDigest, code: TokenDigest, isAutomatic: Bool, time: Date
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO host_sign_ins (token_digest, code_digest, sign_in, host, is_automatic, made_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """, [token.bytes, code.bytes, signIn, host, isAutomatic, time]) == 1
    }

    func openSignInCount() throws -> OpenSignInCount {
        let row = try connection.row(
            """
            SELECT count(*) AS accounts, CAST(coalesce(sum(number), 0) AS BIGINT) AS sign_ins, max(last) AS last FROM (
                SELECT count(*) AS number, max(id) AS last FROM sign_ins WHERE ended_at IS NULL
                GROUP BY server, user_name) AS open
            """, [])
        return OpenSignInCount(
            signIns: try row?.value("sign_ins") ?? 0, accounts: try row?.value("accounts") ?? 0,
            last: try row?.optional("last"))
    }

    func endSignIns(upTo last: SignIn.ID, limit: Int, at time: Date) throws -> [(id: SignIn.ID, account: AccountID)] {
        let rows = try connection.rows(
            """
            UPDATE sign_ins SET ended_at = $1 WHERE ended_at IS NULL AND id IN (
                SELECT id FROM sign_ins WHERE ended_at IS NULL AND id <= $2 ORDER BY server, user_name LIMIT $3)
            RETURNING id, browser, server, user_name
            """, [time, last, limit])
        return try rows.map { row in
            let (id, account): (SignIn.ID, AccountID) = (try row.value("id"), try AccountID(row: row))
            changes.end(id, of: account, in: try row.value("browser"), isElsewhere: true)
            return (id, account)
        }
    }

    func endedHostSignIns(limit: Int) throws -> [TokenDigest] {
        try connection.rows(
            """
            SELECT h.token_digest FROM host_sign_ins h JOIN sign_ins s ON s.id = h.sign_in
            WHERE s.ended_at IS NOT NULL LIMIT $1
            """, [limit]
        ).compactMap { try $0.digest("token_digest") }
    }

    func deleteHostSignIns(_ tokens: [TokenDigest]) throws {
        for token in tokens {
            try connection.execute("DELETE FROM host_sign_ins WHERE token_digest = $1", [token.bytes])
        }
    }

    /// An old sign-in that is not the last of its account.
    private static let isOld = """
        last_seen < $1 AND EXISTS (
            SELECT 1 FROM sign_ins later WHERE later.server = sign_ins.server AND later.user_name = sign_ins.user_name
                AND later.id > sign_ins.id)
        """

    func oldSignIns(lastUsedBefore time: Date, limit: Int) throws -> [SignIn.ID] {
        try connection.rows("SELECT id FROM sign_ins WHERE \(Self.isOld) LIMIT $2", [time, limit])
            .map { try $0.value("id") }
    }

    func deleteSignIns(_ ids: [SignIn.ID], lastUsedBefore time: Date) throws -> Int {
        let rows = try ids.compactMap { id in
            try connection.row("DELETE FROM sign_ins WHERE \(Self.isOld) AND id = $2 RETURNING browser", [time, id])
        }
        try deleteBrowsersWithoutSignIns(Array(Set(try rows.map { try $0.value("browser") })))
        return rows.count
    }

    func browsersWithoutSignIns(madeBefore time: Date, limit: Int) throws -> [Browser.ID] {
        try connection.rows(
            """
            SELECT id FROM browsers WHERE created_at < $1
                AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE sign_ins.browser = browsers.id) LIMIT $2
            """, [time, limit]
        ).map { try $0.value("id") }
    }

    func deleteBrowsersWithoutSignIns(_ ids: [Browser.ID]) throws {
        for browser in ids {
            changes.touch(browser)
            for table in ["browser_tokens WHERE browser", "drafts WHERE browser", "browsers WHERE id"] {
                try connection.execute(
                    "DELETE FROM \(table) = $1 AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE browser = $1)", [browser])
            }
        }
    }
}

extension SignInFilter {
    func condition(_ values: inout SQLValues, of table: String) -> String {
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
        if let parallelTo {
            let browser = values.add(parallelTo)
            conditions.append(
                """
                (\(table).browser = \(browser) OR \(table).browser IN (
                    SELECT id FROM browsers WHERE came_with = (SELECT came_with FROM browsers WHERE id = \(browser))))
                """)
        }
        if let notHeldSince {
            conditions.append(
                """
                \(table).browser IN (
                    SELECT browser FROM browser_tokens WHERE is_held = 0 AND made_at <= \(values.add(notHeldSince)))
                """)
        }
        if let endedBy { conditions.append(endedBy.condition(&values, of: table)) }
        return conditions.joined(separator: " AND ")
    }
}

extension ProviderLogout {
    /// A session that the provider has not named at the login belongs to the person.
    func condition(_ values: inout SQLValues, of table: String) -> String {
        var conditions = [
            "\(table).provider = \(values.add(provider))", "\(table).provider_issued_at <= \(values.add(time))",
        ]
        if let subject { conditions.append("\(table).provider_subject = \(values.add(subject))") }
        if let session {
            let isIt = "\(table).provider_session = \(values.add(session))"
            conditions.append(subject == nil ? isIt : "(\(isIt) OR \(table).provider_session IS NULL)")
        }
        return conditions.joined(separator: " AND ")
    }
}
