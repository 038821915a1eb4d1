import PorticoConfig
import PorticoSQL
import Synchronization

/// A store of workplaces that counts its reads, fails when it is told to, and can hold a choice after it has found its answer.
public final class PausingWorkplaceStore: WorkplaceStore {
    /// What the store throws while it is down.
    public struct Down: Error {}

    private struct State {
        var reads = 0
        var isDown = false
        var pause: (@Sendable () async -> Void)?
    }

    private let store = SQLWorkplaceStore.inMemory()
    private let state = Mutex(State())

    public init() {}

    public var reads: Int { state.withLock { $0.reads } }

    public func setDown(_ isDown: Bool) {
        state.withLock { $0.isDown = isDown }
    }

    /// The next choice that is read calls `work` between finding its answer and giving it.
    public func pauseNextChoice(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.pause = work }
    }

    public func replace(_ directory: WorkplaceDirectory, on server: ServerID) async throws {
        if state.withLock({ $0.isDown }) { throw Down() }
        try await store.replace(directory, on: server)
    }

    public func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] {
        try countRead()
        return try await store.workplaces(query)
    }

    public func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try countRead()
        return try await store.workplace(kind, code: code, on: server)
    }

    public func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice {
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
