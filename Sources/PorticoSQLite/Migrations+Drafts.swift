/// The step for drafts.
extension Migrations {
    /// They are kept for an hour; the id says which of a browser are the oldest.
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
