import Foundation
import PorticoBytes
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func userHandle(of account: AccountID) throws -> Data? {
        try connection.row(
            "SELECT handle FROM user_handles WHERE server = $1 AND user_name = $2", account.columns
        ).map { try $0.value("handle") }
    }

    func insertUserHandle(_ handle: Data, of account: AccountID) throws {
        try connection.execute(
            """
            INSERT INTO user_handles (server, user_name, handle) VALUES ($1, $2, $3)
            ON CONFLICT (server, user_name) DO NOTHING
            """, account.columns + [handle])
    }

    func setUserHandle(_ handle: Data, of account: AccountID) throws {
        try connection.execute(
            """
            INSERT INTO user_handles (server, user_name, handle) VALUES ($1, $2, $3)
            ON CONFLICT (server, user_name) DO UPDATE SET handle = excluded.handle
            """, account.columns + [handle])
    }

    func insert(_ passkey: StoredPasskey) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO passkeys (
                credential_id, server, user_name, public_key, algorithm, signature_count, is_backup_eligible,
                is_backed_up, aaguid, transports, name, address, agent, added_at, last_used_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
            ON CONFLICT (credential_id) DO NOTHING
            """,
            [passkey.id] + passkey.account.columns + [
                passkey.publicKey, passkey.algorithm, Int(passkey.signatureCount), passkey.isBackupEligible,
                passkey.isBackedUp, passkey.aaguid, passkey.transports.joined(separator: " "), passkey.name,
                passkey.client.address, passkey.client.agent, passkey.addedAt, passkey.lastUsedAt,
            ]) == 1
    }

    func passkey(_ id: Data) throws -> StoredPasskey? {
        try connection.row("SELECT * FROM passkeys WHERE credential_id = $1", [id]).map(StoredPasskey.init(row:))
    }

    func passkeys(of account: AccountID) throws -> [StoredPasskey] {
        try connection.rows(
            "SELECT * FROM passkeys WHERE server = $1 AND user_name = $2 ORDER BY added_at, credential_id",
            account.columns
        ).map(StoredPasskey.init(row:))
    }

    func accountsWithPasskeys() throws -> Set<AccountID> {
        Set(try connection.rows("SELECT DISTINCT server, user_name FROM passkeys", []).map(AccountID.init(row:)))
    }

    func use(_ used: UsedPasskey, of account: AccountID, at time: Date) throws -> Bool {
        try connection.execute(
            """
            UPDATE passkeys SET signature_count = $1, is_backup_eligible = $2, is_backed_up = $3, last_used_at = $4
            WHERE server = $5 AND user_name = $6 AND credential_id = $7
            """,
            [Int(used.signatureCount), used.isBackupEligible, used.isBackedUp, time] + account.columns + [used.id]) == 1
    }

    func renamePasskey(_ id: Data, of account: AccountID, to name: String) throws -> Bool {
        try connection.execute(
            "UPDATE passkeys SET name = $1 WHERE server = $2 AND user_name = $3 AND credential_id = $4",
            [name] + account.columns + [id]) == 1
    }

    func deletePasskey(_ id: Data, of account: AccountID) throws -> Bool {
        try connection.execute(
            "DELETE FROM passkeys WHERE server = $1 AND user_name = $2 AND credential_id = $3",
            account.columns + [id]) == 1
    }

    func spendChallenge(_ digest: TokenDigest, at time: Date) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO spent_challenges (challenge, spent_at) VALUES ($1, $2) ON CONFLICT (challenge) DO NOTHING
            """, [digest.bytes, time]) == 1
    }

    func deleteSpentChallenges(before time: Date, limit: Int) throws -> Int {
        try connection.delete(
            from: "spent_challenges", key: "challenge", where: "spent_at < $1", [time], limit: limit)
    }
}

extension StoredPasskey {
    init(row: SQLRow) throws {
        let count: Int = try row.value("signature_count")
        let transports: String = try row.value("transports")
        self.init(
            id: try row.value("credential_id"), account: try AccountID(row: row),
            publicKey: try row.value("public_key"), algorithm: try row.value("algorithm"),
            signatureCount: UInt32(clamping: count), isBackupEligible: try row.value("is_backup_eligible"),
            isBackedUp: try row.value("is_backed_up"), aaguid: try row.value("aaguid"),
            transports: transports.asciiWords.map(String.init), name: try row.value("name"),
            client: try row.client(), addedAt: try row.value("added_at"), lastUsedAt: try row.optional("last_used_at"))
    }
}
