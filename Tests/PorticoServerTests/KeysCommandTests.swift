import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Testing

@testable import PorticoServer

@Suite("portico keys rotate")
struct KeysCommandTests {
    private func keys(_ folder: ProcessFolder) throws -> [Substring] {
        try String(contentsOfFile: folder.data + "/gateway-key", encoding: .utf8).split(separator: "\n")
    }

    @Test("makes a new key, keeps the one before, and only where no server runs")
    func ownKey() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let server = try await folder.serve()
            try await folder.command("keys", "rotate")
                .fails("a server is running on the data folder \(folder.data): stop it first")
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            let first = try #require(try keys(folder).first)
            try await folder.command("keys", "rotate").prints("the new key is in force; 0 tokens encrypted with it\n")
            let second = try keys(folder)
            #expect(second.count == 2)
            #expect(second[0] != first && second[1] == first)
            try await folder.command("keys", "rotate", "--json").prints("{\n  \"lost\" : 0,\n  \"sealed\" : 0\n}\n")
            #expect(try keys(folder).count == 2)
            #expect(try keys(folder)[1] == second[0])
            #expect(try await folder.command("database", "check").code == 0)
            try await folder.command("keys", "rotate", "--at-once")
                .prints("the new key is in force; 0 tokens encrypted with it\n")
            let last = try keys(folder)
            #expect(last.count == 1, "the leaked key is nowhere")
            #expect(!second.contains(last[0]))
        }
    }

    @Test("uses the first of several keys of the option, and asks for it where there is one")
    func keyOfTheOption() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let (old, new) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
            let file = try folder.file("portico.json", #"{"gateway": {"key": "\#(old.base64EncodedString())"}}"#)
            let refused = try await folder.command("keys", "rotate", "--config", file)
            #expect(refused.code == 1)
            #expect(refused.errors.contains("gateway.key holds one key: put a new one (openssl rand -base64 32)"))
            _ = try folder.file(
                "portico.json", #"{"gateway": {"key": "\#(new.base64EncodedString()) \#(old.base64EncodedString())"}}"#)
            try await folder.command("keys", "rotate", "--config", file)
                .prints("the new key is in force; 0 tokens encrypted with it\n")
            try await folder.command("keys", "rotate", "--at-once", "--config", file)
                .prints("the new key is in force; 0 tokens encrypted with it\n")
            #expect(!FileManager.default.fileExists(atPath: folder.data + "/gateway-key"))
        }
    }
    @Test("ends a key that others may know, also where the option still holds it")
    func leakedKeyOfTheOption() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let (old, new) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
            func options(_ keys: Data...) throws -> String {
                let text = keys.map { $0.base64EncodedString() }.joined(separator: " ")
                return try folder.file("portico.json", #"{"gateway": {"key": "\#(text)"}}"#)
            }
            func published() async throws -> Int {
                let server = try await folder.serve("--config", folder.path + "/portico.json")
                let keys = try await ProcessClient(port: server.port).get("/.well-known/jwks.json")
                try await folder.command("keys", "rotate", "--at-once", "--config", folder.path + "/portico.json")
                    .fails("a server is running on the data folder \(folder.data): stop it first")
                server.process.signal(SIGTERM)
                #expect(try await server.process.exitCode() == 0)
                return keys.matches(of: /"kid"/).count
            }
            let file = try options(new, old)
            #expect(try await published() == 6)
            try await folder.command("keys", "rotate", "--at-once", "--config", file)
                .prints("the new key is in force; 0 tokens encrypted with it\n")
            #expect(try await published() == 3, "the earlier key is in the option, and signs nothing")
            _ = try options(old)
            try await folder.command("serve", "--port", "0", "--config", file)
                .fails(
                    "gateway.key holds only keys that were removed by keys rotate --at-once: set the one in force")
        }
    }

    @Test("starts over where the key is lost, which no server does by itself")
    func lostKey() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let first = try await folder.serve()
            first.process.signal(SIGTERM)
            #expect(try await first.process.exitCode() == 0)
            try await folder.addTokenOfGateway()
            try FileManager.default.removeItem(atPath: folder.data + "/gateway-key")
            let missing =
                "\(folder.data)/gateway-key is missing: restore it from a backup, or set gateway.key; if it is lost, the "
                + "command keys rotate --lost starts over with a new one"
            try await folder.command("serve", "--port", "0").fails(missing)
            try await folder.command("keys", "rotate").fails(missing)
            try await folder.command("database", "check").fails(missing)
            _ = try folder.file("data/gateway-key", Data(repeating: 9, count: 32).base64EncodedString())
            let wrong =
                "\(folder.data)/gateway-key holds no key that the database is used with: set the one of the other servers, "
                + "or restore it; if it is lost, the command keys rotate --lost starts over with a new one"
            let unread =
                "no key opens tokens of gateways (1): restore the key; if it is lost, the command keys rotate --lost starts "
                + "over"
            try await folder.command("database", "check").fails("\(wrong); \(unread)")
            let server = try await folder.serve()
            #expect(server.process.errors.contains(wrong))
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            try await folder.command("keys", "rotate", "--lost")
                .prints("the new key is in force; 0 tokens encrypted with it\n")
            #expect(try keys(folder).count == 1)
            try await folder.command("database", "check")
                .prints("the database and gateway-key: no problems; the schema has version \(SQLSchema.version)\n")
            #expect(try await folder.serve().process.errors.contains("the database is used with") == false)
        }
    }
}

extension ProcessFolder {
    /// Queues a token that no key opens.
    fileprivate func addTokenOfGateway() async throws {
        let database = try DataFolder(path: data).openDatabase()
        try await SQLAuthStore(database).addEndedGatewayToken(
            Data("x".utf8), of: AccountID(server: ServerID(rawValue: "works"), user: "ada"))
        try database.close()
    }
}
