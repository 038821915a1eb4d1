import Foundation
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
            let stays = try await folder.command("keys", "rotate", "--at-once", "--config", file)
            #expect(stays.code == 1)
            #expect(stays.errors.contains("remove the earlier key before they start again"))
            #expect(!FileManager.default.fileExists(atPath: folder.data + "/gateway-key"))
        }
    }
}
