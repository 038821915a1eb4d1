import PorticoAuth

/// Does `work`, which is cancelled when the time is over or the task that asked for it is cancelled.
///
/// - Throws: ``GatewayError/timedOut``, `CancellationError`, or what `work` throws.
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
        // What ends because it is cancelled may look like something else.
        try Task.checkCancellation()
        guard let first else { throw CancellationError() }
        return try first.get()
    }
}
