import PorticoConfig
import PorticoSQL
import Synchronization

/// A workplace store in memory that counts its reads, fails while it is set to down, and can pause a call of `choice`.
package final class PausingWorkplaceStore: WorkplaceStore {
    /// The error while the store is down.
    package struct Down: Error {}

    private struct State {
        var reads = 0
        var isDown = false
        var pause: (@Sendable () async -> Void)?
    }

    private let store = SQLWorkplaceStore.inMemory()
    private let state = Mutex(State())

    /// An empty store.
    package init() {}

    /// The number of reads.
    package var reads: Int { state.withLock { $0.reads } }

    /// Makes every further call throw ``Down``, or stops doing so.
    package func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// Runs `work` once, after the next call of `choice` has read its result and before it returns.
    package func pauseNextChoice(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.pause = work }
    }

    package func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        if state.withLock({ $0.isDown }) { throw Down() }
        try await store.replace(directory, on: server)
    }

    package func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] {
        try countRead()
        return try await store.workplaces(query)
    }

    package func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try countRead()
        return try await store.workplace(kind, code: code, on: server)
    }

    package func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice {
        try countRead()
        let choice = try await store.choice(codes, on: server)
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        await pause?()
        return choice
    }

    private func countRead() throws {
        try state.withLock { state in
            state.reads += 1
            if state.isDown { throw Down() }
        }
    }
}
