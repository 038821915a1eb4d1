import Foundation
import PorticoConfig
import PorticoStore

extension SQLAuthTransaction {
    func identity(_ subject: String, at provider: ServerID) throws -> ProviderIdentity? {
        try connection.row(
            "SELECT * FROM identities WHERE provider = $1 AND subject = $2", [provider, subject]
        ).map(ProviderIdentity.init(row:))
    }

    func identities(of account: AccountID) throws -> [ProviderIdentity] {
        try connection.rows(
            "SELECT * FROM identities WHERE server = $1 AND user_name = $2 ORDER BY added_at, provider, subject",
            account.columns
        ).map(ProviderIdentity.init(row:))
    }

    func insert(_ identity: ProviderIdentity) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO identities (provider, subject, server, user_name, label, added_at, last_used_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider, subject) DO NOTHING
            """,
            [identity.provider, identity.subject] + identity.account.columns
                + [identity.label, identity.addedAt, identity.lastUsedAt]
        ) == 1
    }

    func noteUse(of identity: ProviderIdentity, label: String, at time: Date) throws {
        try connection.execute(
            "UPDATE identities SET last_used_at = $1, label = $2 WHERE provider = $3 AND subject = $4",
            [time, label, identity.provider, identity.subject])
    }

    func deleteIdentity(_ subject: String, at provider: ServerID, of account: AccountID) throws -> Bool {
        try connection.execute(
            "DELETE FROM identities WHERE provider = $1 AND subject = $2 AND server = $3 AND user_name = $4",
            [provider, subject] + account.columns) == 1
    }
}

extension ProviderIdentity {
    init(row: SQLRow) throws {
        self.init(
            provider: try row.value("provider"), subject: try row.value("subject"), account: try AccountID(row: row),
            label: try row.value("label"), addedAt: try row.value("added_at"),
            lastUsedAt: try row.value("last_used_at"))
    }
}
