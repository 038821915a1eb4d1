import PorticoAuth
import PorticoConfig

/// The number of successful calls among `count` concurrent ones. Ignores refusals, and throws all other errors.
func successes(_ count: Int, _ work: @escaping @Sendable (Int) async throws -> Void) async throws -> Int {
    try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<count { group.addTask { try await succeeds { try await work(number) } } }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}

/// Whether `work` succeeds; false for a refusal.
func succeeds(_ work: () async throws -> some Sendable) async throws -> Bool {
    do {
        _ = try await work()
        return true
    } catch is AuthError {
        return false
    } catch is LinkProblem {
        return false
    } catch is LimitReached {
        return false
    } catch ConfigError.changedMeanwhile {
        return false
    }
}
