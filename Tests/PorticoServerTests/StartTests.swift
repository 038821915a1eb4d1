import Foundation
import PorticoTestSupport
import Testing

@Suite("A server that cannot start gives the reason in one line on standard error and exits with 1")
struct StartTests {
    private func check(_ result: CommandResult, says text: String) {
        #expect(result.code == 1)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1, "\(result.errors)")
        #expect(lines.first?.hasPrefix("portico: ") == true)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(!result.errors.contains("Fatal error") && !result.errors.contains("Error Domain"))
        #expect(result.output == "")
    }

    @Test("a port in use")
    func portInUse() async throws {
        try await ProcessFolder.with { folder in
            let first = try await folder.serve(data: folder.path + "/first")
            let second = try await folder.run(
                "serve", "--port", "\(first.port)", "--data", folder.data, "--public", PorticoProcess.publicFolder,
                "--log-level", "critical")
            check(second, says: "port \(first.port) on 127.0.0.1 is in use")
        }
    }

    @Test(
        "an address that is not this machine's, and an unknown host",
        arguments: [
            ("192.0.2.1", "192.0.2.1 is not an address of this machine"),
            ("nowhere.invalid", "http.hostname: no address of this machine has the name nowhere.invalid"),
        ])
    func foreignAddress(host: String, sentence: String) async throws {
        try await ProcessFolder.with { folder in
            let result = try await folder.run(
                "serve", "--hostname", host, "--port", "0", "--data", folder.data, "--public",
                PorticoProcess.publicFolder, "--log-level", "critical")
            check(result, says: sentence)
        }
    }

    @Test("a damaged database, also for commands")
    func damagedDatabase() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let path = folder.data + "/portico.sqlite"
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes.replaceSubrange(8192..., with: repeatElement(0x41, count: bytes.count - 8192))
            try bytes.write(to: URL(filePath: path))
            chmod(path, 0o600)
            for command in [["users", "list"], ["serve", "--port", "0", "--public", PorticoProcess.publicFolder]] {
                check(
                    try await folder.command(command),
                    says: " is damaged: run the command database check, and restore a backup")
            }
        }
    }

    @Test("public files, a folder of them or the database without permission to read", .enabled(if: geteuid() != 0))
    func unreadable() async throws {
        try await ProcessFolder.with { folder in
            let (path, file) = (folder.path + "/public", folder.path + "/public/css/base.css")
            try FileManager.default.createDirectory(atPath: path + "/css", withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: file, contents: Data("x".utf8))
            for unreadable in [file, path + "/css", path] {
                chmod(unreadable, 0)
                let result = try await folder.run("serve", "--port", "0", "--data", folder.data, "--public", path)
                chmod(unreadable, 0o700)
                check(result, says: "the public file \(unreadable) cannot be read: Permission denied")
            }
            chmod(folder.data + "/portico.sqlite", 0)
            check(
                try await folder.command("users", "list"),
                says: "\(folder.data)/portico.sqlite may not be read and written: Permission denied")
        }
    }

    @Test("a second server on one data folder")
    func secondServer() async throws {
        try await ProcessFolder.with { folder in
            let first = try await folder.serve()
            let second = try await folder.run(
                "serve", "--port", "0", "--data", folder.data, "--public", PorticoProcess.publicFolder)
            check(second, says: "a server is running on the data folder \(folder.data): stop it first")
            #expect(try await ProcessClient(port: first.port).get("/healthz").hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test("a data folder that cannot be created, or is a file")
    func dataFolder() async throws {
        try await ProcessFolder.with { folder in
            let file = folder.path + "/file"
            _ = FileManager.default.createFile(atPath: file, contents: nil)
            for path in [file + "/data", file] {
                let result = try await folder.run(
                    "serve", "--port", "0", "--data", path, "--public", PorticoProcess.publicFolder)
                check(result, says: "the data folder \(path)")
                #expect(result.errors.contains(path == file ? "File exists" : "Not a directory"))
                let invitation = try await folder.run("users", "invite", "ada@x.example", "--data", path)
                check(invitation, says: "the data folder \(path)")
                check(try await folder.run("users", "list", "--data", path), says: "there is no database in \(path)")
            }
        }
    }

    @Test("a file that is not a database")
    func noDatabase() async throws {
        try await ProcessFolder.with { folder in
            try FileManager.default.createDirectory(atPath: folder.data, withIntermediateDirectories: true)
            try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: folder.data + "/portico.sqlite"))
            let result = try await folder.run(
                "serve", "--port", "0", "--data", folder.data, "--public", PorticoProcess.publicFolder)
            check(
                result,
                says:
                    "the database in \(folder.data) is no database of SQLite: choose another data folder, or restore a backup"
            )
        }
    }

    @Test("a data folder that everybody may write, such as /tmp")
    func sharedFolder() async throws {
        try await ProcessFolder.with { folder in
            try FileManager.default.createDirectory(atPath: folder.data, withIntermediateDirectories: true)
            chmod(folder.data, 0o1777)
            let result = try await folder.run(
                "serve", "--port", "0", "--data", folder.data, "--public", PorticoProcess.publicFolder)
            check(result, says: "the data folder \(folder.data) is shared with everybody: choose a folder of its own")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.data) == [])
        }
    }

    @Test("missing public files, an empty folder or a file", arguments: ["missing", "empty", "file"])
    func publicFiles(name: String) async throws {
        try await ProcessFolder.with { folder in
            try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: folder.path + "/file", contents: Data("x".utf8))
            let path = folder.path + "/" + name
            let result = try await folder.run("serve", "--port", "0", "--data", folder.data, "--public", path)
            check(result, says: "no public files in \(path)")
        }
    }

    @Test(
        "an unsafe or invalid origin",
        arguments: ["http://door.example", "door.example", "https://door.example/x"])
    func origin(origin: String) async throws {
        try await ProcessFolder.with { folder in
            let result = try await folder.run(
                "serve", "--port", "0", "--origin", origin, "--data", folder.data, "--public",
                PorticoProcess.publicFolder)
            check(result, says: "http.origin must be")
        }
    }

    @Test("an invalid option, and a missing configuration file")
    func options() async throws {
        try await ProcessFolder.with { folder in
            check(try await folder.run("serve", "--port", "99999"), says: "http.port must be a port from 0 to 65535")
            check(
                try await folder.run("serve", "--environment", "test"),
                says: "environment must be production or development")
            check(try await folder.run("serve", "--config", "/nowhere.json"), says: "/nowhere.json")
        }
    }
}
