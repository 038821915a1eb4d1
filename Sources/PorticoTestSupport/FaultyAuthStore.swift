import PorticoAuth
import Synchronization

/// A store that counts its transactions and fails when it is told to, in front of a real one.
public final class FaultyAuthStore: AuthStore {
    /// What the store throws while it is down. Nobody but the log may see the text.
    public struct Down: Error, CustomStringConvertible {
        public let description = "disk I/O error in /secret/path (SQLITE_IOERR)"
    }

    private struct State {
        var isDown = false
        var reads = 0
        var writes = 0
        var pause: (@Sendable () async throws -> Void)?
    }

    private let store: any AuthStore
    private let state = Mutex(State())

    public init(_ store: any AuthStore) {
        self.store = store
    }

    public var reads: Int { state.withLock { $0.reads } }
    public var writes: Int { state.withLock { $0.writes } }

    public func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// The next reading calls `work` between finding its answer and giving it.
    public func pauseNextRead(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.pause = work }
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try count(\.reads)
        let answer = try await store.read(body)
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        try await pause?()
        return answer
    }

    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try count(\.writes)
        return try await store.write(body)
    }

    private func count(_ transactions: WritableKeyPath<State, Int>) throws {
        try state.withLock { state in
            state[keyPath: transactions] += 1
            if state.isDown { throw Down() }
        }
    }
}
