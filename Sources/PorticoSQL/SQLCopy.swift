import Foundation
import PorticoConfig
import Synchronization

/// Copies all rows of a database to another one, of any engine, and verifies them.
public struct SQLCopy: Sendable {
    /// A reason why a database cannot be copied. The description completes a sentence about the copy.
    public enum Problem: Error, Hashable, CustomStringConvertible {
        case targetNotEmpty(table: String)
        case different(table: String)

        public var description: String {
            switch self {
            case .targetNotEmpty(let table):
                "the target is not empty: its table \(table) has rows; the command database empty removes them"
            case .different(let table): "the rows of the table \(table) differ from those of the source"
            }
        }
    }

    private struct Table {
        let name: String
        let key: [String]
        var isNumbered: Bool { key == ["id"] }
    }

    private let source: any SQLDatabase
    private let target: any SQLDatabase
    private let migrations: String
    /// Maximum number of rows in one transaction.
    private let batch: Int

    /// - Parameter migrations: the target's table of migrations. Until the copy has ended, it has the entry
    ///   ``SQLSchema/unfinishedCopy``, so nothing else opens the target.
    public init(
        from source: any SQLDatabase, to target: any SQLDatabase, migrations: String, batch: Int = 1000
    ) {
        self.source = source
        self.target = target
        self.migrations = migrations
        self.batch = batch
    }

    /// In an order in which referenced tables come first.
    private static let tables = [
        Table(name: "accounts", key: ["server", "user_name"]), Table(name: "browsers", key: ["id"]),
        Table(name: "browser_tokens", key: ["token_digest"]), Table(name: "sign_ins", key: ["id"]),
        Table(name: "ended_gateway_tokens", key: ["id"]), Table(name: "installation_config", key: ["key"]),
        Table(name: "person_config", key: ["server", "user_name", "key"]),
        Table(name: "workplaces", key: ["server", "kind", "parent", "position"]),
        Table(name: "links", key: ["token_digest"]), Table(name: "queued_mails", key: ["id"]),
        Table(name: "attempts", key: ["key"]), Table(name: "security_events", key: ["id"]),
        Table(name: "drafts", key: ["id"]), Table(name: "host_sign_ins", key: ["token_digest"]),
        Table(name: "written_events", key: ["id"]), Table(name: "key_fingerprints", key: ["fingerprint"]),
        Table(name: "totp", key: ["server", "user_name"]),
        Table(name: "recovery_codes", key: ["server", "user_name", "code_digest"]),
        Table(name: "trusted_browsers", key: ["browser", "server", "user_name"]),
        Table(name: "pending_sign_ins", key: ["token_digest"]), Table(name: "required_factors", key: ["scope"]),
        Table(name: "user_handles", key: ["server", "user_name"]), Table(name: "passkeys", key: ["credential_id"]),
        Table(name: "spent_challenges", key: ["challenge"]),
        Table(name: "factor_resets", key: ["server", "user_name"]),
        Table(name: "identities", key: ["provider", "subject"]),
    ]

    /// The names of the copied tables, besides the counter of configuration.
    package static var tableNames: Set<String> { Set(tables.map(\.name)) }

    /// Copies the state of one read transaction of the source. Both databases have the schema of this version, and no
    /// server writes to the target during the copy.
    ///
    /// - Parameter progress: called for each copied table, with the number of its rows.
    /// - Throws: ``Problem``, or an error of a database. After an error the target cannot be opened, unless it was not
    ///   empty.
    public func run(progress: (_ table: String, _ count: Int) -> Void) async throws {
        try await begin()
        let (steps, continuation) = AsyncStream.makeStream(of: Step.self)
        let pace = Pace()
        async let reading = read(into: continuation, pace)
        var sums: [(table: Table, sum: Sum)] = []
        do {
            var sum = Sum()
            for await step in steps {
                switch step {
                case .rows(let rows, let table):
                    sum.add(rows)
                    try await insert(rows, into: table)
                case .end(let table):
                    progress(table.name, sum.count)
                    sums.append((table, sum))
                    sum = Sum()
                }
                pace.goOn()
            }
        } catch {
            pace.stop()
            throw error
        }
        let version = try await reading
        // Verified after the source's transaction, which would otherwise be idle for too long.
        for (table, sum) in sums {
            guard try await sum == self.sum(of: table, in: target) else { throw Problem.different(table: table.name) }
        }
        try await end(version: version)
    }

    private func begin() async throws {
        try await target.write { [migrations] connection in
            for table in Self.tables {
                let first = try connection.rows("SELECT 1 FROM \(table.name) LIMIT 1", [])
                guard first.isEmpty else { throw Problem.targetNotEmpty(table: table.name) }
            }
            try connection.execute(
                "INSERT INTO \(migrations) (identifier) VALUES ($1)", [SQLSchema.unfinishedCopy])
        }
    }

    /// Makes the target continue the source's numbers of rows and versions, so that no number is used again.
    private func end(version: Int64?) async throws {
        try await target.write { _ = try $0.execute("UPDATE config_version SET value = $1", [version]) }
        let names = Self.tables.filter(\.isNumbered).map(\.name)
        try await target.setLastNumbers(source.lastNumbers(of: names))
        _ = try await target.write { [migrations] connection in
            try connection.execute("DELETE FROM \(migrations) WHERE identifier = $1", [SQLSchema.unfinishedCopy])
        }
    }

    private enum Step: Sendable {
        case rows([SQLRow], Table)
        case end(Table)
    }

    /// Reads all tables in one transaction, at the pace of the writes.
    ///
    /// - Returns: the version of the configuration.
    private func read(into steps: AsyncStream<Step>.Continuation, _ pace: Pace) async throws -> Int64? {
        defer { steps.finish() }
        return try await source.read { connection in
            try pace.begin()
            for table in Self.tables {
                try forEachBatch(of: table, in: connection) { rows in
                    steps.yield(.rows(rows, table))
                    try pace.wait()
                }
                steps.yield(.end(table))
                try pace.wait()
            }
            return try connection.row("SELECT value FROM config_version", [])?.value("value")
        }
    }

    private func insert(_ rows: [SQLRow], into table: Table) async throws {
        try await target.write { connection in
            for row in rows {
                let marks = (1...row.columns.count).map { "$\($0)" }.joined(separator: ", ")
                try connection.execute(
                    "INSERT INTO \(table.name) (\(row.columns.joined(separator: ", "))) VALUES (\(marks))",
                    row.values.map { StoredValue(value: $0) })
            }
        }
    }

    /// The number of rows and a checksum.
    private struct Sum: Equatable {
        var count = 0
        /// FNV-1a of 64 bits.
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ rows: [SQLRow]) {
            for row in rows {
                count += 1
                for (column, value) in zip(row.columns, row.values).sorted(by: { $0.0 < $1.0 }) {
                    add("\(column)=".utf8)
                    add(value.canonical)
                }
            }
        }

        private mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    private func sum(of table: Table, in database: any SQLDatabase) async throws -> Sum {
        try await database.read { connection in
            var sum = Sum()
            try forEachBatch(of: table, in: connection) { sum.add($0) }
            return sum
        }
    }

    private func forEachBatch(
        of table: Table, in connection: any SQLConnection, _ work: ([SQLRow]) throws -> Void
    ) throws {
        let batches = SQLBatches(table: table.name, key: table.key)
        var last: [StoredValue] = []
        while true {
            let rows = try batches.rows(after: last, limit: batch, connection)
            guard let end = rows.last else { return }
            try work(rows)
            last = try batches.key(of: end)
        }
    }
}

/// Makes the thread that reads a database wait until its rows are written.
private final class Pace: Sendable {
    private let turns = DispatchSemaphore(value: 0)
    private let state = Mutex((hasBegun: false, isStopped: false))

    /// - Throws: ``StorageFailure`` if the transaction runs again, because its connection was lost.
    func begin() throws {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { throw StorageFailure("the connection to the source was lost", isOutOfReach: true) }
    }

    /// - Throws: `CancellationError` once the copy has failed.
    func wait() throws {
        turns.wait()
        guard !state.withLock({ $0.isStopped }) else { throw CancellationError() }
    }

    func goOn() { turns.signal() }

    func stop() {
        state.withLock { $0.isStopped = true }
        turns.signal()
    }
}

extension SQLValue {
    /// A byte form in which different values differ.
    fileprivate var canonical: [UInt8] {
        switch self {
        case .null: [0]
        case .integer(let number): [1] + Array("\(number);".utf8)
        case .text(let text): [2] + Array("\(text.utf8.count):\(text)".utf8)
        case .bytes(let bytes): [3] + Array("\(bytes.count):".utf8) + bytes
        }
    }
}
