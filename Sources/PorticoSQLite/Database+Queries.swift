import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps that several transactions share.
extension GRDB.Database {
    func hasAccounts() throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM accounts)") ?? false
    }

    func update(_ id: AccountID, set column: String, to value: some DatabaseValueConvertible) throws {
        try execute(
            sql: "UPDATE accounts SET \(column) = ? WHERE server = ? AND user = ?", arguments: [value] + id.arguments)
        guard changesCount == 1 else { throw AuthError.noSuchAccount }
    }

    func endSignIns(of id: AccountID, at time: Date) throws {
        try execute(
            sql: "UPDATE sign_ins SET ended_at = ? WHERE server = ? AND user = ? AND ended_at IS NULL",
            arguments: [time.milliseconds] + id.arguments)
    }

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
            run: (first["run_digest"] as Data?).flatMap(TokenDigest.init(bytes:)),
            lastServer: (first["last_server"] as String?).map(ServerID.init(rawValue:)),
            signIns: rows.compactMap(SignIn.init(row:)))
    }

    /// Gives the browser its new token and run, or adds one; the sign-ins that the new one replaces end.
    func adoptOrAddBrowser(_ new: NewSignIn) throws -> Int64 {
        guard let id = try new.previousToken.flatMap({ try browserID($0) }) else {
            try execute(
                sql: "INSERT INTO browsers (token_digest, run_digest, last_server, created_at) VALUES (?, ?, ?, ?)",
                arguments: [
                    new.token.bytes, new.run.bytes, new.account.server.rawValue, new.time.milliseconds,
                ])
            return lastInsertedRowID
        }
        try beginRun(new.run, of: id, at: new.time)
        try execute(
            sql: "UPDATE browsers SET token_digest = ?, last_server = ? WHERE id = ?",
            arguments: [new.token.bytes, new.account.server.rawValue, id])
        try execute(
            sql: "UPDATE sign_ins SET ended_at = ? WHERE browser = ? AND server = ? AND user = ? AND ended_at IS NULL",
            arguments: [new.time.milliseconds, id] + new.account.arguments)
        return id
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

    /// The stored outcome where this request was answered before.
    func outcome(of record: RequestRecord) throws -> RequestOutcome? {
        let row = try Row.fetchOne(
            self, sql: "SELECT * FROM request_records WHERE server = ? AND user = ? AND route = ? AND key = ?",
            arguments: record.account.arguments + [record.route, record.key])
        guard let row else { return nil }
        guard row["body_digest"] == record.body else { throw AuthError.requestBodyDiffers }
        return RequestOutcome(status: row["status"], location: row["location"])
    }

    func insert(_ record: RequestRecord, at time: Date) throws {
        try execute(
            sql: """
                INSERT INTO request_records (server, user, route, key, body_digest, status, location, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: record.account.arguments + [
                record.route, record.key, record.body, record.outcome.status, record.outcome.location,
                time.milliseconds,
            ])
    }

    func history(of id: AccountID) throws -> AccountHistory {
        let signIns = try Row.fetchAll(
            self,
            sql: """
                SELECT s.id, s.method, s.since, s.last_seen, s.is_automatic, s.ended_at,
                    a.server, a.user, a.name, a.is_administrator, a.is_disabled, a.created_at
                FROM sign_ins s JOIN accounts a ON a.server = s.server AND a.user = s.user
                WHERE s.server = ? AND s.user = ? ORDER BY s.id
                """, arguments: id.arguments)
        let requests = try Row.fetchAll(
            self, sql: "SELECT * FROM request_records WHERE server = ? AND user = ? ORDER BY created_at, key",
            arguments: id.arguments)
        return AccountHistory(
            signIns: signIns.compactMap { row in
                SignIn(row: row).map {
                    .init(signIn: $0, endedAt: (row["ended_at"] as Int64?).map(Date.init(milliseconds:)))
                }
            },
            requests: requests.map {
                .init(
                    route: $0["route"], outcome: RequestOutcome(status: $0["status"], location: $0["location"]),
                    time: Date(milliseconds: $0["created_at"]))
            })
    }

    private static let browserQuery = """
        SELECT b.id AS browser, b.run_digest, b.last_server,
            s.id, s.method, s.since, s.last_seen, s.is_automatic,
            a.server, a.user, a.name, a.is_administrator, a.is_disabled, a.created_at
        FROM browsers b
        LEFT JOIN sign_ins s ON s.browser = b.id AND s.ended_at IS NULL
        LEFT JOIN accounts a ON a.server = s.server AND a.user = s.user
        WHERE b.token_digest = ? ORDER BY s.id
        """
}
