import PorticoAuth
import Synchronization

/// Wraps a store, counts its transactions, and fails while it is set to down.
package final class FaultyAuthStore: AuthStore {
    /// The error while the store is down. Its text must appear in the log only.
    package struct Down: Error, CustomStringConvertible {
        package let description = "disk I/O error in /secret/path (SQLITE_IOERR)"
    }

    private struct State {
        var isDown = false
        var failingWrites = 0
        var reads = 0
        var writes = 0
        var pause: (@Sendable () async throws -> Void)?
        var pauseOfFailure: (@Sendable () async throws -> Void)?
    }

    private let store: any AuthStore
    private let state = Mutex(State())

    /// - Parameter store: the wrapped store.
    package init(_ store: any AuthStore) {
        self.store = store
    }

    /// The number of read transactions.
    package var reads: Int { state.withLock { $0.reads } }
    /// The number of write transactions.
    package var writes: Int { state.withLock { $0.writes } }

    /// Makes every further transaction throw ``Down``, or stops doing so.
    package func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// Makes the next write transactions throw ``Down``.
    package func failWrites(_ count: Int) {
        state.withLock { $0.failingWrites = count }
    }

    /// Runs `work` once, after the next transaction and before its result is returned.
    package func pauseNextTransaction(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.pause = work }
    }

    /// Runs `work` once, after the next write transaction that its body rolls back, and before the error is thrown.
    package func pauseNextFailure(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.pauseOfFailure = work }
    }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try count(\.reads)
        let result = try await store.read(body)
        try await pause(\.pause)
        return result
    }

    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try count(\.writes)
        try state.withLock { state in
            guard state.failingWrites > 0 else { return }
            state.failingWrites -= 1
            throw Down()
        }
        let result: T
        do {
            result = try await store.write(body)
        } catch {
            try await pause(\.pauseOfFailure)
            throw error
        }
        try await pause(\.pause)
        return result
    }

    private func pause(_ kind: WritableKeyPath<State, (@Sendable () async throws -> Void)?> & Sendable) async throws {
        let pause = state.withLock { state in
            defer { state[keyPath: kind] = nil }
            return state[keyPath: kind]
        }
        try await pause?()
    }

    private func count(_ transactions: WritableKeyPath<State, Int>) throws {
        try state.withLock { state in
            state[keyPath: transactions] += 1
            if state.isDown { throw Down() }
        }
    }
}
