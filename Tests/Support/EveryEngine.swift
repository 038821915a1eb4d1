import PorticoPostgreSQL
import PorticoSQL
import PorticoSQLite
import Synchronization
import Testing

/// The databases of a test, each empty.
package final class TestDatabases: Sendable {
    /// The databases of the running test; nil outside of ``EveryEngine`` and over SQLite.
    @TaskLocal static var current: TestDatabases?

    private let made = Mutex<[PostgreSQLOptions]>([])

    /// A new database: of PostgreSQL if the running test is over it, otherwise of SQLite in memory.
    package static func make() -> any SQLDatabase {
        do {
            return try current?.make() ?? SQLiteDatabase.inMemory()
        } catch {
            preconditionFailure("no database for a test: \(error)")
        }
    }

    private func make() throws -> any SQLDatabase {
        let options = try TestPostgreSQL.make()
        made.withLock { $0.append(options) }
        return PostgreSQLDatabase(options)
    }

    fileprivate func drop() {
        made.withLock { $0 }.forEach(TestPostgreSQL.drop)
    }
}

/// Runs each test with SQLite databases, and again with PostgreSQL databases if ``TestPostgreSQL`` is available.
package struct EveryEngine: TestTrait, SuiteTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        guard TestPostgreSQL.isAvailable else { return }
        let databases = TestDatabases()
        defer { databases.drop() }
        let marking = IssueHandlingTrait.compactMapIssues { issue in
            var issue = issue
            issue.comments.append("over PostgreSQL")
            return issue
        }
        try await marking.provideScope(for: test, testCase: testCase) {
            try await TestDatabases.$current.withValue(databases) { try await function() }
        }
    }
}

extension Trait where Self == EveryEngine {
    /// Runs each test with the databases of every engine.
    package static var everyEngine: EveryEngine { EveryEngine() }
}

extension SQLAuthStore {
    /// A store on a new database of the running test's engine.
    package static func forTest() -> SQLAuthStore { SQLAuthStore(TestDatabases.make()) }
}
