import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about sign-ins that several transactions share.
extension GRDB.Database {
    /// Continues only where the account may be signed in to, with the password that was checked.
    func mayBeginSignIn(_ new: NewSignIn) throws {
        guard let found = try credential(of: new.account), !found.account.isDisabled,
            new.passwordHash == nil || new.passwordHash == found.passwordHash
        else { throw AuthError.wrongCredentials }
    }

    /// Continues only where a browser has room for one more sign-in.
    func hasRoom(in browser: Int64, limit: Int) throws {
        let count = try Int.fetchOne(
            self, sql: "SELECT count(*) FROM sign_ins WHERE browser = ? AND ended_at IS NULL", arguments: [browser])
        guard let count, count < limit else { throw AuthError.tooManyAccounts }
    }

    func insert(_ new: NewSignIn, in browser: Int64) throws -> SignIn.ID {
        let time = new.time.milliseconds
        try execute(
            sql: """
                INSERT INTO sign_ins (
                    browser, server, user, method, since, last_seen, is_automatic, authenticated_at, selected_at,
                    address, agent, gateway_token)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [browser] + new.account.arguments + [
                new.method.rawValue, time, time, new.isAutomatic, time, try selectionTime(in: browser, at: new.time),
                new.client.address, new.client.agent, new.gateway?.sealedToken,
            ])
        return lastInsertedRowID
    }

    /// Later than every selection in this browser, also where several are made within one millisecond.
    func selectionTime(in browser: Int64, at time: Date) throws -> Int64 {
        let last = try Int64.fetchOne(
            self, sql: "SELECT max(selected_at) FROM sign_ins WHERE browser = ? AND ended_at IS NULL",
            arguments: [browser])
        return max(time.milliseconds, last.map { $0 + 1 } ?? .min)
    }

    /// Whether the account was ever signed in to: in this browser, or anywhere.
    func hasSignedIn(_ account: AccountID, in browser: Int64? = nil) throws -> Bool {
        let (condition, inBrowser): (String, StatementArguments) =
            browser.map { (" AND browser = ?", [$0]) } ?? ("", [])
        let found = try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM sign_ins WHERE server = ? AND user = ?\(condition))",
            arguments: account.arguments + inBrowser)
        return found ?? false
    }

    /// The sign-ins that have not been ended, of an account or of all.
    func openSignIns(of account: AccountID? = nil) throws -> [OpenSignIn] {
        let condition = account == nil ? "" : "AND s.server = ? AND s.user = ?"
        let rows = try Row.fetchAll(
            self,
            sql: """
                SELECT s.browser, b.run_digest, \(SignIn.columns)
                FROM sign_ins s JOIN browsers b ON b.id = s.browser
                JOIN accounts a ON a.server = s.server AND a.user = s.user
                WHERE s.ended_at IS NULL \(condition)
                ORDER BY s.server, s.user, s.last_seen DESC, s.id DESC
                """, arguments: account?.arguments ?? [])
        return rows.compactMap(OpenSignIn.init(row:))
    }

    /// Changes a sign-in of a browser.
    ///
    /// - Throws: ``AuthError/signInEnded``
    func update(
        _ signIn: SignIn.ID, of browser: Int64, set column: String, to value: some DatabaseValueConvertible
    ) throws {
        try execute(
            sql: "UPDATE sign_ins SET \(column) = ? WHERE id = ? AND browser = ? AND ended_at IS NULL",
            arguments: [value, signIn, browser])
        guard changesCount == 1 else { throw AuthError.signInEnded }
    }

    func account(of signIn: SignIn.ID) throws -> AccountID? {
        let row = try Row.fetchOne(self, sql: "SELECT server, user FROM sign_ins WHERE id = ?", arguments: [signIn])
        return row.map(AccountID.init(row:))
    }

    /// The hash of the password of the account that a sign-in is of.
    func passwordHash(of signIn: SignIn.ID) throws -> String? {
        try String.fetchOne(
            self,
            sql: """
                SELECT a.password_hash FROM sign_ins s JOIN accounts a ON a.server = s.server AND a.user = s.user
                WHERE s.id = ?
                """, arguments: [signIn])
    }

    /// Ends sign-ins of an account, wherever they are.
    ///
    /// - Returns: the ids of those that were ended.
    @discardableResult
    func endSignIns(_ ending: SignInEnding, of account: AccountID, at time: Date) throws -> [SignIn.ID] {
        let (condition, which): (String, StatementArguments) =
            switch ending {
            case .one(let id): (" AND id = ?", [id])
            case .allBut(let id): (" AND id <> ?", [id])
            case .all: ("", [])
            }
        let ended = try Int64.fetchAll(
            self,
            sql: """
                UPDATE sign_ins SET ended_at = ? WHERE server = ? AND user = ? AND ended_at IS NULL\(condition)
                RETURNING id
                """,
            arguments: [time.milliseconds] + account.arguments + which)
        return ended.sorted()
    }

    /// Deletes sign-ins last used before this time, but the last of each account, and browsers that then have none.
    func deleteSignIns(lastUsedBefore time: Date) throws -> Int {
        let old = """
            SELECT id FROM sign_ins AS s WHERE last_seen < ? AND EXISTS (
                SELECT 1 FROM sign_ins WHERE server = s.server AND user = s.user AND id > s.id)
            """
        let browsers = try Int64.fetchAll(
            self, sql: "SELECT DISTINCT browser FROM sign_ins WHERE id IN (\(old))", arguments: [time.milliseconds])
        try execute(sql: "DELETE FROM sign_ins WHERE id IN (\(old))", arguments: [time.milliseconds])
        let count = changesCount
        for browser in browsers { try deleteUnlessUsed(browser) }
        return count
    }

    private func deleteUnlessUsed(_ browser: Int64) throws {
        for table in ["browser_tokens WHERE browser", "drafts WHERE browser", "browsers WHERE id"] {
            try execute(
                sql: "DELETE FROM \(table) = :id AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE browser = :id)",
                arguments: ["id": browser])
        }
    }

    /// Ends sign-ins of a browser: one, or all.
    func endSignIns(of browser: Int64, only signIn: SignIn.ID?, at time: Date) throws {
        try execute(
            sql: """
                UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND id = ifnull(?, id) AND ended_at IS NULL
                """, arguments: [time.milliseconds, browser, signIn])
    }
}
