import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about browsers that several transactions share.
extension GRDB.Database {
    func browserID(_ token: TokenDigest) throws -> Int64? {
        try Int64.fetchOne(self, sql: "SELECT id FROM browsers WHERE token_digest = ?", arguments: [token.bytes])
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
    func adoptOrAddBrowser(_ new: NewSignIn) throws -> Int64 {
        guard let id = try new.previousToken.flatMap({ try browserID($0) }) else { return try addBrowser(new) }
        try beginRun(new.run, of: id, at: new.time)
        try execute(
            sql: "UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND server = ? AND user = ? AND ended_at IS NULL",
            arguments: [new.time.milliseconds, id] + new.account.arguments)
        try execute(
            sql: "UPDATE browsers SET last_server = ? WHERE id = ?", arguments: [new.account.server.rawValue, id])
        try setToken(new.token, of: id)
        return id
    }

    private func addBrowser(_ new: NewSignIn) throws -> Int64 {
        try execute(
            sql: "INSERT INTO browsers (token_digest, run_digest, last_server, created_at) VALUES (?, ?, ?, ?)",
            arguments: [new.token.bytes, new.run.bytes, new.account.server.rawValue, new.time.milliseconds])
        return lastInsertedRowID
    }

    /// Gives a browser another token; the one it had is nobody's from now on.
    func setToken(_ token: TokenDigest, of browser: Int64) throws {
        try execute(sql: "UPDATE browsers SET token_digest = ? WHERE id = ?", arguments: [token.bytes, browser])
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
        FROM browsers b
        LEFT JOIN sign_ins s ON s.browser = b.id AND s.ended_at IS NULL
        LEFT JOIN accounts a ON a.server = s.server AND a.user = s.user
        WHERE b.token_digest = ? ORDER BY s.id
        """
}
