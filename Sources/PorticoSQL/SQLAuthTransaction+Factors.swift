import Foundation
import PorticoConfig
import PorticoStore

// MARK: Authenticator apps and recovery codes

extension SQLAuthTransaction {
    func totp(of account: AccountID) throws -> StoredTOTP? {
        try connection.row("SELECT * FROM totp WHERE server = $1 AND user_name = $2", account.columns)
            .map(StoredTOTP.init(row:))
    }

    func set(_ totp: StoredTOTP, of account: AccountID) throws {
        try connection.execute(
            """
            INSERT INTO totp (server, user_name, sealed_secret, added_at, last_step) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (server, user_name) DO UPDATE SET sealed_secret = $3, added_at = $4, last_step = $5
            """, account.columns + [totp.sealedSecret, totp.addedAt, totp.lastStep])
    }

    func useTOTP(step: Int64, of account: AccountID) throws -> Bool {
        try connection.execute(
            "UPDATE totp SET last_step = $1 WHERE server = $2 AND user_name = $3 AND last_step < $1",
            [step] + account.columns) == 1
    }

    func reseal(_ old: Data, to new: Data, of account: AccountID) throws {
        try connection.execute(
            "UPDATE totp SET sealed_secret = $1 WHERE server = $2 AND user_name = $3 AND sealed_secret = $4",
            [new] + account.columns + [old])
    }

    func totps(after account: AccountID?, limit: Int) throws -> [(account: AccountID, totp: StoredTOTP)] {
        var values = SQLValues()
        let place = account.map { "WHERE (server, user_name) > (\(values.add($0.server)), \(values.add($0.user)))" }
        return try connection.rows(
            "SELECT * FROM totp \(place ?? "") ORDER BY server, user_name LIMIT \(values.add(limit))", values.all
        ).map { (account: try AccountID(row: $0), totp: try StoredTOTP(row: $0)) }
    }

    func recoveryCodes(of account: AccountID) throws -> [StoredRecoveryCode] {
        try connection.rows(
            "SELECT * FROM recovery_codes WHERE server = $1 AND user_name = $2 ORDER BY code_digest", account.columns
        ).compactMap(StoredRecoveryCode.init(row:))
    }

    func setRecoveryCodes(_ digests: [TokenDigest], of account: AccountID) throws {
        try connection.execute("DELETE FROM recovery_codes WHERE server = $1 AND user_name = $2", account.columns)
        for digest in digests {
            try connection.execute(
                "INSERT INTO recovery_codes (server, user_name, code_digest) VALUES ($1, $2, $3)",
                account.columns + [digest.bytes])
        }
    }

    func useRecoveryCode(_ digest: TokenDigest, of account: AccountID, at time: Date) throws -> Bool {
        try connection.execute(
            """
            UPDATE recovery_codes SET used_at = $1
            WHERE server = $2 AND user_name = $3 AND code_digest = $4 AND used_at IS NULL
            """, [time] + account.columns + [digest.bytes]) == 1
    }

    func deleteFactors(of account: AccountID) throws -> Bool {
        try setRecoveryCodes([], of: account)
        try endTrust(of: account, in: nil)
        return try connection.execute("DELETE FROM totp WHERE server = $1 AND user_name = $2", account.columns) == 1
    }
}

// MARK: Required factors

extension SQLAuthTransaction {
    private static let ofAdministrators = "administrators"
    private static let ofAll = "all"

    func requiredFactors() throws -> RequiredFactors {
        var required = RequiredFactors()
        for row in try connection.rows("SELECT scope, since FROM required_factors", []) {
            let scope: String = try row.value("scope")
            if scope == Self.ofAdministrators { required.administrators = try row.value("since") as Date }
            if scope == Self.ofAll { required.all = try row.value("since") as Date }
        }
        return required
    }

    func set(_ required: RequiredFactors) throws {
        try connection.execute("DELETE FROM required_factors", [])
        for (scope, since) in [(Self.ofAdministrators, required.administrators), (Self.ofAll, required.all)] {
            guard let since else { continue }
            try connection.execute("INSERT INTO required_factors (scope, since) VALUES ($1, $2)", [scope, since])
        }
    }
}

// MARK: Accounts without factors

extension SQLAuthTransaction {
    func accountsWithoutFactor(
        usedSince time: Date, administratorsOnly: Bool, countingPasskeys: Bool, from offset: Int, limit: Int
    ) throws -> [(account: Account, lastUse: Date)] {
        try connection.rows(
            """
            SELECT a.*, u.last_use \(Self.withoutFactor(administratorsOnly, countingPasskeys))
            ORDER BY u.last_use DESC, a.server, a.user_name LIMIT $2 OFFSET $3
            """, [time, limit, offset]
        ).map { (account: try Account(row: $0), lastUse: try $0.value("last_use") as Date) }
    }

    func countOfAccountsWithoutFactor(
        usedSince time: Date, administratorsOnly: Bool, countingPasskeys: Bool
    ) throws -> Int {
        let row = try connection.row(
            "SELECT count(*) AS count \(Self.withoutFactor(administratorsOnly, countingPasskeys))", [time])
        return try row?.value("count") ?? 0
    }

    private static func withoutFactor(_ administratorsOnly: Bool, _ countingPasskeys: Bool) -> String {
        let passkeys = "SELECT 1 FROM passkeys p WHERE p.server = a.server AND p.user_name = a.user_name"
        return """
            FROM accounts a JOIN (
                SELECT server, user_name, max(last_seen) AS last_use FROM sign_ins WHERE last_seen >= $1
                GROUP BY server, user_name
            ) u ON u.server = a.server AND u.user_name = a.user_name
            WHERE a.is_disabled = 0 \(administratorsOnly ? "AND a.is_administrator <> 0" : "")
                AND NOT EXISTS (SELECT 1 FROM totp t WHERE t.server = a.server AND t.user_name = a.user_name)
                \(countingPasskeys ? "AND NOT EXISTS (\(passkeys))" : "")
            """
    }
}

// MARK: Resets

extension SQLAuthTransaction {
    func insert(_ reset: FactorReset) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO factor_resets (server, user_name, actor_server, actor_user, begun_at, due_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
            """, reset.account.columns + reset.actor.columns + [reset.begunAt, reset.dueAt]) == 1
    }

    func factorReset(of account: AccountID) throws -> FactorReset? {
        try connection.row("SELECT * FROM factor_resets WHERE server = $1 AND user_name = $2", account.columns)
            .flatMap(FactorReset.init(row:))
    }

    func factorResets(dueBy time: Date, limit: Int) throws -> [FactorReset] {
        try connection.rows(
            "SELECT * FROM factor_resets WHERE due_at <= $1 ORDER BY due_at LIMIT $2", [time, limit]
        ).compactMap(FactorReset.init(row:))
    }

    func deleteFactorReset(of account: AccountID) throws -> Bool {
        try connection.execute("DELETE FROM factor_resets WHERE server = $1 AND user_name = $2", account.columns) == 1
    }
}

// MARK: Trusted browsers

extension SQLAuthTransaction {
    func trust(_ browser: Browser.ID, for account: AccountID, client: Client, at time: Date) throws {
        try connection.execute(
            """
            INSERT INTO trusted_browsers (browser, server, user_name, address, agent, since)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (browser, server, user_name) DO UPDATE SET address = $4, agent = $5, since = $6
            """, [browser] + account.columns + [client.address, client.agent, time])
    }

    func isTrusted(_ browser: Browser.ID, for account: AccountID, since time: Date) throws -> Bool {
        try connection.row(
            "SELECT 1 FROM trusted_browsers WHERE browser = $1 AND server = $2 AND user_name = $3 AND since >= $4",
            [browser] + account.columns + [time]) != nil
    }

    func trustedBrowsers(of account: AccountID, since time: Date) throws -> [TrustedBrowser] {
        try connection.rows(
            """
            SELECT * FROM trusted_browsers WHERE server = $1 AND user_name = $2 AND since >= $3
            ORDER BY since DESC, browser DESC
            """, account.columns + [time]
        ).map(TrustedBrowser.init(row:))
    }

    func endTrust(of account: AccountID, in browser: Browser.ID?) throws {
        let condition = browser == nil ? "" : "AND browser = $3"
        try connection.execute(
            "DELETE FROM trusted_browsers WHERE server = $1 AND user_name = $2 \(condition)",
            account.columns + (browser.map { [$0] } ?? []))
    }

    func deleteTrust(before time: Date, limit: Int) throws -> Int {
        try connection.delete(
            from: "trusted_browsers", key: "browser, server, user_name", where: "since < $1", [time], limit: limit)
    }
}

// MARK: Pending sign-ins

extension SQLAuthTransaction {
    func insert(_ pending: PendingSignIn, token: TokenDigest) throws {
        let person = pending.gateway?.person
        try connection.execute(
            """
            INSERT INTO pending_sign_ins (
                token_digest, server, user_name, method, is_automatic, address, agent, came_with, password_hash,
                employee_number, name, group_names, gateway_token, proven_at, time, provider, provider_subject,
                provider_session, provider_issued_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
            """,
            [token.bytes] + pending.account.columns + [
                pending.method.rawValue, pending.isAutomatic, pending.client.address, pending.client.agent,
                pending.brought?.bytes, pending.passwordHash, person?.employeeNumber.value, person?.name,
                person?.groups?.names.joined(separator: " "),
                pending.gateway?.sealedToken ?? pending.provider?.sealedTokens, pending.provenAt, pending.time,
            ] + ProviderRecord.columns(pending.provider))
    }

    func pendingSignIn(_ token: TokenDigest) throws -> PendingSignIn? {
        try connection.row("SELECT * FROM pending_sign_ins WHERE token_digest = $1", [token.bytes])
            .flatMap(PendingSignIn.init(row:))
    }

    func takePendingSignIn(_ token: TokenDigest) throws -> Bool {
        // The sign-in keeps the token, which a trigger would queue to be ended.
        try connection.execute(
            "UPDATE pending_sign_ins SET gateway_token = NULL WHERE token_digest = $1", [token.bytes])
        return try connection.execute("DELETE FROM pending_sign_ins WHERE token_digest = $1", [token.bytes]) == 1
    }

    func deletePendingSignIns(of account: AccountID, by method: SignInMethod?) throws {
        try connection.execute(
            """
            DELETE FROM pending_sign_ins
            WHERE server = $1 AND user_name = $2 \(method == nil ? "" : "AND method = $3")
            """, account.columns + (method.map { [$0.rawValue] } ?? []))
    }

    func deletePendingSignIns(endedBy logout: ProviderLogout) throws {
        var values = SQLValues()
        let condition = logout.condition(&values, of: "pending_sign_ins")
        try connection.execute("DELETE FROM pending_sign_ins WHERE \(condition)", values.all)
    }

    func deletePendingSignIns(before time: Date, limit: Int) throws -> Int {
        try connection.delete(
            from: "pending_sign_ins", key: "token_digest", where: "time < $1", [time], limit: limit)
    }
}
