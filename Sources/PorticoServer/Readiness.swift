import PorticoSQLite

/// Finds out whether the database answers and takes what is written, at most once in two seconds, however often it is asked.
actor Readiness {
    private let database: Database
    private var last: (begun: ContinuousClock.Instant, check: Task<Void, any Error>)?

    private static let interval = Duration.seconds(2)

    init(database: Database) {
        self.database = database
    }

    /// - Throws: what the database says where it is not ready.
    func check() async throws {
        let now = ContinuousClock.now
        if let last, now - last.begun < Self.interval { return try await last.check.value }
        let check = Task { [database] in try await database.checkWriting() }
        last = (now, check)
        try await check.value
    }
}
