import Foundation
import PorticoConfig
import PorticoStore

/// All rows whose values ``SecretBox`` has sealed.
public struct SQLSealedRows: Sendable {
    /// The numbers of values that no key opens.
    public struct Unreadable: Hashable, Sendable {
        public var tokens = 0
        /// Drafts and kept pages.
        public var drafts = 0
        /// Parts of the results of jobs.
        public var results = 0

        public init() {}
    }

    private struct Table: Sendable {
        let name: String
        let key: [String]
        let sealed: String
        let others: String
        let count: WritableKeyPath<Unreadable, Int> & Sendable
        let opens: @Sendable (SecretBox, _ sealed: Data, SQLRow) throws -> Bool
    }

    private let database: any SQLDatabase
    /// Drafts from before have expired.
    private let start: Date

    /// Maximum number of rows in one transaction. A part of a result can have a megabyte.
    private static let batch = 50

    /// - Parameter start: the time before which drafts have expired.
    public init(_ database: any SQLDatabase, draftsSince start: Date) {
        self.database = database
        self.start = start
    }

    private static let tables = [
        Table(name: "sign_ins", key: ["id"], sealed: "gateway_token", others: "server, user_name", count: \.tokens) {
            $0.open($1, of: try AccountID(row: $2)) != nil
        },
        Table(
            name: "ended_gateway_tokens", key: ["id"], sealed: "sealed_token", others: "server, user_name",
            count: \.tokens
        ) { $0.open($1, of: try AccountID(row: $2)) != nil },
        Table(name: "drafts", key: ["id"], sealed: "sealed", others: "server, user_name, path", count: \.drafts) {
            let (account, path): (AccountID, String) = (try AccountID(row: $2), try $2.value("path"))
            let draft = $0.open($1, for: .draft, context: SecretBox.context(ofDraftOf: account, path: path))
            return draft != nil
                || $0.open($1, for: .keptPage, context: SecretBox.context(ofPageOf: account, path: path)) != nil
        },
        Table(name: "job_parts", key: ["job", "number"], sealed: "sealed", others: "", count: \.results) {
            (try? $0.openStored($1, number: try $2.value("number"), of: try $2.value("job"))) != nil
        },
    ]

    /// Opens all values with the keys of `box`.
    public func unreadable(with box: SecretBox) async throws -> Unreadable {
        var unreadable = Unreadable()
        for table in Self.tables {
            try await forEachBatch(of: table) { rows in
                for row in rows where try !table.opens(box, row.value(table.sealed), row) {
                    unreadable[keyPath: table.count] += 1
                }
            }
        }
        return unreadable
    }

    /// Deletes the drafts, kept pages and jobs with results that no key of `box` opens. No server may run.
    public func deleteUnreadable(with box: SecretBox) async throws {
        for table in Self.tables where table.count != \.tokens {
            try await forEachBatch(of: table) { rows in
                let lost = try rows.filter { try !table.opens(box, $0.value(table.sealed), $0) }
                guard !lost.isEmpty else { return }
                let ids = try lost.map { StoredValue(value: try $0.stored(table.key[0])) }
                let owner = table.count == \.results ? "jobs" : table.name
                try await database.write { connection in
                    for id in ids { try connection.execute("DELETE FROM \(owner) WHERE id = $1", [id]) }
                }
            }
        }
    }

    private func forEachBatch(of table: Table, _ work: ([SQLRow]) async throws -> Void) async throws {
        let key = table.key.joined(separator: ", ")
        let columns = [key, table.others, table.sealed].filter { !$0.isEmpty }
        let marks = (1...table.key.count).map { "$\($0)" }.joined(separator: ", ")
        var last: [StoredValue] = []
        while true {
            var values: [any SQLConvertible] = last
            var conditions = ["\(table.sealed) IS NOT NULL"]
            if !last.isEmpty { conditions.append("(\(key)) > (\(marks))") }
            if table.count == \.drafts {
                values.append(start)
                conditions.append("kept_at > $\(values.count)")
            }
            values.append(Self.batch)
            let sql = """
                SELECT \(columns.joined(separator: ", ")) FROM \(table.name)
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(key) LIMIT $\(values.count)
                """
            let rows = try await database.read { [values] in try $0.rows(sql, values) }
            guard let end = rows.last else { return }
            try await work(rows)
            last = try table.key.map { StoredValue(value: try end.stored($0)) }
        }
    }
}
