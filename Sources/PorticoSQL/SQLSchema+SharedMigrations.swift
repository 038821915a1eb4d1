// Tables for several servers. An engine of one server gets none of them.
extension SQLSchema {
    /// A single server keeps both in memory. The order of `id` is the order in which all servers receive the events.
    static let eventsAndNotices = shared("17: events and notices of several servers") { dialect in
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE live_events (
                id \(dialect.identity), body \(text) NOT NULL,
                made_at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
            )\(dialect.tableEnding)
            """,
            """
            CREATE TABLE waiting_notices (
                id \(dialect.identity), browser \(integer) NOT NULL, server \(text) NOT NULL,
                user_name \(text) NOT NULL, path \(text) NOT NULL, notices \(text) NOT NULL,
                kept_at \(integer) NOT NULL
            )\(dialect.tableEnding)
            """,
            "CREATE INDEX waiting_notices_of_browser ON waiting_notices (browser)",
        ]
    }

    static let setupLink = shared("18: one set-up link of several servers") { dialect in
        [
            """
            CREATE TABLE setup_nonces (id \(dialect.integer) PRIMARY KEY, nonce \(dialect.bytes) NOT NULL)\
            \(dialect.keyedTableEnding)
            """,
            dialect.trigger(
                SQLTrigger(
                    name: "set_up", event: "AFTER INSERT", table: "accounts", condition: "NEW.server = 'local'",
                    statement: "DELETE FROM setup_nonces")),
        ]
    }

    static let nodes = shared("19: a list of several servers") { dialect in
        let (integer, text) = (dialect.integer, dialect.text)
        return [
            """
            CREATE TABLE nodes (
                id \(text) PRIMARY KEY NOT NULL, name \(text) NOT NULL, version \(text) NOT NULL,
                since \(integer) NOT NULL, streams \(integer) NOT NULL, is_leading \(integer) NOT NULL,
                seen_at \(integer) NOT NULL
            )\(dialect.keyedTableEnding)
            """
        ]
    }

    private static func shared(
        _ identifier: String, _ statements: @escaping @Sendable (SQLDialect) -> [String]
    ) -> SQLMigration {
        SQLMigration(identifier: identifier) { $0.isShared ? statements($0) : [] }
    }
}
