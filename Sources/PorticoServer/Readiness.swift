import PorticoSQL

/// Checks that the database can be read and written, at most once in two seconds; calls in between share the result.
actor Readiness {
    private let database: any SQLDatabase
    private var last: (begun: ContinuousClock.Instant, check: Task<Void, any Error>)?

    private static let interval = Duration.seconds(2)

    init(database: any SQLDatabase) {
        self.database = database
    }

    /// - Throws: the error of the database.
    func check() async throws {
        let now = ContinuousClock.now
        if let last, now - last.begun < Self.interval { return try await last.check.value }
        let check = Task { [database] in try await database.checkWriting() }
        last = (now, check)
        try await check.value
    }
}
