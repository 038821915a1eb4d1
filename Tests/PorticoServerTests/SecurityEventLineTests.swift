import Foundation
import PorticoAuth
import PorticoConfig
import PorticoSQL
import PorticoSQLite
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoServer

@Suite("Security events on standard error")
struct SecurityEventLineTests {
    @Test("16.4.1 are one line of JSON each, whatever their content")
    func line() throws {
        let event = SecurityEvent(
            .denied, account: AccountID(server: .local, user: "ada"),
            client: Client(address: "192.0.2.1", agent: "<a>\n{}"),
            time: Date(timeIntervalSince1970: 0), detail: "a/b\r\n", count: 2)
        let line = String(decoding: try StandardError.line(of: SecurityEventLine(event)), as: UTF8.self)
        #expect(
            line == #"""
                {"address":"192.0.2.1","agent":"<a>\n{}","count":2,"detail":"a/b\r\n","securityEvent":"denied",\#
                "time":"1970-01-01T00:00:00.000Z","username":"ada"}

                """#)
    }

    @Test("16.4.3 are written by a server for every event that it stores")
    func server() async throws {
        try await ProcessFolder.with { folder in
            let server = try await folder.serve()
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn("nobody") == "401")
            let isWritten = try await eventually { server.process.errors.contains(#""securityEvent":"signInFailed""#) }
            #expect(isWritten, "\(server.process.errors)")
        }
    }

    @Test("16.4.3 are written by a server for every event of a command, also of one that ran before")
    func commands() async throws {
        try await ProcessFolder.with { folder in
            for name in ["ada", "grace"] {
                let arguments = ["users", "add", name, "--name", name, "--password-stdin", "--data", folder.data]
                #expect(try await PorticoProcess(arguments, in: folder, input: TestServer.password).exitCode() == 0)
            }
            let server = try await folder.serve()
            let before = try await eventually { lines(server.process, "registered").count == 2 }
            #expect(before, "\(server.process.errors)")
            #expect(try await folder.run("users", "disable", "grace", "--data", folder.data).code == 0)
            let after = try await eventually { lines(server.process, "disabled").count == 1 }
            #expect(after, "\(server.process.errors)")
            #expect(lines(server.process, "disabled").first?.contains(#""username":"grace""#) == true)
            #expect(lines(server.process, "disabled").first?.contains(#""agent":"Command line""#) == true)
            #expect(lines(server.process, "registered").count == 2, "written once")
            server.process.signal(SIGTERM)
            #expect(try await server.process.exitCode() == 0)
            #expect(try await folder.run("users", "enable", "grace", "--data", folder.data).code == 0)
            let next = try await folder.serve()
            #expect(try await eventually { lines(next.process, "enabled").count == 1 }, "\(next.process.errors)")
            #expect(lines(next.process, "registered").isEmpty && lines(next.process, "disabled").isEmpty)
        }
    }

    @Test(
        "16.4.3 of commands before a start are all written, also if a server stores an event before the first pass")
    func start() async throws {
        let store = SQLAuthStore(try SQLiteDatabase.inMemory())
        let written = Mutex<[String]>([])
        func add(_ detail: String, _ client: Client) async throws {
            try await store.add(
                SecurityEvent(.denied, account: nil, client: client, time: .distantPast, detail: detail))
        }
        try await add("before", .commandLine)
        try await add("of a server", Client(address: "192.0.2.1", agent: ""))
        let ofCommands = (0..<1001).map(String.init)
        for detail in ofCommands { try await add(detail, .commandLine) }
        let events = CommandEvents(log: store, leadership: Leadership(isAlone: true) { true }) { event in
            written.withLock { $0.append(event.event.detail) }
        }
        try await events.start()
        try await add("of this server", Client(address: "192.0.2.1", agent: ""))
        for _ in 0..<2 { try await events.pass() }
        #expect(written.withLock { $0 } == ofCommands)
        let next = CommandEvents(log: store, leadership: Leadership(isAlone: true) { true }) { event in
            written.withLock { $0.append(event.event.detail) }
        }
        try await add("after", .commandLine)
        try await add("of a server that ended before it wrote", Client(address: "192.0.2.1", agent: ""))
        try await next.start()
        try await next.pass()
        #expect(written.withLock { $0 } == ofCommands + ["after"])
    }

    private func lines(_ server: PorticoProcess, _ kind: String) -> [Substring] {
        server.errors.split(separator: "\n").filter { $0.contains(#""securityEvent":"\#(kind)""#) }
    }
}
