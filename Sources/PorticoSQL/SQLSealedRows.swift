import Foundation
import PorticoConfig
import PorticoStore

/// All rows with values that ``SecretBox`` has sealed.
public struct SQLSealedRows: Sendable {
    /// The numbers of values that no key opens.
    public struct Unreadable: Hashable, Sendable {
        /// Tokens of gateways.
        public var tokens = 0
        /// Secrets of authenticator apps.
        public var apps = 0
        /// Drafts and kept pages.
        public var drafts = 0
        /// Parts of the results of jobs.
        public var results = 0

        public init() {}
    }

    private struct Table: Sendable {
        let name: String
        var key = ["id"]
        let sealed: String
        /// Further columns, for ``opens``.
        var others: [String] = []
        /// The time column of rows that expire as drafts do.
        var keptAt: String?
        /// The table of the row to delete for an unreadable value: its own row or its owner's, which can be made again.
        /// nil if no row may be deleted.
        var owner: String?
        let count: any WritableKeyPath<Unreadable, Int> & Sendable
        let opens: @Sendable (SecretBox, _ sealed: Data, SQLRow) throws -> Bool

        /// - Parameter start: the time before which drafts have expired.
        func batches(draftsSince start: Date) -> SQLBatches {
            var batches = SQLBatches(table: name, key: key, columns: (key + others + [sealed]).joined(separator: ", "))
            batches.condition = "\(sealed) IS NOT NULL"
            if let keptAt {
                batches.condition += " AND \(keptAt) > $1"
                batches.values = [start]
            }
            return batches
        }
    }

    private let database: any SQLDatabase
    /// The time before which drafts have expired.
    private let start: Date

    /// Maximum number of rows in one transaction. A part of a result can have a megabyte.
    private static let batch = 50

    /// - Parameter start: the time before which drafts have expired.
    public init(_ database: any SQLDatabase, draftsSince start: Date) {
        self.database = database
        self.start = start
    }

    private static let tables = [
        Table(name: "sign_ins", sealed: "gateway_token", others: ["server", "user_name"], count: \.tokens) {
            $0.open($1, of: try AccountID(row: $2)) != nil
        },
        Table(
            name: "pending_sign_ins", key: ["token_digest"], sealed: "gateway_token", others: ["server", "user_name"],
            count: \.tokens
        ) { $0.open($1, of: try AccountID(row: $2)) != nil },
        Table(name: "ended_gateway_tokens", sealed: "sealed_token", others: ["server", "user_name"], count: \.tokens) {
            $0.open($1, of: try AccountID(row: $2)) != nil
        },
        Table(name: "totp", key: ["server", "user_name"], sealed: "sealed_secret", count: \.apps) {
            $0.openTOTP($1, of: try AccountID(row: $2)) != nil
        },
        Table(
            name: "drafts", sealed: "sealed",
            others: ["token_digest", "browser", "server", "user_name", "path", "kept_at"], keptAt: "kept_at",
            owner: "drafts", count: \.drafts
        ) { box, _, row in try SealedDraft(row: row).map(box.opens) == true },
        Table(name: "job_parts", key: ["job", "number"], sealed: "sealed", owner: "jobs", count: \.results) {
            (try? $0.openStored($1, number: try $2.value("number"), of: try $2.value("job"))) != nil
        },
    ]

    /// Maximum number of rows of a table that ``isStranger(_:in:draftsSince:)`` tries.
    private static let sample = 20

    /// Whether there are stored values, but the keys of `box` open none of the latest.
    static func isStranger(
        _ box: SecretBox, in connection: any SQLConnection, draftsSince start: Date
    ) throws -> Bool {
        var isStored = false
        for table in tables {
            let rows = try table.batches(draftsSince: start).rows(limit: sample, isDescending: true, connection)
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

    /// Deletes the drafts, kept pages and jobs with results that no key of `box` opens. No server may be running.
    ///
    /// - Returns: the number of drafts and kept pages, and of jobs.
    @discardableResult
    public func deleteUnreadable(with box: SecretBox) async throws -> Int {
        var count = 0
        for table in Self.tables {
            guard let owner = table.owner else { continue }
            try await forEachBatch(of: table) { rows in
                let lost = try rows.filter { try !table.opens(box, $0.value(table.sealed), $0) }
                guard !lost.isEmpty else { return }
                let ids = try lost.map { StoredValue(value: try $0.stored(table.key[0])) }
                count += try await database.write { connection in
                    try ids.map { try connection.execute("DELETE FROM \(owner) WHERE id = $1", [$0]) }.reduce(0, +)
                }
            }
        }
        return count
    }

    private func forEachBatch(of table: Table, _ work: ([SQLRow]) async throws -> Void) async throws {
        let batches = table.batches(draftsSince: start)
        var last: [StoredValue] = []
        while true {
            let rows = try await database.read { [last] in try batches.rows(after: last, limit: Self.batch, $0) }
            guard let end = rows.last else { return }
            try await work(rows)
            last = try batches.key(of: end)
        }
    }
}
