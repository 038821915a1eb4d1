import PorticoConfig
import PorticoStore

extension SQLSchema {
    /// The migrations after ``firstVersion``, once for every engine. A released migration is never edited.
    public static let migrations = [
        // The delay before the next attempt begins at `latest`. Attempts of earlier versions delay none.
        SQLMigration(identifier: "14: the latest attempt") { dialect in
            ["ALTER TABLE attempts ADD COLUMN latest \(dialect.integer) NOT NULL DEFAULT 0"]
        },
        // The names of groups, separated by spaces.
        SQLMigration(identifier: "15: groups of accounts") { dialect in
            ["ALTER TABLE accounts ADD COLUMN group_names \(dialect.text) NOT NULL DEFAULT ''"]
        },
        // `code_digest` is the digest of the code that the cookie was given for.
        SQLMigration(identifier: "16: sign-ins at other hosts") { dialect in
            [
                """
                CREATE TABLE host_sign_ins (
                    token_digest \(dialect.bytes) PRIMARY KEY NOT NULL, code_digest \(dialect.bytes) NOT NULL UNIQUE,
                    sign_in \(dialect.integer) NOT NULL REFERENCES sign_ins (id) ON DELETE CASCADE,
                    host \(dialect.text) NOT NULL, made_at \(dialect.integer) NOT NULL
                )\(dialect.keyedTableEnding)
                """,
                "CREATE INDEX host_sign_ins_of_sign_in ON host_sign_ins (sign_in)",
            ]
        },
        eventsAndNotices,
        setupLink,
        nodes,
        // `node` is the id of the server that runs the job, as in the table `nodes`; `progress` is in thousandths.
        SQLMigration(identifier: "20: jobs") { dialect in
            let (integer, text) = (dialect.integer, dialect.text)
            return [
                """
                CREATE TABLE jobs (
                    id \(text) PRIMARY KEY NOT NULL, server \(text) NOT NULL, user_name \(text) NOT NULL,
                    browser \(integer) NOT NULL REFERENCES browsers (id) ON DELETE CASCADE, node \(text) NOT NULL,
                    title \(text) NOT NULL, address \(text) NOT NULL, progress \(integer), step \(text) NOT NULL,
                    outcome \(text) NOT NULL, size \(integer) NOT NULL DEFAULT 0, is_at_work \(integer) NOT NULL,
                    is_notified \(integer) NOT NULL DEFAULT 0, started_at \(integer) NOT NULL, ended_at \(integer),
                    FOREIGN KEY (server, user_name) REFERENCES accounts (server, user_name) ON DELETE CASCADE
                )\(dialect.keyedTableEnding)
                """,
                "CREATE INDEX jobs_of_account ON jobs (server, user_name)",
                "CREATE INDEX jobs_of_browser ON jobs (browser)",
                """
                CREATE TABLE job_parts (
                    job \(text) NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, number \(integer) NOT NULL,
                    sealed \(dialect.bytes) NOT NULL, PRIMARY KEY (job, number)
                )\(dialect.tableEnding)
                """,
            ]
        },
        // `is_automatic` is whether the cookie outlives the browser's run. Cookies of earlier versions may; the next
        // visit of a host replaces them.
        SQLMigration(identifier: "21: cookies of other hosts that outlive a run") { dialect in
            ["ALTER TABLE host_sign_ins ADD COLUMN is_automatic \(dialect.integer) NOT NULL DEFAULT 1"]
        },
        // Up to the event `newest`, the log of a server has the events of commands.
        SQLMigration(identifier: "22: events of commands are written once") { dialect in
            [
                """
                CREATE TABLE written_events (id \(dialect.integer) PRIMARY KEY, newest \(dialect.integer) NOT NULL)\
                \(dialect.keyedTableEnding)
                """
            ]
        },
        // `is_claimed` is whether `next_attempt` is the end of a claim. The index finds urgent mails among many others.
        SQLMigration(identifier: "23: claims and kinds of mails") { dialect in
            [
                "ALTER TABLE queued_mails ADD COLUMN is_claimed \(dialect.integer) NOT NULL DEFAULT 0",
                """
                CREATE INDEX queued_mails_by_kind ON queued_mails (kind, next_attempt) WHERE next_attempt IS NOT NULL
                """,
            ]
        },
        // `accepted_lead` is in milliseconds.
        SQLMigration(identifier: "24: what clocks are compared with") { dialect in
            let integer = dialect.integer
            return [
                """
                CREATE TABLE clock (
                    id \(integer) PRIMARY KEY, acceptances \(integer) NOT NULL, accepted_lead \(integer) NOT NULL,
                    accepted_newest \(integer) NOT NULL, cleaned_at \(integer) NOT NULL
                )\(dialect.keyedTableEnding)
                """
            ]
        },
        // The keys that the database is used with. A state is `used`, `waiting` (behind a used key), `retired`
        // (replaced by a newer key) or `revoked`.
        SQLMigration(identifier: "25: fingerprints of the keys") { dialect in
            [
                """
                CREATE TABLE key_fingerprints (
                    fingerprint \(dialect.bytes) PRIMARY KEY NOT NULL, state \(dialect.text) NOT NULL
                )\(dialect.keyedTableEnding)
                """
            ]
        },
        SQLMigration(identifier: "26: accounts by employee number") { _ in
            [
                """
                CREATE INDEX accounts_by_employee_number ON accounts (server, employee_number)
                WHERE employee_number IS NOT NULL
                """
            ]
        },
        // In JSON; NULL for a text that is the same in every language, and in a row of an earlier version, which has only
        // the text of the source language.
        SQLMigration(identifier: "27: texts of jobs in every language") { dialect in
            [
                "ALTER TABLE jobs ADD COLUMN title_entry \(dialect.text)",
                "ALTER TABLE jobs ADD COLUMN step_entry \(dialect.text)",
            ]
        },
        peopleByName,
        // An import is one event for all of its accounts, which have its time as the time of their creation.
        SQLMigration(identifier: "29: imports by time") { _ in
            [
                """
                CREATE INDEX imports_by_time ON security_events (time, id)
                WHERE kind = 'imported' AND server IS NULL
                """
            ]
        },
        SQLMigration(identifier: "30: user names that look alike") { _ in
            ["CREATE INDEX accounts_by_skeleton ON accounts (\(userNameSkeleton))"]
        },
        secondFactors,
        // The second factor that was proved last in a sign-in. Both are NULL if there was none.
        SQLMigration(identifier: "32: second factors of sign-ins") { dialect in
            [
                "ALTER TABLE sign_ins ADD COLUMN factor \(dialect.text)",
                "ALTER TABLE sign_ins ADD COLUMN factor_at \(dialect.integer)",
            ]
        },
        requiredFactors,
        passkeys,
        factorResets,
        // The digest of the secret of the browser that asked for a link to log in.
        SQLMigration(identifier: "36: links to log in") { dialect in
            [
                "ALTER TABLE links ADD COLUMN browser_digest \(dialect.bytes)",
                "CREATE INDEX links_of_browser ON links (browser_digest) WHERE browser_digest IS NOT NULL",
            ]
        },
        identities,
        providerSignIns,
        identityLabels,
    ]

    /// ``UserName/skeleton(of:)`` in SQL. The index works only for a query with the same expression.
    static let userNameSkeleton = "replace(replace(replace(user_name, '0', 'o'), '1', 'l'), 'm', 'rn')"

    /// `name_key` is the key by which people are ordered; empty in a row that an earlier version has added. The leading
    /// server fills these.
    private static let peopleByName = SQLMigration(
        identifier: "28: people by name",
        // To build an index is faster than to change it with every row.
        indexes: ["CREATE INDEX accounts_by_name ON accounts (name_key, user_name, server)"]
    ) { dialect in
        [
            "ALTER TABLE accounts ADD COLUMN name_key \(dialect.text) NOT NULL DEFAULT ''",
            "CREATE INDEX accounts_by_creation ON accounts (created_at, user_name, server)",
        ]
    } fill: { connection in
        let transaction = SQLAuthTransaction(connection)
        var keys = try transaction.nameKeys(after: nil, limit: 1000)
        while let last = keys.last {
            try transaction.setNameKeys(keys.compactMap(\.renewed))
            keys = try transaction.nameKeys(after: last.id, limit: 1000)
        }
    }
}
