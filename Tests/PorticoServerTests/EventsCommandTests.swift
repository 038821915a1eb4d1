import Foundation
import PorticoTestSupport
import Testing

@Suite("portico events tail")
struct EventsCommandTests {
    private struct Event: Decodable {
        let id: Int
        let kind: String
        let username: String?
        let agent: String
    }

    private func events(_ text: String) throws -> [Event] {
        try text.split(separator: "\n").map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    /// ada and bob registered, bob disabled and enabled.
    private func fill(_ folder: ProcessFolder) async throws {
        for name in ["ada", "bob"] { try await folder.addUser(name) }
        for command in ["disable", "enable"] { _ = try await folder.command("users", command, "bob") }
    }

    @Test("prints the last events, the newest last")
    func last() async throws {
        try await ProcessFolder.with { folder in
            try await fill(folder)
            try await folder.command("events", "tail", "--limit", "0").prints("")
            let text = try await folder.command("events", "tail", "--limit", "2").output
            #expect(
                text.contains(
                    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\tdisabled\tbob\t\t\tCommand line\t\n.*Z\tenabled\tbob\t/))
            #expect(text.split(separator: "\n").count == 2)
            let all = try events(await folder.command("events", "tail", "--json").output)
            #expect(all.map(\.kind) == ["registered", "registered", "disabled", "enabled"])
            #expect(all.map(\.username) == ["ada", "bob", "bob", "bob"])
            #expect(all.map(\.id) == all.map(\.id).sorted())
            #expect(all.allSatisfy { $0.agent == "Command line" })
        }
    }

    @Test("prints only the requested ones, also of a deleted account")
    func filters() async throws {
        try await ProcessFolder.with { folder in
            try await fill(folder)
            _ = try await folder.command("users", "delete", "bob", "--yes")
            func kinds(_ arguments: String...) async throws -> [String] {
                let process = try PorticoProcess(
                    ["events", "tail", "--json", "--data", folder.data] + arguments, in: folder)
                #expect(try await process.exitCode() == 0, "\(process.errors)")
                return try events(process.output).map(\.kind)
            }
            #expect(try await kinds("--user", "BOB") == ["registered", "disabled", "enabled", "accountDeleted"])
            #expect(try await kinds("--kind", "disabled", "--kind", "enabled") == ["disabled", "enabled"])
            #expect(try await kinds("--user", "ada", "--kind", "disabled") == [])
            #expect(try await kinds("--since", "1h").count == 5)
            #expect(try await kinds("--since", "2020-01-31", "--limit", "1") == ["accountDeleted"])
            #expect(try await kinds("--since", "9999-01-31T08:00:00Z") == [])
            #expect(try await kinds("--since", "9999-01-31T08:00:00.123+02:00") == [])
            #expect(try await kinds("--since", "2020-01-31T08:00:00.123Z").count == 5)
            let times = ["T18:00", "T08:00:00", " 08:00:00Z", "nonsense"].map { ["--since", "2026-01-31" + $0] }
            for wrong in [["--kind", "nothing"], ["--since", "soon"], ["--since", "7w"], ["--limit", "-1"]] + times {
                let process = try PorticoProcess(["events", "tail", "--data", folder.data] + wrong, in: folder)
                #expect(try await process.exitCode() == 64, "\(wrong)")
            }
            try await folder.command("events", "tail", "--user", "b b")
                .fails("a user name has 1 to 64 of a–z 0–9 . _ - @ +")
        }
    }

    @Test("follows new events, prints each once until an interruption, and exits with 0", arguments: [SIGINT, SIGTERM])
    func follow(signal: Int32) async throws {
        try await ProcessFolder.with { folder in
            try await fill(folder)
            let tail = try PorticoProcess(
                [
                    "events", "tail", "--follow", "--limit", "1", "--kind", "enabled", "--kind", "disabled", "--json",
                    "--data", folder.data,
                ],
                in: folder)
            #expect(try await eventually { try events(tail.output).map(\.kind) == ["enabled"] })
            _ = try await folder.command("users", "disable", "ada")
            _ = try await folder.command("users", "make-administrator", "ada")
            #expect(try await eventually { try events(tail.output).map(\.username) == ["bob", "ada"] })
            _ = try await folder.command("users", "enable", "ada")
            #expect(try await eventually { try events(tail.output).count == 3 })
            #expect(try events(tail.output).map(\.kind) == ["enabled", "disabled", "enabled"])
            tail.signal(signal)
            #expect(try await tail.exitCode() == 0)
            #expect(tail.errors == "")
        }
    }
}
