import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

/// The steps about what is kept of an account.
extension GRDB.Database {
    func history(of id: AccountID) throws -> AccountHistory {
        let signIns = try Row.fetchAll(
            self,
            sql: """
                SELECT s.ended_at, \(SignIn.columns)
                FROM sign_ins s JOIN accounts a ON a.server = s.server AND a.user = s.user
                WHERE s.server = ? AND s.user = ? ORDER BY s.id
                """, arguments: id.arguments)
        return AccountHistory(signIns: signIns.compactMap(AccountHistory.PastSignIn.init(row:)))
    }
}

extension AccountHistory.PastSignIn {
    fileprivate init?(row: Row) {
        guard let signIn = SignIn(row: row) else { return nil }
        self.init(signIn: signIn, endedAt: (row["ended_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
