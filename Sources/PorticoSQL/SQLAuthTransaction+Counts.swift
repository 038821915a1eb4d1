import Foundation
import PorticoStore

extension SQLAuthTransaction {
    func counts(eventsSince time: Date, limit: Int) throws -> StoreCounts {
        let row = try connection.row(
            """
            SELECT
                (SELECT count(*) FROM (SELECT 1 FROM accounts LIMIT $1) AS a) AS account_count,
                (SELECT count(*) FROM (SELECT 1 FROM security_events WHERE time >= $2 LIMIT $1) AS e) AS event_count,
                (SELECT count(*) FROM (SELECT 1 FROM queued_mails LIMIT $1) AS m) AS mail_count
            """, [max(0, limit), time])
        return StoreCounts(
            accounts: try row?.value("account_count") ?? 0, events: try row?.value("event_count") ?? 0,
            mails: try row?.value("mail_count") ?? 0)
    }
}
