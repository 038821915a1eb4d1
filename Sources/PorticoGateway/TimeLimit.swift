import PorticoAuth

/// Runs `work`, and cancels it at the time limit or when the calling task is cancelled.
///
/// - Throws: ``GatewayError/timedOut``, `CancellationError`, or the errors of `work`.
func withTimeLimit<Result: Sendable>(
    _ limit: Duration, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw GatewayError.timedOut
        }
        defer { group.cancelAll() }
        let first = await group.nextResult()
        // Cancelled work may fail with another error.
        try Task.checkCancellation()
        guard let first else { throw CancellationError() }
        return try first.get()
    }
}
