extension SQLSchema {
    /// `administrator_since` is the time at which an existing account became an administrator's. `required_factors` has the
    /// time since which the accounts of a scope, `administrators` or `all`, must have a second factor; no row if they need
    /// not.
    static let requiredFactors = SQLMigration(identifier: "33: required second factors") { dialect in
        [
            "ALTER TABLE accounts ADD COLUMN administrator_since \(dialect.integer)",
            "ALTER TABLE accounts ADD COLUMN has_short_password \(dialect.integer) NOT NULL DEFAULT 0",
            """
            CREATE TABLE required_factors (
                scope \(dialect.text) PRIMARY KEY NOT NULL, since \(dialect.integer) NOT NULL
            )\(dialect.keyedTableEnding)
            """,
        ]
    }

    /// A deleted account takes its rows along, also if a server of the version before deletes it: a later account of
    /// the same name must not get them.
    ///
    /// `last_step` is the last time step whose code was used; `came_with` is the digest of the browser token that the
    /// request carried. `employee_number`, `name` and `group_names` are those that the gateway has reported with the
    /// token, and NULL without one.
    static let secondFactors = SQLMigration(identifier: "31: second factors") { dialect in
        let (integer, text, bytes) = (dialect.integer, dialect.text, dialect.bytes)
        let account = """
            FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name) ON DELETE CASCADE
            """
        return [
            """
            CREATE TABLE totp (
                server \(text) NOT NULL, user_name \(text) NOT NULL, sealed_secret \(bytes) NOT NULL,
                added_at \(integer) NOT NULL, last_step \(integer) NOT NULL,
                PRIMARY KEY (server, user_name), \(account)
            )\(dialect.keyedTableEnding)
            """,
            """
            CREATE TABLE recovery_codes (
                server \(text) NOT NULL, user_name \(text) NOT NULL, code_digest \(bytes) NOT NULL,
                used_at \(integer), PRIMARY KEY (server, user_name, code_digest), \(account)
            )\(dialect.keyedTableEnding)
            """,
            """
            CREATE TABLE trusted_browsers (
                browser \(integer) NOT NULL REFERENCES browsers (id) ON DELETE CASCADE,
                server \(text) NOT NULL, user_name \(text) NOT NULL, address \(text) NOT NULL, agent \(text) NOT NULL,
                since \(integer) NOT NULL, PRIMARY KEY (browser, server, user_name), \(account)
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX trusted_browsers_of_account ON trusted_browsers (server, user_name)",
            "CREATE INDEX trusted_browsers_by_age ON trusted_browsers (since)",
            """
            CREATE TABLE pending_sign_ins (
                token_digest \(bytes) PRIMARY KEY NOT NULL, server \(text) NOT NULL, user_name \(text) NOT NULL,
                method \(text) NOT NULL, is_automatic \(integer) NOT NULL, address \(text) NOT NULL,
                agent \(text) NOT NULL, came_with \(bytes), password_hash \(text), employee_number \(text),
                name \(text), group_names \(text), gateway_token \(bytes), proven_at \(integer) NOT NULL,
                time \(integer) NOT NULL, \(account)
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX pending_sign_ins_of_account ON pending_sign_ins (server, user_name)",
            "CREATE INDEX pending_sign_ins_by_age ON pending_sign_ins (time)",
            dialect.trigger(
                SQLTrigger(
                    name: "pending_sign_in_deleted", event: "AFTER DELETE", table: "pending_sign_ins",
                    condition: "OLD.gateway_token IS NOT NULL",
                    statement: """
                        INSERT INTO ended_gateway_tokens (server, user_name, sealed_token)
                        VALUES (OLD.server, OLD.user_name, OLD.gateway_token)
                        """)),
        ]
    }

    /// The actor's account may be deleted meanwhile.
    static let factorResets = SQLMigration(identifier: "35: resets of second factors") { dialect in
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE factor_resets (
                server \(text) NOT NULL, user_name \(text) NOT NULL, actor_server \(text) NOT NULL,
                actor_user \(text) NOT NULL, begun_at \(integer) NOT NULL, due_at \(integer) NOT NULL,
                PRIMARY KEY (server, user_name),
                FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name) ON DELETE CASCADE
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX factor_resets_by_time ON factor_resets (due_at)",
        ]
    }
}
