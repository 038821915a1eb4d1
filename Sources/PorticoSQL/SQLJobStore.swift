import Foundation
import PorticoConfig
import PorticoStore

/// Keeps jobs in the tables `jobs` and `job_parts`. Results are encrypted.
public struct SQLJobStore: JobStore {
    private let database: any SQLDatabase
    private let box: SecretBox
    private let server: String

    /// Time without a heartbeat after which the jobs of a server are interrupted, in seconds.
    static let patience = 15

    /// - Parameters:
    ///   - box: encrypts results; the same on every server.
    ///   - server: identifies this process among the servers, as in ``SQLNodeStore``.
    public init(_ database: any SQLDatabase, box: SecretBox, server: String) {
        self.database = database
        self.box = box
        self.server = server
    }

    public func start(_ job: Job, limit: Int) async throws -> Job? {
        try await database.write { [server] connection in
            let rows = try connection.rows(
                "SELECT * FROM jobs WHERE server = $1 AND user_name = $2 AND is_at_work = 1", job.account.columns)
            let others = try rows.map(Job.init(row:))
            if let same = others.first(where: { $0.isRunning && $0.title == job.title && $0.browser == job.browser }) {
                return same
            }
            guard others.count < limit else { return nil }
            let values: [(any SQLConvertible)?] = [
                job.id, job.account.server, job.account.user, job.browser, server, job.title.description, job.address,
                job.text.description, try JSONText.encode(job.outcome), job.startedAt, try job.title.column,
                try job.text.column,
            ]
            try connection.execute(
                """
                INSERT INTO jobs (id, server, user_name, browser, node, title, address, step, outcome, started_at,
                    title_entry, step_entry, is_at_work)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 1)
                """, values)
            return job
        }
    }

    public func job(_ id: Job.ID) async throws -> Job? {
        try await database.ask { try $0.row("SELECT * FROM jobs WHERE id = $1", [id]).map(Job.init(row:)) }
    }

    public func jobs(in browser: Browser.ID) async throws -> [Job] {
        try await database.ask {
            try $0.rows("SELECT * FROM jobs WHERE browser = $1 ORDER BY started_at, id", [browser]).map(Job.init(row:))
        }
    }

    public func report(_ value: Double?, _ text: LocalizedText, of id: Job.ID) async throws -> Bool {
        let thousandths = value.map { Int($0 * 1000) }
        return try await database.write { connection in
            try connection.execute(
                """
                UPDATE jobs SET progress = $1, step = $2, step_entry = $3 WHERE id = $4 AND ended_at IS NULL
                """, [thousandths, text.description, try text.column, id]) > 0
        }
    }

    public func add(_ part: Data, number: Int, of id: Job.ID) async throws -> Bool {
        let sealed = try box.seal(part, number: number, of: id)
        return try await database.write { connection in
            // A repetition after a lost reply replaces the part.
            try connection.execute("DELETE FROM job_parts WHERE job = $1 AND number = $2", [id, number])
            return try connection.execute(
                """
                INSERT INTO job_parts (job, number, sealed)
                SELECT id, $1, $2 FROM jobs WHERE id = $3 AND ended_at IS NULL
                """, [number, sealed, id]) > 0
        }
    }

    public func end(
        _ id: Job.ID, _ outcome: Job.Outcome, at time: Date, size: Int, capacity: Int, isAtWork: Bool
    ) async throws -> Bool {
        try await database.write { connection in
            if !isAtWork { try connection.execute("UPDATE jobs SET is_at_work = 0 WHERE id = $1", [id]) }
            let ended = try connection.rows(
                """
                UPDATE jobs SET outcome = $1, ended_at = $2, size = $3 WHERE id = $4 AND ended_at IS NULL RETURNING *
                """, [try JSONText.encode(outcome), time, size, id])
            guard let job = try ended.first.map(Job.init(row:)) else { return false }
            switch outcome {
            case .file, .sentence: try Self.makeRoom(for: job, capacity, connection)
            case .running, .failed, .cancelled, .interrupted:
                try connection.execute("DELETE FROM job_parts WHERE job = $1", [id])
            }
            if isAtWork { try connection.announce(.endedJob(id)) }
            return true
        }
    }

    private static func makeRoom(for job: Job, _ capacity: Int, _ connection: any SQLConnection) throws {
        try connection.execute(
            """
            DELETE FROM jobs WHERE server = $1 AND user_name = $2 AND browser = $3 AND title = $4 AND id <> $5
                AND is_at_work = 0
            """, job.account.columns + [job.browser, job.title.description, job.id])
        var size = job.size
        let others = try connection.rows(
            "SELECT id, size FROM jobs WHERE size > 0 AND id <> $1 ORDER BY ended_at DESC, id", [job.id])
        for other in others {
            size += try other.value("size") as Int
            if size > capacity {
                try connection.execute("DELETE FROM jobs WHERE id = $1", [try other.value("id") as String])
            }
        }
    }

    public func part(_ number: Int, of id: Job.ID) async throws -> Data? {
        let sealed: Data? = try await database.ask { connection in
            try connection.row("SELECT sealed FROM job_parts WHERE job = $1 AND number = $2", [id, number])?
                .value("sealed")
        }
        return try sealed.map { try box.openStored($0, number: number, of: id) }
    }

    @discardableResult
    public func markNotified(_ id: Job.ID) async throws -> Bool {
        try await database.write { connection in
            try connection.execute("UPDATE jobs SET is_notified = 1 WHERE id = $1 AND is_notified = 0", [id]) > 0
        }
    }

    /// Where there cannot be other servers, all jobs of others are those of an earlier process.
    public func interruptLost(at time: Date) async throws -> [Job] {
        var (lost, values): (String, [(any SQLConvertible)?]) = ("is_at_work = 1 AND node <> $1", [server])
        if database.isShared {
            // A server appears in the list shortly after its start.
            lost += """
                 AND started_at < $2
                AND node NOT IN (SELECT id FROM nodes WHERE seen_at >= \(SQLNodeStore.now) - \(Self.patience * 1000))
                """
            values.append(time - Double(Self.patience))
        }
        return try await database.write { [lost, values] connection in
            let running = try connection.rows("SELECT * FROM jobs WHERE ended_at IS NULL AND \(lost)", values).map(
                Job.init)
            for job in running {
                try connection.execute(
                    "UPDATE jobs SET outcome = $1, ended_at = $2 WHERE id = $3",
                    [try JSONText.encode(Job.Outcome.interrupted), time, job.id])
                try connection.execute("DELETE FROM job_parts WHERE job = $1", [job.id])
            }
            try connection.execute("UPDATE jobs SET is_at_work = 0 WHERE \(lost)", values)
            return running
        }
    }

    public func deleteJobs(endedUntil time: Date) async throws {
        _ = try await database.write { connection in
            try connection.execute("DELETE FROM jobs WHERE ended_at <= $1 AND is_at_work = 0", [time])
        }
    }
}

extension Job {
    init(row: SQLRow) throws {
        self.init(
            id: try row.value("id"), title: try row.text("title", entry: "title_entry"),
            account: try AccountID(row: row),
            browser: try row.value("browser"), address: try row.value("address"),
            value: try (row.optional("progress") as Int?).map { Double($0) / 1000 },
            text: try row.text("step", entry: "step_entry"),
            outcome: try JSONText.decode(Outcome.self, from: try row.value("outcome")), size: try row.value("size"),
            isNotified: try row.value("is_notified"), startedAt: try row.value("started_at"),
            endedAt: try row.optional("ended_at"))
    }
}

extension LocalizedText {
    /// The column beside that of the text in the source language; nil for a text that is the same in every language.
    fileprivate var column: String? {
        get throws { try entry.map(JSONText.encode) }
    }
}

extension SQLRow {
    fileprivate func text(_ column: String, entry: String) throws -> LocalizedText {
        let entry = try (optional(entry) as String?).map { try JSONText.decode(LocalizedText.self, from: $0) }
        return LocalizedText(entry: entry, text: try value(column))
    }
}
