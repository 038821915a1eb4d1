import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about requests and about what is kept of an account.
extension GRDB.Database {
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
                SELECT s.ended_at, \(SignIn.columns)
                FROM sign_ins s JOIN accounts a ON a.server = s.server AND a.user = s.user
                WHERE s.server = ? AND s.user = ? ORDER BY s.id
                """, arguments: id.arguments)
        let requests = try Row.fetchAll(
            self, sql: "SELECT * FROM request_records WHERE server = ? AND user = ? ORDER BY created_at, key",
            arguments: id.arguments)
        return AccountHistory(
            signIns: signIns.compactMap(AccountHistory.PastSignIn.init(row:)),
            requests: requests.map(AccountHistory.PastRequest.init(row:)))
    }
}

extension AccountHistory.PastSignIn {
    fileprivate init?(row: Row) {
        guard let signIn = SignIn(row: row) else { return nil }
        self.init(signIn: signIn, endedAt: (row["ended_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}

extension AccountHistory.PastRequest {
    fileprivate init(row: Row) {
        self.init(
            route: row["route"], outcome: RequestOutcome(status: row["status"], location: row["location"]),
            time: Date(milliseconds: row["created_at"]))
    }
}
