extension SQLSchema {
    /// The schema after the migrations that only SQLite has. Engines without these migrations begin with it.
    public static let tables = SQLMigration(identifier: "\(firstVersion): all tables") { dialect in
        dialect.additions + accounts(dialect) + browsers(dialect) + gatewayTokens(dialect) + configuration(dialect)
            + links(dialect) + events(dialect) + drafts(dialect)
    }

    /// `search_key` is the text that searches match; `email_key` is the address in lower case.
    private static func accounts(_ dialect: SQLDialect) -> [String] {
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE accounts (
                server \(text) NOT NULL, user_name \(text) NOT NULL,
                name \(text) NOT NULL, email \(text), email_key \(text), search_key \(text) NOT NULL DEFAULT '',
                employee_number \(text), is_administrator \(integer) NOT NULL, is_disabled \(integer) NOT NULL,
                password_hash \(text), created_at \(integer) NOT NULL,
                PRIMARY KEY (server, user_name)
            )\(dialect.keyedTableEnding)
            """,
            "CREATE UNIQUE INDEX accounts_by_email ON accounts (server, email_key) WHERE email_key IS NOT NULL",
        ]
    }

    /// `came_with` is the digest of the browser token that the last sign-in's request carried. `is_held` is whether a
    /// request has carried the token. `is_long` is the same as `is_automatic`, for servers of an older release;
    /// `checked_at` is when the account's gateway last confirmed it.
    private static func browsers(_ dialect: SQLDialect) -> [String] {
        let (integer, text, bytes) = (dialect.integer, dialect.text, dialect.bytes)
        return [
            """
            CREATE TABLE browsers (
                id \(dialect.identity), run_digest \(bytes), last_server \(text), created_at \(integer) NOT NULL,
                came_with \(bytes)
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX browsers_by_came_with ON browsers (came_with) WHERE came_with IS NOT NULL",
            """
            CREATE TABLE browser_tokens (
                token_digest \(bytes) PRIMARY KEY NOT NULL, browser \(integer) NOT NULL REFERENCES browsers (id),
                made_at \(integer) NOT NULL DEFAULT 0, is_held \(integer) NOT NULL DEFAULT 1
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX browser_tokens_of_browser ON browser_tokens (browser)",
            "CREATE INDEX browser_tokens_not_held ON browser_tokens (made_at) WHERE is_held = 0",
            """
            CREATE TABLE sign_ins (
                id \(dialect.identity), browser \(integer) NOT NULL REFERENCES browsers (id),
                server \(text) NOT NULL, user_name \(text) NOT NULL,
                method \(text) NOT NULL, since \(integer) NOT NULL, last_seen \(integer) NOT NULL,
                is_automatic \(integer) NOT NULL, ended_at \(integer),
                authenticated_at \(integer) NOT NULL DEFAULT 0, selected_at \(integer) NOT NULL DEFAULT 0,
                address \(text) NOT NULL DEFAULT '', agent \(text) NOT NULL DEFAULT '', gateway_token \(bytes),
                is_long \(integer) NOT NULL DEFAULT 0, checked_at \(integer) NOT NULL DEFAULT 0,
                FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name)
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX sign_ins_of_browser ON sign_ins (browser) WHERE ended_at IS NULL",
            "CREATE INDEX sign_ins_of_account ON sign_ins (server, user_name) WHERE ended_at IS NULL",
            "CREATE INDEX sign_ins_by_account ON sign_ins (server, user_name, browser)",
            "CREATE INDEX sign_ins_by_browser ON sign_ins (browser)",
            "CREATE INDEX sign_ins_by_use ON sign_ins (last_seen)",
            "CREATE INDEX sign_ins_with_token ON sign_ins (id) WHERE gateway_token IS NOT NULL",
        ]
    }

    /// A token that a sign-in loses, for any reason, moves to `ended_gateway_tokens` until it is ended at its gateway.
    private static func gatewayTokens(_ dialect: SQLDialect) -> [String] {
        let (integer, text) = (dialect.integer, dialect.text)
        let move = """
            INSERT INTO ended_gateway_tokens (server, user_name, sealed_token)
            VALUES (OLD.server, OLD.user_name, OLD.gateway_token)
            """
        let triggers = [
            SQLTrigger(
                name: "sign_in_ended", event: "AFTER UPDATE OF ended_at", table: "sign_ins",
                condition: "NEW.ended_at IS NOT NULL AND NEW.gateway_token IS NOT NULL",
                statement: "UPDATE sign_ins SET gateway_token = NULL WHERE id = NEW.id"),
            SQLTrigger(
                name: "gateway_token_replaced", event: "AFTER UPDATE OF gateway_token", table: "sign_ins",
                condition: "OLD.gateway_token IS NOT NULL AND NEW.gateway_token IS DISTINCT FROM OLD.gateway_token",
                statement: move),
            SQLTrigger(
                name: "sign_in_deleted", event: "AFTER DELETE", table: "sign_ins",
                condition: "OLD.gateway_token IS NOT NULL", statement: move),
        ]
        return [
            """
            CREATE TABLE ended_gateway_tokens (
                id \(dialect.identity), server \(text) NOT NULL, user_name \(text) NOT NULL,
                sealed_token \(dialect.bytes) NOT NULL, attempts \(integer) NOT NULL DEFAULT 0,
                due_at \(integer) NOT NULL DEFAULT 0
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX ended_gateway_tokens_due ON ended_gateway_tokens (server, due_at)",
        ] + triggers.map(dialect.trigger)
    }

    /// Every write of configuration takes the next number of `config_version`.
    ///
    /// `position` is the place among all workplaces of a server, ordered by name; `parent` is empty for a factory;
    /// `search_key` is the text that searches match. The primary key keeps the children of one workplace together.
    private static func configuration(_ dialect: SQLDialect) -> [String] {
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            "CREATE TABLE config_version (value \(integer) NOT NULL)\(dialect.tableEnding)",
            "INSERT INTO config_version VALUES (0)",
            """
            CREATE TABLE installation_config (
                key \(text) PRIMARY KEY NOT NULL, value \(text) NOT NULL, version \(integer) NOT NULL DEFAULT 0
            )\(dialect.keyedTableEnding)
            """,
            """
            CREATE TABLE person_config (
                server \(text) NOT NULL, user_name \(text) NOT NULL, key \(text) NOT NULL, value \(text) NOT NULL,
                version \(integer) NOT NULL DEFAULT 0, PRIMARY KEY (server, user_name, key)
            )\(dialect.keyedTableEnding)
            """,
            """
            CREATE TABLE workplaces (
                server \(text) NOT NULL, kind \(text) NOT NULL, parent \(text) NOT NULL, position \(integer) NOT NULL,
                code \(text) NOT NULL, name \(text) NOT NULL, search_key \(text) NOT NULL,
                PRIMARY KEY (server, kind, parent, position)
            )\(dialect.keyedTableEnding)
            """,
            "CREATE UNIQUE INDEX workplaces_by_code ON workplaces (server, kind, code)",
        ]
    }

    /// A mail without `next_attempt` was given up; `purpose` is the purpose of its link. A window of attempts without
    /// `ends_at` lasts until it is cleared.
    private static func links(_ dialect: SQLDialect) -> [String] {
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE links (
                token_digest \(dialect.bytes) PRIMARY KEY NOT NULL, purpose \(text) NOT NULL, server \(text),
                user_name \(text), email \(text) NOT NULL, invitation \(text), sign_in \(integer),
                expires_at \(integer) NOT NULL, is_used \(integer) NOT NULL
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX links_of_account ON links (server, user_name) WHERE user_name IS NOT NULL",
            "CREATE INDEX links_by_expiry ON links (expires_at)",
            """
            CREATE TABLE queued_mails (
                id \(dialect.identity), recipient \(text) NOT NULL, server \(text), user_name \(text),
                kind \(text) NOT NULL, purpose \(text), mail \(text) NOT NULL, queued_at \(integer) NOT NULL,
                attempts \(integer) NOT NULL, next_attempt \(integer), problem \(text) NOT NULL
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX queued_mails_of_account ON queued_mails (server, user_name) WHERE user_name IS NOT NULL",
            "CREATE INDEX queued_mails_by_next_attempt ON queued_mails (next_attempt) WHERE next_attempt IS NOT NULL",
            """
            CREATE TABLE attempts (
                key \(text) PRIMARY KEY NOT NULL, count \(integer) NOT NULL, since \(integer) NOT NULL,
                ends_at \(integer)
            )\(dialect.keyedTableEnding)
            """,
            "CREATE INDEX attempts_by_end ON attempts (ends_at) WHERE ends_at IS NOT NULL",
        ]
    }

    /// `count` is the number of occurrences that an event stands for.
    private static func events(_ dialect: SQLDialect) -> [String] {
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE security_events (
                id \(dialect.identity), kind \(text) NOT NULL, server \(text), user_name \(text),
                actor_server \(text), actor_user \(text), address \(text) NOT NULL, agent \(text) NOT NULL,
                time \(integer) NOT NULL, detail \(text) NOT NULL, count \(integer) NOT NULL DEFAULT 1
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX security_events_of_account ON security_events (server, user_name, id)",
            "CREATE INDEX security_events_by_kind ON security_events (kind, id)",
            "CREATE INDEX security_events_by_time ON security_events (time)",
            dialect.trigger(
                SQLTrigger(
                    name: "security_events_stay", event: "BEFORE UPDATE", table: "security_events", condition: nil,
                    statement: dialect.refusal("security events are only ever added"))),
        ]
    }

    /// Drafts are kept for an hour. The order of `id` determines the oldest drafts of a browser.
    private static func drafts(_ dialect: SQLDialect) -> [String] {
        let (integer, text, bytes) = (dialect.integer, dialect.text, dialect.bytes)
        return [
            """
            CREATE TABLE drafts (
                id \(dialect.identity), token_digest \(bytes) NOT NULL UNIQUE,
                browser \(integer) NOT NULL REFERENCES browsers (id), server \(text) NOT NULL,
                user_name \(text) NOT NULL, path \(text) NOT NULL, sealed \(bytes) NOT NULL, kept_at \(integer) NOT NULL,
                FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name)
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX drafts_of_browser ON drafts (browser)",
            "CREATE INDEX drafts_of_account ON drafts (server, user_name)",
            "CREATE INDEX drafts_by_age ON drafts (kept_at)",
        ]
    }
}
