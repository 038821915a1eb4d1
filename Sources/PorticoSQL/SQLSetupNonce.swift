import Foundation
import PorticoStore

/// The nonce from which the servers on one database derive the token of their set-up link.
public struct SQLSetupNonce: Sendable {
    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    /// The nonce; nil if there is a local account. The first server that asks creates it. A trigger deletes it with the
    /// first local account.
    public func value() async throws -> Data? {
        let new = SecretBox.newKey()
        return try await database.write { connection in
            guard try !SQLAuthTransaction(connection).hasLocalAccounts() else { return nil }
            try connection.execute("INSERT INTO setup_nonces (id, nonce) VALUES (1, $1) ON CONFLICT DO NOTHING", [new])
            return try connection.row("SELECT nonce FROM setup_nonces", [])?.value("nonce")
        }
    }
}
