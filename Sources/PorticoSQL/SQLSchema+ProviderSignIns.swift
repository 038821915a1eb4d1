extension SQLSchema {
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
}
