import Foundation
import PorticoConfig
import PorticoSQL
import PorticoTestSupport
import Testing

@testable import PorticoPostgreSQL

@Suite("The list of servers on a database", .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct NodeTests {
    private func node(_ name: String, streams: Int = 0, isLeading: Bool = false) -> InstallationNode {
        InstallationNode(
            name: name, version: "1.2", since: Date(timeIntervalSince1970: 1000), streams: streams,
            isLeading: isLeading, lastSeen: .distantPast)
    }

    @Test("has each once, by name, with its latest entry, and not those that have ended or were not seen for a minute")
    func list() async throws {
        try await TestPostgreSQL.withDatabase { options in
            let store = SQLNodeStore(PostgreSQLDatabase(options))
            try await store.put(node("b"), id: "1")
            try await store.put(node("a"), id: "2")
            try await store.put(node("a"), id: "3")
            try await store.put(node("b", streams: 7, isLeading: true), id: "1")
            let nodes = try await store.nodes()
            #expect(nodes.map(\.name) == ["a", "a", "b"])
            #expect(nodes.map(\.streams) == [0, 0, 7])
            #expect(nodes.map(\.isLeading) == [false, false, true])
            #expect(nodes.allSatisfy { $0.version == "1.2" && $0.since == Date(timeIntervalSince1970: 1000) })
            #expect(nodes.allSatisfy { abs($0.lastSeen.timeIntervalSinceNow) < 30 }, "by the database's clock")
            let now = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
            try PostgreSQLSession(options).run(
                "UPDATE nodes SET seen_at = \(now) - CASE name WHEN 'b' THEN 16000 ELSE 0 END")
            #expect(try await store.running() == ["a", "a"], "a server that was not seen for 15 seconds is gone")
            try await store.remove("2")
            try await store.removeLost()
            #expect(try await store.nodes().map(\.name) == ["a", "b"])
            try PostgreSQLSession(options).run("UPDATE nodes SET seen_at = seen_at - 61000 WHERE id = '1'")
            try await store.removeLost()
            #expect(try await store.nodes().map(\.name) == ["a"])
        }
    }
}
