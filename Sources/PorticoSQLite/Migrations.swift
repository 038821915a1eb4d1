import GRDB
import PorticoSQL

/// The migrations of SQLite. A released migration is never edited. New ones go into ``SQLSchema``, for every engine.
///
/// Times are milliseconds since 1970, UTC; digests are the 32 bytes of a SHA-256.
enum Migrations {
    static var all: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for step in steps { migrator.registerMigration(step.identifier, migrate: step.run) }
        return migrator
    }

    /// A migration.
    struct Step: Sendable {
        let identifier: String
        let isAdditive: Bool
        let run: @Sendable (GRDB.Database) throws -> Void

        init(
            _ identifier: String, isAdditive: Bool = true, run: @escaping @Sendable (GRDB.Database) throws -> Void
        ) {
            self.identifier = identifier
            self.isAdditive = isAdditive
            self.run = run
        }
    }

    /// The migrations, in order.
    static let steps =
        [
            Step("1: accounts, browsers, sign-ins, configuration") { db in
                try db.execute(sql: accounts + browsers + configuration)
            },
            Step("2: email addresses, profiles, links, letters, limits, security events") { db in
                try db.execute(
                    sql: addresses + profiles + browserTokens + links + mails + attempts + securityEvents)
                try fillSearchKeys(db)
            },
            Step("3: workplaces") { try $0.execute(sql: workplaces) },
            Step("4: gateways") { try $0.execute(sql: gateways) },
            Step("5: versions of configuration") { try $0.execute(sql: configVersions) },
            Step("6: drafts") { try $0.execute(sql: drafts) },
            Step("7: browsers beside others, counted events") { try $0.execute(sql: browsersBeside + countedEvents) },
            Step("8: no records of requests", isAdditive: false) { try $0.execute(sql: "DROP TABLE request_records") },
            Step("9: no configuration of browsers and sign-ins", isAdditive: false) { db in
                try db.execute(sql: "DROP TABLE browser_config; DROP TABLE sign_in_config;")
            },
            Step("10: names that every engine takes", isAdditive: false) { try $0.execute(sql: names) },
            Step("11: lifetimes and checks of sign-ins") { try $0.execute(sql: lifetimes + checks) },
            Step("12: tokens that browsers hold") { try $0.execute(sql: heldTokens) },
            Step("13: attempts by what was typed") {
                try $0.execute(sql: "DELETE FROM attempts WHERE key LIKE 'signIn:account:%:consecutive'")
            },
        ]
        + SQLSchema.migrations.map { migration in
            Step(migration.identifier, isAdditive: migration.isAdditive) { db in
                for statement in migration.statements(.sqlite) { try db.execute(sql: statement) }
                try migration.fill?(SQLiteConnection(db: db))
                for statement in migration.indexes { try db.execute(sql: statement) }
            }
        }

    /// Runs all missing migrations in one transaction, so an interruption leaves the schema of the earlier version.
    static func migrateAtOnce(_ path: String, _ steps: [Step] = steps) throws {
        var configuration = SQLiteDatabase.configuration
        // Without foreign keys, a referenced table can be replaced. The references are checked at the end.
        configuration.foreignKeysEnabled = false
        let connection = try DatabaseQueue(path: path, configuration: configuration)
        try connection.write { db in
            let applied = try all.appliedIdentifiers(db)
            for step in steps where !applied.contains(step.identifier) {
                try step.run(db)
                try db.execute(
                    sql: "INSERT INTO \(SQLiteDatabase.migrationsTable) (identifier) VALUES (?)",
                    arguments: [step.identifier]
                )
            }
            try db.checkForeignKeys()
        }
        try connection.close()
    }

    /// Whether a sign-in has the lifetime of automatic sign-in.
    private static let lifetimes = """
        ALTER TABLE sign_ins ADD COLUMN is_long INTEGER NOT NULL DEFAULT 0;
        UPDATE sign_ins SET is_long = is_automatic;
        """

    /// Whether a request has carried the token; unknown for tokens from earlier versions.
    private static let heldTokens = """
        ALTER TABLE browser_tokens ADD COLUMN made_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE browser_tokens ADD COLUMN is_held INTEGER NOT NULL DEFAULT 1;
        CREATE INDEX browser_tokens_not_held ON browser_tokens (made_at) WHERE is_held = 0;
        """

    /// The time at which the account's gateway last confirmed a sign-in. Earlier versions did not store it, so the time
    /// of the last proof stands in.
    private static let checks = """
        ALTER TABLE sign_ins ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0;
        UPDATE sign_ins SET checked_at = authenticated_at;
        """

    /// `user` is a reserved word in PostgreSQL. `letters` and `tries` become mails and attempts.
    private static let names =
        [
            "accounts", "sign_ins", "person_config", "links", "letters", "drafts", "ended_gateway_tokens",
            "security_events",
        ]
        .map { "ALTER TABLE \($0) RENAME COLUMN user TO user_name;" }.joined() + """
            ALTER TABLE letters RENAME COLUMN letter TO mail;
            ALTER TABLE letters RENAME TO queued_mails;
            DROP INDEX letters_of_account;
            DROP INDEX letters_by_next_attempt;
            CREATE INDEX queued_mails_of_account ON queued_mails (server, user_name) WHERE user_name IS NOT NULL;
            CREATE INDEX queued_mails_by_next_attempt ON queued_mails (next_attempt) WHERE next_attempt IS NOT NULL;
            ALTER TABLE ended_gateway_tokens RENAME COLUMN tries TO attempts;
            ALTER TABLE tries RENAME TO attempts;
            DROP INDEX tries_by_end;
            CREATE INDEX attempts_by_end ON attempts (ends_at) WHERE ends_at IS NOT NULL;
            """

    private static let accounts = """
        CREATE TABLE accounts (
            server TEXT NOT NULL, user TEXT NOT NULL,
            name TEXT NOT NULL, is_administrator INTEGER NOT NULL, is_disabled INTEGER NOT NULL,
            password_hash TEXT, created_at INTEGER NOT NULL,
            PRIMARY KEY (server, user)
        ) STRICT, WITHOUT ROWID;
        """

    private static let browsers = """
        CREATE TABLE browsers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token_digest BLOB NOT NULL UNIQUE, run_digest BLOB, last_server TEXT, created_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE sign_ins (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            browser INTEGER NOT NULL REFERENCES browsers (id),
            server TEXT NOT NULL, user TEXT NOT NULL,
            method TEXT NOT NULL, since INTEGER NOT NULL, last_seen INTEGER NOT NULL,
            is_automatic INTEGER NOT NULL, ended_at INTEGER,
            FOREIGN KEY (server, user) REFERENCES accounts (server, user)
        ) STRICT;
        CREATE INDEX sign_ins_of_browser ON sign_ins (browser) WHERE ended_at IS NULL;
        CREATE INDEX sign_ins_of_account ON sign_ins (server, user) WHERE ended_at IS NULL;
        CREATE TABLE request_records (
            server TEXT NOT NULL, user TEXT NOT NULL, route TEXT NOT NULL, key TEXT NOT NULL,
            body_digest BLOB NOT NULL, status INTEGER NOT NULL, location TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (server, user, route, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX request_records_by_age ON request_records (created_at);
        """

    private static let configuration = """
        CREATE TABLE installation_config (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE browser_config (
            browser INTEGER NOT NULL REFERENCES browsers (id), key TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (browser, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE person_config (
            server TEXT NOT NULL, user TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (server, user, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE sign_in_config (
            sign_in INTEGER NOT NULL REFERENCES sign_ins (id), key TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (sign_in, key)
        ) STRICT, WITHOUT ROWID;
        """

    /// `came_with` is the digest of the browser token that the last sign-in's request carried.
    private static let browsersBeside = """
        ALTER TABLE browsers ADD COLUMN came_with BLOB;
        CREATE INDEX browsers_by_came_with ON browsers (came_with) WHERE came_with IS NOT NULL;
        """

    /// The number of occurrences that an event stands for.
    private static let countedEvents = """
        ALTER TABLE security_events ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
        """

    /// `position` is the place among all workplaces of a server, ordered by name; `parent` is empty for a factory;
    /// `search_key` is the text that searches match. The primary key keeps the children of one workplace together.
    static let workplaces = """
        CREATE TABLE workplaces (
            server TEXT NOT NULL, kind TEXT NOT NULL, parent TEXT NOT NULL, position INTEGER NOT NULL,
            code TEXT NOT NULL, name TEXT NOT NULL, search_key TEXT NOT NULL,
            PRIMARY KEY (server, kind, parent, position)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX workplaces_by_code ON workplaces (server, kind, code);
        """

    /// Every write takes the next number; values from before this migration have 0.
    static let configVersions = """
        CREATE TABLE config_version (value INTEGER NOT NULL) STRICT;
        INSERT INTO config_version VALUES (0);
        ALTER TABLE installation_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE browser_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE person_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sign_in_config ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
        """

    /// Drafts are kept for an hour. The order of `id` determines the oldest drafts of a browser.
    static let drafts = """
        CREATE TABLE drafts (
            id INTEGER PRIMARY KEY,
            token_digest BLOB NOT NULL UNIQUE,
            browser INTEGER NOT NULL REFERENCES browsers (id),
            server TEXT NOT NULL, user TEXT NOT NULL,
            path TEXT NOT NULL, sealed BLOB NOT NULL, kept_at INTEGER NOT NULL,
            FOREIGN KEY (server, user) REFERENCES accounts (server, user)
        ) STRICT;
        CREATE INDEX drafts_of_browser ON drafts (browser);
        CREATE INDEX drafts_of_account ON drafts (server, user);
        CREATE INDEX drafts_by_age ON drafts (kept_at);
        """
}

extension SQLDialect {
    static let sqlite = SQLDialect(
        identity: "INTEGER PRIMARY KEY AUTOINCREMENT", integer: "INTEGER", text: "TEXT", bytes: "BLOB",
        tableEnding: " STRICT", keyedTableEnding: " STRICT, WITHOUT ROWID"
    ) { trigger in
        let condition = trigger.condition.map { " WHEN \($0)" } ?? ""
        return """
            CREATE TRIGGER \(trigger.name) \(trigger.event) ON \(trigger.table)\(condition)
            BEGIN \(trigger.statement); END
            """
    } refusal: {
        "SELECT RAISE(ABORT, '\($0)')"
    }
}
