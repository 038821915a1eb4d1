extension SQLSchema {
    /// `handle` is what authenticators know the account by: random bytes, made once. `spent_challenges` has only the
    /// challenges that were answered, until they would have expired.
    static let passkeys = SQLMigration(identifier: "34: passkeys") { dialect in
        let (integer, text, bytes) = (dialect.integer, dialect.text, dialect.bytes)
        let account = """
            FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name) ON DELETE CASCADE
            """
        return [
            """
            CREATE TABLE user_handles (
                server \(text) NOT NULL, user_name \(text) NOT NULL, handle \(bytes) NOT NULL,
                PRIMARY KEY (server, user_name), \(account)
            )\(dialect.keyedTableEnding)
            """,
            """
            CREATE TABLE passkeys (
                credential_id \(bytes) PRIMARY KEY NOT NULL, server \(text) NOT NULL, user_name \(text) NOT NULL,
                public_key \(bytes) NOT NULL, algorithm \(integer) NOT NULL, signature_count \(integer) NOT NULL,
                is_backup_eligible \(integer) NOT NULL, is_backed_up \(integer) NOT NULL, aaguid \(text) NOT NULL,
                transports \(text) NOT NULL, name \(text) NOT NULL, address \(text) NOT NULL, agent \(text) NOT NULL,
                added_at \(integer) NOT NULL, last_used_at \(integer), \(account)
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX passkeys_of_account ON passkeys (server, user_name)",
            """
            CREATE TABLE spent_challenges (challenge \(bytes) PRIMARY KEY NOT NULL, spent_at \(integer) NOT NULL)\
            \(dialect.keyedTableEnding)
            """,
            "CREATE INDEX spent_challenges_by_age ON spent_challenges (spent_at)",
        ]
    }
}
