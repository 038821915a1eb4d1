import Foundation

/// Copies all rows of a database to another one, of any engine, and verifies them.
public struct SQLCopy: Sendable {
    /// Why a database cannot be copied. The description completes a sentence about the copy.
    public enum Problem: Error, Hashable, CustomStringConvertible {
        case targetNotEmpty(table: String)
        case different(table: String)

        public var description: String {
            switch self {
            case .targetNotEmpty(let table): "the target is not empty: its table \(table) has rows"
            case .different(let table):
                "the rows of the table \(table) differ: the source has changed meanwhile, so empty the target and "
                    + "copy again while no server runs"
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
    /// Maximum number of rows in one transaction.
    private let batch: Int

    public init(from source: any SQLDatabase, to target: any SQLDatabase, batch: Int = 1000) {
        self.source = source
        self.target = target
        self.batch = batch
    }

    /// Those that others refer to come first.
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
    ]

    /// The names of the copied tables, besides the counter of configuration.
    package static var tableNames: Set<String> { Set(tables.map(\.name)) }

    /// Copies everything. Both databases have the schema of this version, and no server writes to them meanwhile.
    ///
    /// - Parameter progress: called for each table, with the number of its rows.
    /// - Throws: ``Problem``, or an error of a database
    public func run(progress: (_ table: String, _ count: Int) -> Void) async throws {
        for table in Self.tables {
            let first = try await target.read { try $0.rows("SELECT 1 FROM \(table.name) LIMIT 1", []) }
            guard first.isEmpty else { throw Problem.targetNotEmpty(table: table.name) }
        }
        for table in Self.tables {
            try await copy(table)
            let (expected, found) = (try await sum(of: table, in: source), try await sum(of: table, in: target))
            guard expected == found else { throw Problem.different(table: table.name) }
            progress(table.name, found.count)
        }
        try await copyNumbers()
    }

    private func copy(_ table: Table) async throws {
        try await forEachBatch(of: table, in: source) { rows in
            try await target.write { connection in
                for row in rows {
                    let marks = (1...row.columns.count).map { "$\($0)" }.joined(separator: ", ")
                    try connection.execute(
                        "INSERT INTO \(table.name) (\(row.columns.joined(separator: ", "))) VALUES (\(marks))",
                        row.values.map { StoredValue(value: $0) })
                }
            }
        }
    }

    /// No number that the source has used, for a row or a version, is used again.
    private func copyNumbers() async throws {
        let version: Int64? = try await source.read { connection in
            try connection.row("SELECT value FROM config_version", [])?.value("value")
        }
        try await target.write { _ = try $0.execute("UPDATE config_version SET value = $1", [version]) }
        let names = Self.tables.filter(\.isNumbered).map(\.name)
        try await target.setLastNumbers(source.lastNumbers(of: names))
    }

    /// The number of rows and a checksum.
    private struct Sum: Equatable {
        var count = 0
        /// FNV-1a of 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        mutating func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    private func sum(of table: Table, in database: any SQLDatabase) async throws -> Sum {
        var sum = Sum()
        try await forEachBatch(of: table, in: database) { rows in
            for row in rows {
                sum.count += 1
                for (column, value) in zip(row.columns, row.values).sorted(by: { $0.0 < $1.0 }) {
                    sum.add("\(column)=".utf8)
                    sum.add(value.canonical)
                }
            }
        }
        return sum
    }

    private func forEachBatch(
        of table: Table, in database: any SQLDatabase, _ work: ([SQLRow]) async throws -> Void
    ) async throws {
        let key = table.key.joined(separator: ", ")
        let marks = (1...table.key.count).map { "$\($0)" }.joined(separator: ", ")
        var last: [StoredValue] = []
        while true {
            let condition = last.isEmpty ? "" : "WHERE (\(key)) > (\(marks))"
            let sql = "SELECT * FROM \(table.name) \(condition) ORDER BY \(key) LIMIT $\(last.count + 1)"
            let rows = try await database.read { [last, batch] in try $0.rows(sql, last + [batch]) }
            guard let end = rows.last else { return }
            try await work(rows)
            last = try table.key.map { StoredValue(value: try end.stored($0)) }
        }
    }
}

/// A value as it is stored.
struct StoredValue: SQLConvertible {
    let value: SQLValue

    var sqlValue: SQLValue { value }

    init(value: SQLValue) { self.value = value }

    init?(_ value: SQLValue) { self.value = value }
}

extension SQLValue {
    /// Bytes that differ where values do.
    fileprivate var canonical: [UInt8] {
        switch self {
        case .null: [0]
        case .integer(let number): [1] + Array("\(number);".utf8)
        case .text(let text): [2] + Array("\(text.utf8.count):\(text)".utf8)
        case .bytes(let bytes): [3] + Array("\(bytes.count):".utf8) + bytes
        }
    }
}
