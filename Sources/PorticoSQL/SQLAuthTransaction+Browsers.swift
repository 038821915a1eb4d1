import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func browser(_ token: TokenDigest) throws -> Browser? {
        let rows = try connection.rows(Self.browserQuery, [token.bytes])
        guard let first = rows.first else { return nil }
        return Browser(
            id: try first.value("browser"), run: try first.digest("run_digest"),
            lastServer: try first.optional("last_server"), signIns: try rows.compactMap(SignIn.init(row:)),
            isHeld: try first.value("is_held"))
    }

    private static let browserQuery = """
        SELECT b.id AS browser, b.run_digest, b.last_server, t.is_held, \(SignIn.columns)
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

    func setToken(_ token: TokenDigest, of browser: Browser.ID, at time: Date) throws {
        changes.touch(browser)
        try connection.execute("DELETE FROM browser_tokens WHERE browser = $1", [browser])
        try connection.execute(
            "INSERT INTO browser_tokens (token_digest, browser, made_at, is_held) VALUES ($1, $2, $3, 0)",
            [token.bytes, browser, time])
    }

    func hold(_ token: TokenDigest) throws {
        let rows = try connection.rows(
            "UPDATE browser_tokens SET is_held = 1 WHERE token_digest = $1 RETURNING browser", [token.bytes])
        for row in rows { changes.touch(try row.value("browser")) }
    }
}
