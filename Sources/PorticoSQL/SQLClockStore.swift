import Foundation

/// The reference times for a machine's clock, and the time of the last clean-up.
public struct SQLClockStore: Sendable {
    /// The reference times for a machine's clock.
    public struct Reference: Hashable, Sendable {
        /// The clock of the database; nil for an engine without a clock of its own.
        public let database: Date?
        /// The time of the newest security event; nil if there is none.
        public let newest: Date?
        /// The last confirmation that the clocks are right; nil if there is none.
        public let acceptance: Acceptance?
        /// The time of the last clean-up, by the clock of the leading server; nil before the first.
        public let cleaned: Date?
    }

    /// An administrator's confirmation that the clocks are right, even if they differ from the references.
    public struct Acceptance: Hashable, Sendable {
        /// Seconds by which the confirming machine's clock was ahead of the database's.
        public let lead: TimeInterval
        /// The time of the newest security event then, which may be wrong.
        public let newest: Date
        /// The number of confirmations so far.
        public let number: Int

        public init(lead: TimeInterval, newest: Date, number: Int) {
            self.lead = lead
            self.newest = newest
            self.number = number
        }
    }

    private let database: any SQLDatabase

    public init(_ database: any SQLDatabase) {
        self.database = database
    }

    public func reference() async throws -> Reference {
        let clock = database.isShared ? SQLNodeStore.now : "NULL"
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

    /// Records that the clocks are right and that the clean-up may delete everything expired by them.
    ///
    /// - Parameter now: by the clock of this machine.
    /// - Returns: the references before the confirmation.
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

    /// Records the time of the last clean-up, by the clock of this machine.
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
