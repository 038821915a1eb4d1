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
    private static let ended =
        "the new key is in force; 0 secrets encrypted with it; 0 drafts or results removed; links in mails from before no "
        + "longer work\n"

    private func keys(_ folder: ProcessFolder) throws -> [Substring] {
        try String(contentsOfFile: folder.data + "/gateway-key", encoding: .utf8).split(separator: "\n")
    }

    @Test("creates a new key, keeps the one before, and needs all servers to be stopped")
    func ownKey() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let server = try await folder.serve()
            try await folder.command("keys", "rotate")
                .fails("a server is running on the data folder \(folder.data): stop it first")
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            let first = try #require(try keys(folder).first)
            try await folder.command("keys", "rotate").prints("the new key is in force; 0 secrets encrypted with it\n")
            let second = try keys(folder)
            #expect(second.count == 2)
            #expect(second[0] != first && second[1] == first)
            try await folder.command("keys", "rotate", "--json").prints(
                "{\n  \"ended\" : 0,\n  \"lost\" : 0,\n  \"lostApps\" : 0,\n  \"removed\" : 0,\n  \"sealed\" : 0\n}\n")
            #expect(try keys(folder).count == 2)
            #expect(try keys(folder)[1] == second[0])
            #expect(try await folder.command("database", "check").code == 0)
            try await folder.command("keys", "rotate", "--at-once").prints(Self.ended)
            let last = try keys(folder)
            #expect(last.count == 1, "no file has the leaked key")
            #expect(!second.contains(last[0]))
        }
    }

    @Test("uses the first of several keys of the option, and asks for a new one if there is only one")
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
                .prints("the new key is in force; 0 secrets encrypted with it\n")
            try await folder.command("keys", "rotate", "--at-once", "--config", file).prints(Self.ended)
            #expect(!FileManager.default.fileExists(atPath: folder.data + "/gateway-key"))
        }
    }

    @Test("ends a key that others may know, even if the option still has it")
    func leakedKeyOfTheOption() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let (old, new) = (Data(repeating: 1, count: 32), Data(repeating: 2, count: 32))
            func options(_ keys: [Data]) throws -> String {
                let text = keys.map { $0.base64EncodedString() }.joined(separator: " ")
                let others = #""http": {"trustedProxies": "127.0.0.1"}, "protected": {"rules": "*/app/** public"}"#
                return try folder.file("portico.json", #"{"gateway": {"key": "\#(text)"}, \#(others)}"#)
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
            let file = try options([new, old])
            #expect(try await published() == 6)
            try await folder.command("keys", "rotate", "--at-once", "--config", file).prints(Self.ended)
            #expect(try await published() == 3, "the option has the earlier key, which signs nothing")
            let reason =
                "the first key of gateway.key was ended by keys rotate --at-once: set the one in force: until then, this "
                + "server is not ready, does not lead and encrypts nothing"
            for ring in [[old], [old, new]] {
                _ = try options(ring)
                let server = try await folder.serve("--config", file)
                #expect(server.process.errors.contains(reason), "\(server.process.errors)")
                let client = ProcessClient(port: server.port)
                #expect(try await client.get("/readyz").hasSuffix(Self.notReady))
                #expect(try await client.get("/.well-known/jwks.json").hasPrefix("HTTP/1.1 503"))
                server.process.signal(SIGTERM)
                #expect(try await server.process.exitCode() == 0)
            }
        }
    }

    private static let notReady =
        "not ready: the key of this server is not the one that the database is used with; the log says why\n"

    @Test("replaces a lost key, which no server does by itself")
    func lostKey() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let first = try await folder.serve()
            first.process.signal(SIGTERM)
            #expect(try await first.process.exitCode() == 0)
            try await folder.edit {
                try $0.insertEndedGatewayToken(
                    Data("x".utf8), of: AccountID(server: ServerID(rawValue: "works"), user: "ada"))
                let app = StoredTOTP(sealedSecret: Data("x".utf8), addedAt: Date(), lastStep: 0)
                try $0.set(app, of: AccountID(server: .local, user: "ada"))
            }
            try FileManager.default.removeItem(atPath: folder.data + "/gateway-key")
            let missing =
                "\(folder.data)/gateway-key is missing: restore it from a backup, or set gateway.key; if it is lost, the "
                + "command keys rotate --lost starts over with a new one"
            let unreadApp =
                "secrets of authenticator apps (1): restore the key; if it is lost, the command keys rotate --lost starts "
                + "over, and users reset-factors removes an app"
            let unread = "no key opens tokens of gateways (1), \(unreadApp)"
            try await folder.command("serve", "--port", "0").fails(missing)
            try await folder.command("keys", "rotate").fails(missing)
            try await folder.command("database", "check").fails("\(missing); \(unread)")
            let file = try folder.file("data/gateway-key", Data(repeating: 9, count: 32).base64EncodedString())
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            let wrong =
                "\(folder.data)/gateway-key holds no key that the database is used with: set the one of the other servers, "
                + "or restore it; if it is lost, the command keys rotate --lost starts over with a new one"
            try await folder.command("database", "check").fails("\(wrong); \(unread)")
            let server = try await folder.serve()
            #expect(server.process.errors.contains(wrong))
            #expect(try await ProcessClient(port: server.port).get("/readyz").hasSuffix(Self.notReady))
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            try await folder.command("keys", "rotate", "--lost", "--yes").prints(
                "the new key is in force; 0 secrets encrypted with it; 0 sign-ins at gateways ended; 1 authenticator app "
                    + "cannot be read with any key: use a recovery code or users reset-factors; 0 drafts or results removed\n"
            )
            #expect(try keys(folder).count == 1)
            try await folder.command("database", "check").fails("no key opens \(unreadApp)")
            try await folder.edit { _ = try $0.deleteFactors(of: AccountID(server: .local, user: "ada")) }
            try await folder.command("database", "check")
                .prints("the database and gateway-key: no problems; the schema has version \(SQLSchema.version)\n")
            let last = try await folder.serve()
            #expect(try await ProcessClient(port: last.port).get("/readyz").hasPrefix("HTTP/1.1 200"))
        }
    }
}

extension ProcessFolder {
    /// Changes the database while no server runs.
    fileprivate func edit(_ change: @escaping @Sendable (any AuthTransaction) throws -> Void) async throws {
        let database = try DataFolder(path: data).openDatabase()
        try await SQLAuthStore(database).write(change)
        try database.close()
    }
}
