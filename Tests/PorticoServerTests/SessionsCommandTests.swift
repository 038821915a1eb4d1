import Foundation
import PorticoTestSupport
import Testing

@Suite("portico sessions")
struct SessionsCommandTests {
    private struct Session: Decodable {
        let id: Int
        let username: String
        let address: String
        let agent: String
        let automatic: Bool
        let since: String
        let lastSeen: String
        let expiresAt: String
    }

    private func sessions(_ folder: ProcessFolder) async throws -> [Session] {
        let list = try await folder.command("sessions", "list", "--json")
        return try JSONDecoder().decode([Session].self, from: Data(list.output.utf8))
    }

    private func signedIn(_ userName: String, port: Int) async throws -> ProcessClient {
        var client = ProcessClient(port: port)
        try #require(try await client.signIn(userName) == "303")
        return client
    }

    @Test("lists the sign-ins in force, and ends one, those of a person, or all, and a running server notices")
    func listAndEnd() async throws {
        try await ProcessFolder.with { folder in
            for name in ["ada", "bob"] { try await folder.addUser(name) }
            try await folder.command("sessions", "list").prints("")
            try await folder.command("sessions", "list", "--json").prints("[]\n")
            let server = try await folder.serve()
            var clients: [ProcessClient] = []
            for name in ["ada", "ada", "bob", "bob"] { clients.append(try await signedIn(name, port: server.port)) }
            func accounts() async throws -> [String?] {
                var accounts: [String?] = []
                for client in clients { accounts.append(try await client.account()) }
                return accounts
            }
            let all = try await sessions(folder)
            #expect(all.map(\.username) == ["ada", "ada", "bob", "bob"])
            #expect(all.allSatisfy { $0.automatic && $0.address == "127.0.0.1" && $0.expiresAt > $0.lastSeen })
            let text = try await folder.command("sessions", "list", "--user", "bob").output.split(separator: "\n")
            #expect(text.count == 2)
            #expect(text.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 7 })

            let second = try #require(all.first { $0.username == "ada" }).id
            try await folder.command("sessions", "end", "\(second)").prints("ended 1 session\n")
            #expect(try await eventually { try await accounts().compactMap { $0 }.count == 3 })
            #expect(try await sessions(folder).map(\.id).contains(second) == false)
            try await folder.command("sessions", "end", "\(second)").fails("there is no session \(second) in force")
            try await folder.command("sessions", "end", "--user", "bob").prints("ended 2 sessions\n")
            #expect(try await eventually { try await accounts().compactMap { $0 } == ["local/ada"] })
            try await folder.command("sessions", "end", "--all").fails("no terminal to ask on: use --yes")
            #expect(try await folder.command("sessions", "end", "--all", "--yes", "--json").json() == #"{"ended":1}"#)
            #expect(try await eventually { try await accounts().allSatisfy { $0 == nil } })
            try await folder.command("sessions", "end", "--all").prints("ended 0 sessions\n")
        }
    }

    @Test("requires an exact choice")
    func usage() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            try await folder.command("sessions", "list", "--user", "nobody").fails("there is no account of this name")
            try await folder.command("sessions", "end", "--user", "nobody").fails("there is no account of this name")
            for wrong in [[], ["7", "--all"], ["--user", "ada", "--all"], ["seven"]] {
                let process = try PorticoProcess(["sessions", "end", "--data", folder.data] + wrong, in: folder)
                #expect(try await process.exitCode() == 64, "\(wrong)")
            }
        }
    }
}
