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
}
