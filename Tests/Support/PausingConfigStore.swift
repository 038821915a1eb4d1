import PorticoConfig
import PorticoSQL
import Synchronization

/// Wraps a store, counts its reads, fails while it is set to down, and can pause a read before it returns.
package final class PausingConfigStore: ConfigStore {
    /// The error while the store is down.
    package struct Down: Error {}

    private struct State {
        var isDown = false
        var reads = 0
        var pause: (@Sendable () async -> Void)?
    }

    private let store: any ConfigStore
    private let state = Mutex(State())

    /// - Parameter store: the wrapped store.
    package init(_ store: any ConfigStore = SQLConfigStore.inMemory()) {
        self.store = store
    }

    /// The number of reads.
    package var reads: Int { state.withLock { $0.reads } }

    /// Makes every further call throw ``Down``, or stops doing so.
    package func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// Runs `work` once, after the next read and before its result is returned.
    package func pauseNextRead(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.pause = work }
    }

    package func stored(in scope: ConfigScope) async throws -> ConfigValues {
        let pause = try state.withLock { state in
            state.reads += 1
            if state.isDown { throw Down() }
            defer { state.pause = nil }
            return state.pause
        }
        let values = try await store.stored(in: scope)
        await pause?()
        return values
    }

    package func set(
        _ values: [String: String?], in scope: ConfigScope, seen: ConfigVersion?
    ) async throws -> ConfigWrite {
        if state.withLock({ $0.isDown }) { throw Down() }
        return try await store.set(values, in: scope, seen: seen)
    }

    package func replace(
        _ versions: [String: ConfigVersion], with values: [String: String?], in scope: ConfigScope
    ) async throws -> ConfigValues {
        if state.withLock({ $0.isDown }) { throw Down() }
        return try await store.replace(versions, with: values, in: scope)
    }
}
