import ArgumentParser
import Foundation
import PorticoServer

/// The commands for the database and the keys in a data folder.
struct Database: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Back up, restore, check and migrate the database and the keys.",
        subcommands: [
            Status.self, Backup.self, Restore.self, Check.self, Migrate.self, Rollback.self, Copy.self, Empty.self,
            AcceptClock.self,
        ])
}

extension Database {
    struct Status: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print where the database is, and the version of its schema.")

        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let status = try await folder.databaseOptions().databaseStatus()
            let known = status.version == status.current ? "" : "; this version has \(status.current)"
            let version = status.version == 0 ? "no tables" : "the schema has version \(status.version)"
            try output.print(status, "\(status.engine) \(status.place): \(version)\(known)")
        }
    }

    struct Backup: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the database of SQLite and the keys to one file, also while the server runs.",
            discussion: """
                The file holds secrets, and only its owner can read it. It does not contain the outbox, nor a key that is \
                set by the option gateway.key.

                Example: \(Program.name) database backup /backup/portico-$(date +%F).backup --data /var/lib/portico
                """)

        @Argument(help: "The file to write.", completion: .file())
        var file: String
        @Flag(help: "Replace the file if it exists.")
        var replace = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let keys = try await folder.dataFolder().backUp(to: file, replaces: replace)
            try output.print(
                BackupValue(file: file, keys: keys), "backed up the database\(keys.ending) to \(file)")
        }
    }

    struct Restore: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Put a backup in the place of the database and the keys; no server may run.",
            discussion: """
                The backup is checked first. The database and the keys from before stay beside it, with names that end in \
                .before-restore. Sign-ins that ended after the backup are in force again: \(Program.name) sessions end --all ends \
                them.

                Example: \(Program.name) database restore /backup/portico-2026-01-31.backup --data /var/lib/portico
                """)

        @Argument(help: "The file that database backup wrote; - for standard input.", completion: .file())
        var file: String
        @OptionGroup var confirmation: Confirmation
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let data = try await folder.dataFolder()
            let (backup, name) = try InputFile(path: file).opened()
            if data.hasDatabase { try confirmation.ask("Replace the database and the keys in \(data.path)?") }
            let restored = try data.restore(backup, named: name)
            let before = restored.previous.map { "; the database from before is \($0)" } ?? ""
            try output.print(restored, "restored the database\(restored.keys.ending)\(before)")
        }
    }

    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check the database and the keys for damage, also while the server runs.")

        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let check = try await folder.databaseOptions().checkDatabase()
            if output.json { try output.print(check, "") }
            guard check.problems.isEmpty else { throw CommandFailure(check.problems.joined(separator: "; ")) }
            if !output.json {
                Terminal.print("the database\(check.keys.ending): no problems; the schema has version \(check.version)")
            }
        }
    }

    struct Migrate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring the database of an earlier version up to date; no server may run on SQLite.",
            discussion: """
                Of SQLite, a copy from before stays beside it, as portico.sqlite.before-N, which database rollback takes. The \
                server does the same when it starts.
                """
        )

        @Flag(help: "Print the migrations that would run, and change nothing.")
        var dryRun = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let options = try await folder.databaseOptions()
            guard !dryRun else {
                let pending = try await options.pendingMigrations()
                return try output.print(pending, pending.text)
            }
            let migration = try await options.migrateDatabase()
            try output.print(
                MigrationValue(from: migration?.from, to: migration?.to, copy: migration?.copy),
                migration?.sentence ?? "the database is up to date")
        }
    }

    struct Rollback: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Go back to the database of SQLite from before the latest migration; no server may run.",
            discussion: """
                The command takes the copy that the migration has kept. Changes since then are lost: sign-ins that ended, links \
                that were used and mails that were sent since then are there again; \(Program.name) sessions end --all ends the \
                sign-ins. The database from now stays beside it, with a name that ends in .before-rollback.
                """)

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let data = try await folder.dataFolder()
            let copy = try data.copyFromBeforeMigration()
            try confirmation.ask("Replace the database by \(copy.path), of \(copy.time.ISO8601Format())?")
            let result = try data.rollBack()
            let before = result.previous.map { "; the database from before is \($0)" } ?? ""
            try output.print(result, "the database has version \(result.version) again\(before)")
        }
    }
}

extension Database {
    struct Copy: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Copy a database of SQLite to PostgreSQL, or back; no server may run.",
            discussion: """
                The target must be empty. All rows of one state of the source are copied in batches, and verified by their \
                number and a checksum. A target whose copy has not ended is refused by everything but database empty. Keys \
                are not copied: set gateway.key to what the file gateway-key in the data folder holds.

                Example: \(Program.name) database copy --from /var/lib/portico --to postgres://portico@db.example/portico
                """)

        @Option(help: "The data folder with SQLite, or the address of PostgreSQL, to copy from.")
        var from: String
        @Option(help: "The data folder, or the address of PostgreSQL, to copy to.")
        var to: String
        @Option(help: "The file whose first line is the password for PostgreSQL.", completion: .file())
        var passwordFile: String?
        @OptionGroup var output: OutputOptions

        func run() async throws {
            let copy = DatabaseCopy(
                from: try DatabaseCopy.Place(from, passwordFile: passwordFile),
                to: try DatabaseCopy.Place(to, passwordFile: passwordFile))
            var rows: [String: Int] = [:]
            try await copy.run { table, count in
                rows[table] = count
                if !output.json { Terminal.print("\(table): \(count)") }
            }
            try output.print(["rows": rows], "copied and verified \(rows.values.reduce(0, +).of("row"))")
        }
    }
}

extension Database {
    struct Empty: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete everything in the database, of SQLite or PostgreSQL; no server may run.",
            discussion: "The keys stay.")

        @Flag(help: "Delete it.")
        var really = false
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let options = try await folder.databaseOptions()
            guard let accounts = try await options.accountCount() else {
                throw CommandFailure("there is no database in \(options.databasePlace)")
            }
            guard really else {
                throw ValidationError(
                    "This would delete \(accounts.of("account")) and everything else in \(options.databasePlace). "
                        + "Add --really to do it.")
            }
            try await options.emptyDatabase()
            try output.print(
                ["accounts": accounts], "\(options.databasePlace) is empty; it had \(accounts.of("account"))")
        }
    }
}

extension Database {
    struct AcceptClock: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Say that the clock of this machine is right, whatever it is compared with.",
            discussion: """
                A server whose clock differs by more than a minute from that of the database, or is behind the newest \
                security event, is not ready, does not lead and deletes nothing. Correct the clock if it is wrong. This \
                command is for one that is right: after a clock was wrong before, or where the database's is wrong. All that is \
                too old by this clock is deleted then.
                """)

        @OptionGroup var confirmation: Confirmation
        @OptionGroup var output: OutputOptions
        @OptionGroup var folder: FolderOptions

        func run() async throws {
            let options = try await folder.databaseOptions()
            let now = Date()
            try confirmation.ask("Is it \(now.formatted(.iso8601)) now?")
            let accepted = try await options.acceptClock(at: now)
            let lead = accepted.secondsAhead.map { ahead in
                "; it is \(Int(ahead.magnitude.rounded())) s \(ahead < 0 ? "behind" : "ahead of") the database's"
            }
            try output.print(accepted, "the clock of this machine counts\(lead ?? "")")
        }
    }
}

extension DataFolder.Migrated {
    fileprivate var sentence: String {
        "migrated the database from version \(from) to \(to)\(copy.map { "; a copy is \($0)" } ?? "")"
    }
}

/// The output of `database backup`.
private struct BackupValue: Encodable {
    let file: String
    let keys: [String]
}

/// The output of `database migrate`; without values if there was nothing to do.
private struct MigrationValue: Encodable {
    let from: Int?
    let to: Int?
    let copy: String?
}

extension [ServerOptions.Migration] {
    /// A line for each migration.
    fileprivate var text: String {
        guard !isEmpty else { return "the database is up to date" }
        let ending = " (servers of the version before cannot work on)"
        let lines = map { $0.identifier + ($0.isAdditive ? "" : ending) }
        return "would migrate the database:\n" + lines.joined(separator: "\n")
    }
}

extension [String] {
    /// The names after "the database".
    fileprivate var ending: String { isEmpty ? "" : " and \(joined(separator: ", "))" }
}
