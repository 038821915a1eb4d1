import Foundation
import PorticoTestSupport
import Testing

@Suite("A data folder that is not there")
struct DataFolderTests {
    @Test(
        "is not made by a command that looks for something in it",
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

    @Test("is made by what adds people, for its owner alone")
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

    @Test("is not needed to show the options of the installation")
    func options() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("config", "get", "http.port").prints("8080\n")
            #expect(!FileManager.default.fileExists(atPath: folder.data))
        }
    }
}
