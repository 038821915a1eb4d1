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
            INSERT INTO identities (provider, subject, server, user_name, added_at, last_used_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (provider, subject) DO NOTHING
            """,
            [identity.provider, identity.subject] + identity.account.columns + [identity.addedAt, identity.lastUsedAt]
        ) == 1
    }

    func noteUse(of identity: ProviderIdentity, at time: Date) throws {
        try connection.execute(
            "UPDATE identities SET last_used_at = $1 WHERE provider = $2 AND subject = $3",
            [time, identity.provider, identity.subject])
    }
}

extension ProviderIdentity {
    init(row: SQLRow) throws {
        self.init(
            provider: try row.value("provider"), subject: try row.value("subject"), account: try AccountID(row: row),
            addedAt: try row.value("added_at"), lastUsedAt: try row.value("last_used_at"))
    }
}
