extension SQLSchema {
    /// `subject` is the provider's identifier of the person.
    static let identities = SQLMigration(identifier: "37: identities at providers") { dialect in
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE identities (
                provider \(text) NOT NULL, subject \(text) NOT NULL, server \(text) NOT NULL, user_name \(text) NOT NULL,
                added_at \(integer) NOT NULL, last_used_at \(integer) NOT NULL,
                PRIMARY KEY (provider, subject),
                FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name) ON DELETE CASCADE
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX identities_of_account ON identities (server, user_name)",
        ]
    }

    /// The provider that has made a sign-in, with its person and session there; the sealed tokens are in `gateway_token`.
    /// Until `check_claimed_until`, one server asks the provider about it, and the others wait.
    static let providerSignIns = SQLMigration(identifier: "38: sign-ins of providers") { dialect in
        let (integer, text) = (dialect.integer, dialect.text)
        let columns = ["sign_ins", "pending_sign_ins"].flatMap { table in
            [
                "provider \(text)", "provider_subject \(text)", "provider_session \(text)",
                "provider_issued_at \(integer)",
            ].map { "ALTER TABLE \(table) ADD COLUMN \($0)" }
        }
        let isOpen = "WHERE provider IS NOT NULL AND ended_at IS NULL"
        return columns + [
            "ALTER TABLE sign_ins ADD COLUMN check_claimed_until \(integer)",
            "CREATE INDEX sign_ins_of_subject ON sign_ins (provider, provider_subject) \(isOpen)",
            "CREATE INDEX sign_ins_of_session ON sign_ins (provider, provider_session) \(isOpen)",
        ]
    }

    /// The address or user name by which a person knows an identity.
    static let identityLabels = SQLMigration(identifier: "39: labels of identities") { dialect in
        ["ALTER TABLE identities ADD COLUMN label \(dialect.text) NOT NULL DEFAULT ''"]
    }
}
