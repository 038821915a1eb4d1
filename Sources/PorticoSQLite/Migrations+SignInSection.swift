import GRDB
import PorticoSQL

/// Migration 2.
extension Migrations {
    /// `search_key` is the text that searches match; `email_key` is the address in lower case.
    static let addresses = """
        ALTER TABLE accounts ADD COLUMN email TEXT;
        ALTER TABLE accounts ADD COLUMN email_key TEXT;
        ALTER TABLE accounts ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
        CREATE UNIQUE INDEX accounts_by_email ON accounts (server, email_key) WHERE email_key IS NOT NULL;
        """

    /// Fills `search_key` for existing accounts.
    static func fillSearchKeys(_ db: GRDB.Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT server, user, name FROM accounts") {
            let (user, name): (String, String) = (row["user"], row["name"])
            try db.execute(
                sql: "UPDATE accounts SET search_key = ? WHERE server = ? AND user = ?",
                arguments: ["\(user.folded)\n\(name.folded)\n", row["server"] as String, user])
        }
    }

    /// Existing sign-ins get the time of their creation and an empty client.
    static let profiles = """
        ALTER TABLE sign_ins ADD COLUMN authenticated_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sign_ins ADD COLUMN selected_at INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE sign_ins ADD COLUMN address TEXT NOT NULL DEFAULT '';
        ALTER TABLE sign_ins ADD COLUMN agent TEXT NOT NULL DEFAULT '';
        UPDATE sign_ins SET authenticated_at = since, selected_at = since;
        CREATE INDEX sign_ins_by_account ON sign_ins (server, user, browser);
        CREATE INDEX sign_ins_by_browser ON sign_ins (browser);
        CREATE INDEX sign_ins_by_use ON sign_ins (last_seen);
        """

    /// Browser tokens move to a table of their own, and `browsers` loses its column.
    static let browserTokens = """
        CREATE TABLE browser_tokens (
            token_digest BLOB PRIMARY KEY NOT NULL, browser INTEGER NOT NULL REFERENCES browsers (id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX browser_tokens_of_browser ON browser_tokens (browser);
        INSERT INTO browser_tokens SELECT token_digest, id FROM browsers;
        CREATE TABLE new_browsers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            run_digest BLOB, last_server TEXT, created_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO new_browsers SELECT id, run_digest, last_server, created_at FROM browsers;
        DROP TABLE browsers;
        ALTER TABLE new_browsers RENAME TO browsers;
        """

    static let links = """
        CREATE TABLE links (
            token_digest BLOB PRIMARY KEY NOT NULL, purpose TEXT NOT NULL,
            server TEXT, user TEXT, email TEXT NOT NULL, invitation TEXT, sign_in INTEGER,
            expires_at INTEGER NOT NULL, is_used INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX links_of_account ON links (server, user) WHERE user IS NOT NULL;
        CREATE INDEX links_by_expiry ON links (expires_at);
        """

    /// A mail without `next_attempt` was given up; `purpose` is the purpose of its link.
    static let mails = """
        CREATE TABLE letters (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            recipient TEXT NOT NULL, server TEXT, user TEXT, kind TEXT NOT NULL, purpose TEXT, letter TEXT NOT NULL,
            queued_at INTEGER NOT NULL, attempts INTEGER NOT NULL, next_attempt INTEGER, problem TEXT NOT NULL
        ) STRICT;
        CREATE INDEX letters_of_account ON letters (server, user) WHERE user IS NOT NULL;
        CREATE INDEX letters_by_next_attempt ON letters (next_attempt) WHERE next_attempt IS NOT NULL;
        """

    /// A window without `ends_at` lasts until it is cleared.
    static let attempts = """
        CREATE TABLE tries (
            key TEXT PRIMARY KEY NOT NULL, count INTEGER NOT NULL, since INTEGER NOT NULL, ends_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX tries_by_end ON tries (ends_at) WHERE ends_at IS NOT NULL;
        """

    static let securityEvents = """
        CREATE TABLE security_events (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL, server TEXT, user TEXT, actor_server TEXT, actor_user TEXT,
            address TEXT NOT NULL, agent TEXT NOT NULL, time INTEGER NOT NULL, detail TEXT NOT NULL
        ) STRICT;
        CREATE INDEX security_events_of_account ON security_events (server, user, id);
        CREATE INDEX security_events_by_kind ON security_events (kind, id);
        CREATE INDEX security_events_by_time ON security_events (time);
        CREATE TRIGGER security_events_stay BEFORE UPDATE ON security_events
        BEGIN SELECT RAISE(ABORT, 'security events are only ever added'); END;
        """
}
