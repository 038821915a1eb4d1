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

    fileprivate struct Table: Sendable {
        let name: String
        let key: [String]
        let sealed: String
        let others: String
        let count: any WritableKeyPath<Unreadable, Int> & Sendable
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
        Table(
            name: "drafts", key: ["id"], sealed: "sealed",
            others: "token_digest, browser, server, user_name, path, kept_at", count: \.drafts
        ) { box, _, row in try SealedDraft(row: row).map(box.opens) == true },
        Table(name: "job_parts", key: ["job", "number"], sealed: "sealed", others: "", count: \.results) {
            (try? $0.openStored($1, number: try $2.value("number"), of: try $2.value("job"))) != nil
        },
    ]

    /// Maximum number of rows of a table that ``isStranger(_:in:draftsSince:)`` tries.
    private static let sample = 20

    /// Whether values are stored, and the keys of `box` open none of the latest.
    static func isStranger(
        _ box: SecretBox, in connection: any SQLConnection, draftsSince start: Date
    ) throws -> Bool {
        var isStored = false
        for table in tables {
            let (sql, values) = table.query(after: [], draftsSince: start, isLatest: true, limit: sample)
            let rows = try connection.rows(sql, values)
            if try rows.contains(where: { try table.opens(box, $0.value(table.sealed), $0) }) { return false }
            isStored = isStored || !rows.isEmpty
        }
        return isStored
    }

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
    ///
    /// - Returns: the number of drafts and kept pages, and of jobs.
    @discardableResult
    public func deleteUnreadable(with box: SecretBox) async throws -> Int {
        var count = 0
        for table in Self.tables where table.count != \.tokens {
            try await forEachBatch(of: table) { rows in
                let lost = try rows.filter { try !table.opens(box, $0.value(table.sealed), $0) }
                guard !lost.isEmpty else { return }
                let ids = try lost.map { StoredValue(value: try $0.stored(table.key[0])) }
                let owner = table.count == \.results ? "jobs" : table.name
                count += try await database.write { connection in
                    try ids.map { try connection.execute("DELETE FROM \(owner) WHERE id = $1", [$0]) }.reduce(0, +)
                }
            }
        }
        return count
    }

    /// Withdraws what was made with keys that somebody may know: the links of mails, and the sign-ins at other hosts, which
    /// browsers fetch again. No server may run.
    public func withdrawDerived() async throws {
        _ = try await database.write { connection in
            try connection.execute("UPDATE links SET is_used = 1 WHERE is_used = 0", [])
            try connection.execute("DELETE FROM host_sign_ins", [])
        }
    }

    private func forEachBatch(of table: Table, _ work: ([SQLRow]) async throws -> Void) async throws {
        var last: [StoredValue] = []
        while true {
            let (sql, values) = table.query(after: last, draftsSince: start, isLatest: false, limit: Self.batch)
            let rows = try await database.read { try $0.rows(sql, values) }
            guard let end = rows.last else { return }
            try await work(rows)
            last = try table.key.map { StoredValue(value: try end.stored($0)) }
        }
    }
}

extension SQLSealedRows.Table {
    /// - Parameter last: the key of the row before the first; empty for the start.
    fileprivate func query(
        after last: [StoredValue], draftsSince start: Date, isLatest: Bool, limit: Int
    ) -> (sql: String, values: [any SQLConvertible]) {
        let marks = (1...key.count).map { "$\($0)" }.joined(separator: ", ")
        var values: [any SQLConvertible] = last
        var conditions = ["\(sealed) IS NOT NULL"]
        if !last.isEmpty { conditions.append("(\(key.joined(separator: ", "))) > (\(marks))") }
        if count == \.drafts {
            values.append(start)
            conditions.append("kept_at > $\(values.count)")
        }
        values.append(limit)
        let columns = (key + [others, sealed]).filter { !$0.isEmpty }.joined(separator: ", ")
        let order = key.map { isLatest ? "\($0) DESC" : $0 }.joined(separator: ", ")
        let sql = """
            SELECT \(columns) FROM \(name) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY \(order) LIMIT $\(values.count)
            """
        return (sql, values)
    }
}
