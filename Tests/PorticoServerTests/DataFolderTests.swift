import Foundation
import PorticoTestSupport
import Testing

@Suite("A data folder that does not exist")
struct DataFolderTests {
    @Test(
        "is not created by a command that reads it",
        arguments: [
            ["users", "list"], ["users", "list", "--json"], ["users", "show", "ada"], ["users", "disable", "ada"],
            ["users", "enable", "ada"], ["users", "set-password", "ada", "--password-stdin"],
            ["users", "reset-password", "ada"], ["users", "set-email", "ada", "--none"],
            ["users", "make-administrator", "ada"], ["users", "remove-administrator", "ada"],
            ["users", "end-sessions", "ada"], ["users", "delete", "ada", "--yes"], ["sessions", "list"],
            ["sessions", "end", "--all", "--yes"], ["events", "tail"], ["events", "tail", "--follow"],
            ["config", "list", "--user", "ada"], ["config", "get", "appearance", "--user", "ada"],
            ["config", "set", "appearance", "dark", "--user", "ada"],
        ])
    func missing(command: [String]) async throws {
        try await ProcessFolder.with { folder in
            try await folder.command(command).fails("there is no database in \(folder.data)")
            #expect(!FileManager.default.fileExists(atPath: folder.data))
            try FileManager.default.createDirectory(atPath: folder.data, withIntermediateDirectories: true)
            try await folder.command(command).fails("there is no database in \(folder.data)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.data) == [])
        }
    }

    @Test("is created by commands that add people, readable for its owner only")
    func made() async throws {
        for command in [
            ["users", "add", "ada", "--invite", "--email", "ada@x.example"], ["users", "invite", "ada@x.example"],
            ["users", "import", "people.csv"],
        ] {
            try await ProcessFolder.with { folder in
                _ = try folder.file("people.csv", "username,name,email\nada,Ada,ada@x.example\n")
                #expect(try await folder.command(command).code == 0)
                let mode = try FileManager.default.attributesOfItem(atPath: folder.data)[.posixPermissions] as? Int
                #expect(mode == 0o700)
                #expect(try await folder.command("users", "list").code == 0)
            }
        }
    }

    @Test("and its files are readable for their owner only, whoever created them, and changes are logged")
    func tightened() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let outbox = folder.data + "/outbox"
            try FileManager.default.createDirectory(atPath: outbox, withIntermediateDirectories: true)
            let open = ["portico.sqlite", "portico.sqlite.before-9", "gateway-key", "outbox/0001-mail.eml"]
            for name in open.dropFirst() { _ = try folder.file("data/" + name, "x") }
            _ = try folder.file("data/notes.txt", "somebody's own")
            for name in open + ["notes.txt"] { chmod("\(folder.data)/\(name)", 0o644) }
            for name in ["", "/outbox"] { chmod(folder.data + name, 0o755) }
            let elsewhere = try folder.file("elsewhere", "x")
            chmod(elsewhere, 0o644)
            symlink(elsewhere, folder.data + "/portico.elsewhere")
            let errors = try await folder.command("users", "list").errors
            for name in open {
                #expect(try folder.mode(name) == 0o600, "\(name)")
                #expect(errors.contains("\(folder.data)/\(name) "), "\(errors)")
            }
            #expect(try folder.mode("outbox") == 0o700)
            #expect(try folder.mode(".") == 0o700)
            #expect(try folder.mode("notes.txt") == 0o644)
            #expect(try folder.mode("../elsewhere") == 0o644, "a link is not one of the folder's files")
            #expect(errors.matches(of: /others could read it, and can no longer/).count == 6, "\(errors)")
            #expect(try await folder.command("users", "list").errors == "")
        }
    }

    @Test("keeps its owner if root runs a command", .enabled(if: geteuid() == 0))
    func owner() async throws {
        try await ProcessFolder.with { folder in
            try FileManager.default.createDirectory(atPath: folder.data, withIntermediateDirectories: true)
            chown(folder.data, 65_534, 65_534)
            try await folder.addUser("ada")
            let server = try await folder.serve()
            try await folder.command("database", "backup", folder.path + "/backup")
                .prints("backed up the database and gateway-key to \(folder.path)/backup\n")
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            _ = try await folder.command("database", "restore", folder.path + "/backup", "--yes")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.data)
            #expect(names.count == 5, "\(names)")
            for name in names + ["."] {
                let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.data)/\(name)")
                #expect(attributes[.ownerAccountID] as? Int == 65_534, "\(name)")
            }
        }
    }

    @Test("is not needed to show the options of the installation")
    func options() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("config", "get", "http.port").prints("8080\n")
            #expect(!FileManager.default.fileExists(atPath: folder.data))
        }
    }
}

extension ProcessFolder {
    fileprivate func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(data)/\(name)")[.posixPermissions] as? Int
    }
}
