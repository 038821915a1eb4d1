import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func insert(_ draft: SealedDraft, limit: Int) throws {
        try connection.execute(
            """
            INSERT INTO drafts (token_digest, browser, server, user_name, path, sealed, kept_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, [draft.token.bytes, draft.browser] + draft.account.columns + [draft.path, draft.sealed, draft.time])
        try connection.execute(
            """
            DELETE FROM drafts WHERE browser = $1 AND id NOT IN (
                SELECT id FROM drafts WHERE browser = $1 ORDER BY id DESC LIMIT $2)
            """, [draft.browser, limit])
    }

    func draft(_ token: TokenDigest, in browser: Browser.ID) throws -> SealedDraft? {
        try connection.row(
            "SELECT * FROM drafts WHERE token_digest = $1 AND browser = $2", [token.bytes, browser]
        ).flatMap(SealedDraft.init(row:))
    }

    func drafts(of account: AccountID) throws -> [SealedDraft] {
        try connection.rows("SELECT * FROM drafts WHERE server = $1 AND user_name = $2 ORDER BY id", account.columns)
            .compactMap(SealedDraft.init(row:))
    }

    func deleteDrafts(keptBefore time: Date, limit: Int) throws -> Int {
        try connection.delete(from: "drafts", where: "kept_at < $1", [time], limit: limit)
    }
}
