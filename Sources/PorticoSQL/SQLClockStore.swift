import Foundation

/// The times that a machine's clock is compared with, and how far the clean-up has come.
public struct SQLClockStore: Sendable {
    /// The times that a clock is compared with.
    public struct Reference: Hashable, Sendable {
        /// The clock of the database; nil for an engine that has none of its own.
        public let database: Date?
        /// The time of the newest security event; nil if there is none.
        public let newest: Date?
        /// When somebody last said that the clocks are right; nil if nobody has.
        public let acceptance: Acceptance?
        /// The time, by the clock of the server that leads, up to which the clean-up has come; nil before the first.
        public let cleaned: Date?
    }

    /// That clocks are right, whatever they are compared with.
    public struct Acceptance: Hashable, Sendable {
        /// By how much the right time is ahead of the database's clock.
        public let lead: TimeInterval
        /// The time of the newest security event, which may be wrong.
        public let newest: Date
        /// How often it was said.
        public let number: Int

        public init(lead: TimeInterval, newest: Date, number: Int) {
            self.lead = lead
            self.newest = newest
            self.number = number
        }
    }

    private let database: any SQLDatabase
    /// Whether the database has a clock of its own.
    private let isShared: Bool

    public init(_ database: any SQLDatabase, isShared: Bool) {
        self.database = database
        self.isShared = isShared
    }

    public func reference() async throws -> Reference {
        let clock = isShared ? SQLNodeStore.now : "NULL"
        return try await database.read { connection in
            let newest = try connection.row("SELECT time FROM security_events ORDER BY id DESC LIMIT 1", [])
            let now: Date? = try connection.row("SELECT \(clock) AS time", [])?.optional("time")
            guard let row = try connection.row("SELECT * FROM clock", []) else {
                return Reference(database: now, newest: try newest?.value("time"), acceptance: nil, cleaned: nil)
            }
            let number: Int = try row.value("acceptances")
            let lead: Int64 = try row.value("accepted_lead")
            return Reference(
                database: now, newest: try newest?.value("time"),
                acceptance: number == 0
                    ? nil
                    : Acceptance(lead: Double(lead) / 1000, newest: try row.value("accepted_newest"), number: number),
                cleaned: try row.value("cleaned_at"))
        }
    }

    /// Says that the clocks are right, and that everything may be cleaned up that is old by them.
    ///
    /// - Parameter now: by the clock of this machine.
    /// - Returns: what it was compared with.
    public func accept(at now: Date) async throws -> Reference {
        let reference = try await reference()
        let lead = reference.database.map { Int64(now.timeIntervalSince($0) * 1000) } ?? 0
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO clock (id, acceptances, accepted_lead, accepted_newest, cleaned_at) VALUES (1, 1, $1, $2, $3)
                ON CONFLICT (id) DO UPDATE SET acceptances = clock.acceptances + 1,
                    accepted_lead = excluded.accepted_lead, accepted_newest = excluded.accepted_newest,
                    cleaned_at = excluded.cleaned_at
                """, [lead, reference.newest ?? now, now])
        }
        return reference
    }

    /// The clean-up has come to this time, by the clock of this machine.
    public func setCleaned(_ time: Date) async throws {
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO clock (id, acceptances, accepted_lead, accepted_newest, cleaned_at) VALUES (1, 0, 0, 0, $1)
                ON CONFLICT (id) DO UPDATE SET cleaned_at = excluded.cleaned_at
                """, [time])
        }
    }
}
