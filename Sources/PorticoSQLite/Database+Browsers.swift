import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about browsers that several transactions share.
extension GRDB.Database {
    func hasBrowser(_ id: Browser.ID) throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM browsers WHERE id = ?)", arguments: [id]) ?? false
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

    /// Gives the browser its new token and run, or adds one; the sign-ins that the new one replaces end.
    func adoptOrAddBrowser(_ new: NewSignIn) throws -> Browser.ID {
        guard let access = new.access, try hasBrowser(access.browser) else { return try addBrowser(new) }
        let id = access.browser
        try beginRun(new.run, of: id, at: new.time)
        try execute(
            sql: "UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND server = ? AND user = ? AND ended_at IS NULL",
            arguments: [new.time.milliseconds, id] + new.account.arguments)
        try execute(
            sql: "UPDATE browsers SET last_server = ? WHERE id = ?", arguments: [new.account.server.rawValue, id])
        try addToken(new.token, to: access)
        return id
    }

    private func addBrowser(_ new: NewSignIn) throws -> Browser.ID {
        try execute(
            sql: "INSERT INTO browsers (run_digest, last_server, created_at) VALUES (?, ?, ?)",
            arguments: [new.run.bytes, new.account.server.rawValue, new.time.milliseconds])
        let id = lastInsertedRowID
        try insert(new.token, of: id)
        return id
    }

    /// Gives a browser another token. Those it had name nobody from now on, unless the one that the request brought was
    /// replaced while it was under way: then which of the new ones the browser keeps is not known.
    func addToken(_ token: TokenDigest, to access: BrowserAccess) throws {
        try execute(
            sql: """
                DELETE FROM browser_tokens WHERE browser = :browser AND EXISTS (
                    SELECT 1 FROM browser_tokens WHERE browser = :browser AND token_digest = :token)
                """, arguments: ["browser": access.browser, "token": access.token.bytes])
        try insert(token, of: access.browser)
    }

    private func insert(_ token: TokenDigest, of browser: Browser.ID) throws {
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
