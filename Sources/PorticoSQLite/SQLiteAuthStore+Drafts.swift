import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension SQLiteAuthStore {
    public func add(_ draft: SealedDraft, limit: Int) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO drafts (token_digest, browser, server, user, path, sealed, kept_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [draft.token.bytes, draft.browser] + draft.account.arguments + [
                    draft.path, draft.sealed, draft.time.milliseconds,
                ])
            try db.execute(
                sql: """
                    DELETE FROM drafts WHERE id IN (
                        SELECT id FROM drafts WHERE browser = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
                    """, arguments: [draft.browser, limit])
        }
    }

    public func draft(_ token: TokenDigest, in browser: Browser.ID) async throws -> SealedDraft? {
        try await read { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM drafts WHERE token_digest = ? AND browser = ?",
                arguments: [token.bytes, browser])
            return row.flatMap(SealedDraft.init)
        }
    }

    public func drafts(of account: AccountID) async throws -> [SealedDraft] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM drafts WHERE server = ? AND user = ? ORDER BY id", arguments: account.arguments
            ).compactMap(SealedDraft.init)
        }
    }

    public func deleteDrafts(keptBefore time: Date) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM drafts WHERE kept_at < ?", arguments: [time.milliseconds])
        }
    }
}

extension SealedDraft {
    fileprivate init?(row: Row) {
        guard let token = TokenDigest(row["token_digest"]) else { return nil }
        self.init(
            token: token, browser: row["browser"], account: AccountID(row: row),
            path: row["path"], sealed: row["sealed"], time: Date(milliseconds: row["kept_at"]))
    }
}
