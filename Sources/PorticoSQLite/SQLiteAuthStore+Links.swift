import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension SQLiteAuthStore {
    public func add(_ link: OneTimeLink, token: TokenDigest) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO links (
                        token_digest, purpose, server, user, email, invitation, sign_in, expires_at, is_used)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)
                    """,
                arguments: [
                    token.bytes, link.purpose.rawValue, link.account?.server.rawValue, link.account?.user,
                    link.email.value, try link.invitation.map { try JSONText.encode($0) }, link.signIn,
                    link.expiresAt.milliseconds,
                ])
        }
    }

    public func link(_ token: TokenDigest, at time: Date) async throws -> OneTimeLink {
        try await read { try $0.link(token, at: time) }
    }

    public func deleteLinks(expiredBefore time: Date) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM links WHERE expires_at < ?", arguments: [time.milliseconds])
        }
    }
}
