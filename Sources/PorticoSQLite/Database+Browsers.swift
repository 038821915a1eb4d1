import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about browsers that several transactions share.
extension GRDB.Database {
    /// Whether what a request brought still names its browser.
    func isAlive(_ access: BrowserAccess) throws -> Bool {
        let found = try Bool.fetchOne(
            self, sql: "SELECT EXISTS (SELECT 1 FROM browser_tokens WHERE token_digest = ? AND browser = ?)",
            arguments: [access.token.bytes, access.browser])
        return found ?? false
    }

    /// The browser with its sign-ins, in one statement.
    func browser(_ token: TokenDigest) throws -> Browser? {
        let statement = try cachedStatement(sql: Self.browserQuery)
        let rows = try Row.fetchAll(statement, arguments: [token.bytes])
        guard let first = rows.first else { return nil }
        return Browser(
            id: first["browser"],
            run: TokenDigest(first["run_digest"]),
            lastServer: (first["last_server"] as String?).map(ServerID.init(rawValue:)),
            signIns: rows.compactMap(SignIn.init(row:)))
    }

    /// Gives the browser its new token and run, or adds one. The sign-ins that the new one replaces end: those of the
    /// account in the browser, or those that other requests made at the same time.
    func adoptOrAddBrowser(_ new: NewSignIn) throws -> (browser: Browser.ID, ended: [SignIn.ID]) {
        guard let access = new.access, try isAlive(access) else {
            let ended = try endSignInsMadeAtOnce(new)
            return (try addBrowser(new), ended)
        }
        let id = access.browser
        try beginRun(new.run, of: id, at: new.time)
        try execute(
            sql: "UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND server = ? AND user = ? AND ended_at IS NULL",
            arguments: [new.time.milliseconds, id] + new.account.arguments)
        try execute(
            sql: "UPDATE browsers SET last_server = ?, came_with = ? WHERE id = ?",
            arguments: [new.account.server.rawValue, new.brought?.bytes, id])
        try replaceToken(of: id, by: new.token)
        return (id, [])
    }

    private func addBrowser(_ new: NewSignIn) throws -> Browser.ID {
        try execute(
            sql: "INSERT INTO browsers (run_digest, last_server, created_at, came_with) VALUES (?, ?, ?, ?)",
            arguments: [
                new.run.bytes, new.account.server.rawValue, new.time.milliseconds, new.brought?.bytes,
            ])
        let id = lastInsertedRowID
        try replaceToken(of: id, by: new.token)
        return id
    }

    /// Ends the sign-ins of the account that other requests with the same token have just made.
    private func endSignInsMadeAtOnce(_ new: NewSignIn) throws -> [SignIn.ID] {
        guard let brought = new.brought else { return [] }
        return try Int64.fetchAll(
            self,
            sql: """
                UPDATE sign_ins SET ended_at = ? WHERE server = ? AND user = ? AND ended_at IS NULL
                    AND since >= ? AND browser IN (SELECT id FROM browsers WHERE came_with = ?)
                RETURNING id
                """,
            arguments: [new.time.milliseconds] + new.account.arguments + [
                new.atOnceSince.milliseconds, brought.bytes,
            ])
    }

    /// Gives a browser another token. The one that it had names nobody from now on.
    func replaceToken(of browser: Browser.ID, by token: TokenDigest) throws {
        try execute(sql: "DELETE FROM browser_tokens WHERE browser = ?", arguments: [browser])
        try execute(
            sql: "INSERT INTO browser_tokens (token_digest, browser) VALUES (?, ?)", arguments: [token.bytes, browser])
    }

    /// Notes the run that a browser is in. Where it is a new one, the sign-ins that belonged to the old one end.
    func beginRun(_ run: TokenDigest, of browser: Int64, at time: Date) throws {
        try execute(
            sql: "UPDATE browsers SET run_digest = ? WHERE id = ? AND run_digest IS NOT ?",
            arguments: [run.bytes, browser, run.bytes])
        guard changesCount == 1 else { return }
        try execute(
            sql: "UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND NOT is_automatic AND ended_at IS NULL",
            arguments: [time.milliseconds, browser])
    }

    private static let browserQuery = """
        SELECT b.id AS browser, b.run_digest, b.last_server, \(SignIn.columns)
        FROM browser_tokens t JOIN browsers b ON b.id = t.browser
        LEFT JOIN sign_ins s ON s.browser = b.id AND s.ended_at IS NULL
        LEFT JOIN accounts a ON a.server = s.server AND a.user = s.user
        WHERE t.token_digest = ? ORDER BY s.id
        """
}
