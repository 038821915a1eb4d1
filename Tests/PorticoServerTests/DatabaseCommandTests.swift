import Foundation
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Testing

@testable import PorticoServer

/// The number of migrations after ``ProcessFolder/makeOlder()``.
private let earlierVersion = 15

@Suite("portico database")
struct DatabaseCommandTests {
    private func key(_ folder: ProcessFolder) throws -> String {
        try String(contentsOfFile: folder.data + "/gateway-key", encoding: .utf8)
    }

    @Test("backs up the database and the key while the server runs, and restores both")
    func backup() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let server = try await folder.serve()
            let key = try key(folder)
            let file = folder.path + "/portico.backup"
            let other = URL(filePath: file + ".new")
            try Data("of somebody else".utf8).write(to: other)
            try await folder.command("database", "backup", file)
                .prints("backed up the database and gateway-key to \(file)\n")
            #expect(try Data(contentsOf: other) == Data("of somebody else".utf8))
            try await folder.command("database", "backup", file)
                .fails("\(file) exists already: choose another name, or use --replace")
            try await folder.command("database", "backup", "/nowhere/file")
                .fails("/nowhere/file cannot be written: No such file or directory")
            try await folder.command("database", "backup", folder.data + "/portico.sqlite", "--replace")
                .fails("\(folder.data)/portico.sqlite is in use by the server: choose another name")
            try await folder.command("database", "restore", file, "--yes")
                .fails("a server is running on the data folder \(folder.data): stop it first")
            try await folder.addUser("bob")
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            try Data("changed".utf8).write(to: URL(filePath: folder.data + "/gateway-key"))
            try await folder.command("database", "restore", file).fails("no terminal to ask on: use --yes")
            let previous = "\(folder.data)/portico.sqlite.before-restore"
            try await folder.command("database", "restore", file, "--yes").prints(
                "restored the database and gateway-key; the database from before is \(previous)\n")
            #expect(try self.key(folder) == key)
            #expect(try await folder.command("users", "list").output.hasPrefix("ada\t"))
            #expect(try await !folder.command("users", "list").output.contains("bob"))
            #expect(FileManager.default.fileExists(atPath: previous))
            #expect(FileManager.default.fileExists(atPath: "\(folder.data)/gateway-key.before-restore"))
            try await folder.command("database", "backup", file, "--replace", "--json")
                .prints("{\n  \"file\" : \"\(file)\",\n  \"keys\" : [\n    \"gateway-key\"\n  ]\n}\n")
        }
    }

    @Test("restores if the database is missing, and leaves none of its files in use")
    func restoreWithoutDatabase() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let file = folder.path + "/portico.backup"
            try await folder.command("database", "backup", file).prints("backed up the database to \(file)\n")
            try FileManager.default.removeItem(atPath: "\(folder.data)/portico.sqlite")
            _ = try folder.file("data/portico.sqlite-wal", "of the one that is gone")
            try await folder.command("database", "restore", file, "--yes").prints("restored the database\n")
            let aside = "\(folder.data)/portico.sqlite.before-restore-wal"
            #expect(try String(contentsOfFile: aside, encoding: .utf8) == "of the one that is gone")
            #expect(try await folder.command("users", "list").output.hasPrefix("ada\t"))
        }
    }

    @Test("restores into a folder that does not exist, also from standard input")
    func restoreElsewhere() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let file = folder.path + "/portico.backup"
            try await folder.command("database", "backup", file).prints("backed up the database to \(file)\n")
            let other = folder.path + "/other"
            let restored = try await folder.run("database", "restore", file, "--data", other)
            restored.prints("restored the database\n")
            #expect(try await folder.run("users", "list", "--data", other).output.hasPrefix("ada\t"))
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: other).sorted() == [
                    "portico.lock", "portico.sqlite",
                ])
            try await folder.run("database", "restore", "-", "--yes", "--data", other, input: "nonsense")
                .fails("standard input is not a backup of Portico")
            #expect(try await folder.run("users", "list", "--data", other).output.hasPrefix("ada\t"))
        }
    }

    @Test("checks the database and the keys")
    func check() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("database", "check").fails("there is no database in \(folder.data)")
            try await folder.addUser("ada")
            try await folder.command("database", "check")
                .prints("the database: no problems; the schema has version \(SQLSchema.version)\n")
            _ = try folder.file("data/gateway-key", "nonsense")
            try await folder.command("database", "check")
                .failsAfterWarnings("gateway-key must hold 32 bytes in base64: restore it from a backup")
            let json = try await folder.command("database", "check", "--json")
            #expect(json.code == 1)
            #expect(json.output.contains(#""version" : \#(SQLSchema.version)"#))
            try Data(repeating: 0x41, count: 8192).write(to: URL(filePath: folder.data + "/portico.sqlite"))
            #expect(try await folder.command("database", "check").errors.contains("is no database of SQLite"))
        }
    }

    @Test("migrates an earlier version at the start or on request, after a copy, and not otherwise")
    func migration() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            _ = try await folder.command("config", "set", "app.name", "Works")
            try await folder.makeOlder()
            let refusal =
                "the database in \(folder.data) is of an earlier version of Portico: "
                + "start the server, or run the command database migrate while none runs"
            for command in [
                ["users", "list"], ["users", "invite", "bob@x.example"], ["config", "list", "--user", "ada"],
            ] {
                try await folder.command(command).fails(refusal)
            }
            try await folder.command("config", "get", "app.name").prints("Works\n")
            let copy = "\(folder.data)/portico.sqlite.before-\(earlierVersion + 1)"
            let planned = try await folder.command("database", "migrate", "--dry-run")
            #expect(planned.code == 0)
            let lines = SQLSchema.migrations.map(\.identifier).suffix(SQLSchema.version - earlierVersion)
            #expect(planned.output == "would migrate the database:\n\(lines.joined(separator: "\n"))\n")
            #expect(!FileManager.default.fileExists(atPath: copy))
            let migrated = try await folder.command("database", "migrate")
            #expect(migrated.code == 0)
            let versions = "from version \(earlierVersion) to \(SQLSchema.version)"
            #expect(migrated.output == "migrated the database \(versions); a copy is \(copy)\n")
            #expect(try await folder.command("users", "list").output.hasPrefix("ada\t"))
            try await folder.command("database", "migrate").prints("the database is up to date\n")
            // A database that is the same as the copy is not copied again.
            try await folder.addUser("bob")
            try await folder.makeOlder()
            let server = try await folder.serve()
            #expect(server.process.errors.contains("the database is of an earlier version and was migrated"))
            #expect(server.process.errors.contains("\(copy)-2"))
            try await folder.command("database", "migrate")
                .fails("a server is running on the data folder \(folder.data): stop it first")
        }
    }

    @Test("returns to the copy from before the migration, even with the log of an unclean end beside the database")
    func rollback() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let copy = "\(folder.data)/portico.sqlite.before-\(earlierVersion + 1)"
            try await folder.command("database", "rollback", "--yes")
                .fails("there is no \(folder.data)/portico.sqlite.before-N, which a migration keeps")
            try await folder.makeOlder()
            #expect(try await folder.command("database", "migrate").code == 0)
            let server = try await folder.serve()
            try await folder.addUser("bob")
            try await folder.command("database", "rollback", "--yes")
                .fails("a server is running on the data folder \(folder.data): stop it first")
            server.process.signal(SIGKILL)
            #expect(try await server.process.exitCode() == -SIGKILL)
            #expect(FileManager.default.fileExists(atPath: "\(folder.data)/portico.sqlite-wal"))
            try await folder.command("database", "rollback").fails("no terminal to ask on: use --yes")
            let previous = "\(folder.data)/portico.sqlite.before-rollback"
            try await folder.command("database", "rollback", "--yes").prints(
                "the database has version \(earlierVersion) again; the database from before is \(previous)\n")
            for file in [copy, "\(folder.data)/portico.sqlite-wal"] {
                #expect(!FileManager.default.fileExists(atPath: file))
            }
            #expect(try await folder.command("database", "status").output.contains("version \(earlierVersion)"))
            _ = try folder.file("data/portico.sqlite.before-3", "a copy of long ago")
            try await folder.command("database", "rollback", "--yes").fails(
                "\(folder.data)/portico.sqlite has version \(earlierVersion), so it is not what a migration of this program has "
                    + "left")
            #expect(try await folder.command("database", "migrate").code == 0)
            let users = try await folder.command("users", "list").output
            #expect(users.hasPrefix("ada\t") && !users.contains("bob"))
        }
    }

    @Test("refuses a database with a part of a copy, as every command does, until it is emptied")
    func unfinishedCopy() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            try await folder.edit(["INSERT INTO grdb_migrations VALUES ('\(SQLSchema.unfinishedCopy)')"])
            let sentence =
                "the database in \(folder.data) has a part of a copy that has not ended: run the command database empty "
                + "--really on it, and copy again"
            for command in [
                ["users", "list"], ["serve", "--port", "0"], ["database", "migrate"], ["database", "check"],
                ["database", "status"], ["database", "backup", folder.path + "/x"], ["config", "list"],
                ["keys", "rotate"],
            ] {
                try await folder.command(command).fails(sentence)
            }
            let asked = try await folder.command("database", "empty")
            #expect(asked.code == 64)
            let place = "\(folder.data)/portico.sqlite"
            #expect(asked.errors.contains("This would delete 1 account and everything else in \(place)."))
            try await folder.command("database", "empty", "--really").prints("\(place) is empty; it had 1 account\n")
            try await folder.command("database", "empty", "--really").fails("there is no database in \(folder.data)")
            try await folder.addUser("bob")
            let server = try await folder.serve()
            try await folder.command("database", "empty", "--really")
                .fails("a server is running on the data folder \(folder.data): stop it first")
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
        }
    }

    @Test("uses a database to which a newer version has only added, reports that once, and does not copy it")
    func newerAdditions() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            try await folder.edit([
                "INSERT INTO grdb_migrations VALUES ('\(SQLSchema.version + 1): of tomorrow\(SQLMigration.onlyAdds)')",
                "CREATE TABLE of_tomorrow (id INTEGER PRIMARY KEY)",
                "ALTER TABLE accounts ADD COLUMN of_tomorrow TEXT",
            ])
            #expect(try await folder.command("users", "list").output.hasPrefix("ada\t"))
            try await folder.command("database", "migrate").prints("the database is up to date\n")
            try await folder.run("database", "copy", "--from", folder.data, "--to", folder.path + "/copy").fails(
                "the database in \(folder.data) is of a newer version of Portico: "
                    + "use that version, or restore a backup of this one")
            let server = try await folder.serve()
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "303")
            let line = "the database is of a newer version, which only added to it"
            #expect(server.process.errors.matches(of: try Regex(line)).count == 1, "\(server.process.errors)")
            #expect(try await folder.command("database", "check").code == 0)
        }
    }

    @Test("refuses a database of a newer version in one sentence")
    func newer() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            try await folder.edit(["INSERT INTO grdb_migrations VALUES ('\(SQLSchema.version + 1): of tomorrow')"])
            let sentence =
                "the database in \(folder.data) is of a newer version of Portico: "
                + "use that version, or restore a backup of this one"
            try await folder.command("users", "list").fails(sentence)
            try await folder.command("serve", "--port", "0").fails(sentence)
            try await folder.command("database", "migrate").fails(sentence)
        }
    }
}

extension CommandResult {
    /// Checks that it failed with this line, after lines of the log.
    fileprivate func failsAfterWarnings(_ line: String) {
        #expect(code == 1)
        #expect(errors.hasSuffix("portico: \(line)\n"), "\(errors)")
    }
}

extension ProcessFolder {
    /// Changes the tables like a person with an editor.
    fileprivate func edit(_ statements: [String]) async throws {
        let database = try DataFolder(path: data).openDatabase()
        try await database.write { connection in
            for statement in statements { try connection.execute(statement, []) }
        }
        try database.close()
    }

    /// Reverts the last migrations, which added tables.
    fileprivate func makeOlder() async throws {
        try await edit([
            "DELETE FROM grdb_migrations WHERE CAST(identifier AS INTEGER) > \(earlierVersion)",
            "DROP TABLE totp", "DROP TABLE recovery_codes", "DROP TABLE trusted_browsers",
            "DROP TABLE pending_sign_ins", "DROP TABLE required_factors", "DROP TABLE factor_resets",
            "DROP TABLE identities",
            "DROP INDEX sign_ins_of_subject", "DROP INDEX sign_ins_of_session",
            "ALTER TABLE sign_ins DROP COLUMN provider", "ALTER TABLE sign_ins DROP COLUMN provider_subject",
            "ALTER TABLE sign_ins DROP COLUMN provider_session",
            "ALTER TABLE sign_ins DROP COLUMN provider_issued_at",
            "ALTER TABLE sign_ins DROP COLUMN check_claimed_until",
            "DROP INDEX links_of_browser", "ALTER TABLE links DROP COLUMN browser_digest",
            "DROP TABLE user_handles", "DROP TABLE passkeys", "DROP TABLE spent_challenges",
            "ALTER TABLE accounts DROP COLUMN administrator_since",
            "ALTER TABLE accounts DROP COLUMN has_short_password",
            "ALTER TABLE sign_ins DROP COLUMN factor", "ALTER TABLE sign_ins DROP COLUMN factor_at",
            "DROP TABLE host_sign_ins", "DROP TABLE key_fingerprints", "DROP TABLE clock", "DROP TABLE written_events",
            "DROP TABLE job_parts", "DROP TABLE jobs", "DROP INDEX queued_mails_by_kind",
            "DROP INDEX accounts_by_employee_number", "DROP INDEX accounts_by_name", "DROP INDEX accounts_by_creation",
            "DROP INDEX imports_by_time", "DROP INDEX accounts_by_skeleton",
            "ALTER TABLE accounts DROP COLUMN name_key",
            "ALTER TABLE queued_mails DROP COLUMN is_claimed",
        ])
    }
}
