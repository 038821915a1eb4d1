import PorticoConfig
import Synchronization

/// Workplaces in memory, for tests; it counts how often it is read, and fails when it is told to.
public final class MemoryWorkplaceStore: WorkplaceStore {
    /// What the store throws while it is down.
    public struct Down: Error {}

    private struct State {
        var directories: [ServerID: [Workplace]] = [:]
        var reads = 0
        var isDown = false
        var pause: (@Sendable () async -> Void)?
    }

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
        try state.withLock { state in
            if state.isDown { throw Down() }
            state.directories[server] = directory.sortedByName
        }
    }

    public func workplaces(_ query: WorkplaceQuery) async throws -> [Workplace] {
        let found = try workplaces(on: query.server).filter { workplace in
            workplace.kind == query.kind && (query.parent == nil || workplace.parent == query.parent)
                && (query.text.isEmpty
                    || [workplace.name, workplace.code].contains { $0.folded.contains(query.text.folded) })
        }
        return Array(found.prefix(max(0, query.limit)))
    }

    public func workplace(_ kind: Workplace.Kind, code: String, on server: ServerID) async throws -> Workplace? {
        try workplaces(on: server).first { $0.kind == kind && $0.code == code }
    }

    public func choice(_ codes: WorkplaceCodes, on server: ServerID) async throws -> WorkplaceChoice {
        let all = try workplaces(on: server)
        let choice = WorkplaceChoice(
            codes, found: all.filter { codes[$0.kind] == $0.code }, isOffered: !all.isEmpty)
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        await pause?()
        return choice
    }

    private func workplaces(on server: ServerID) throws -> [Workplace] {
        try state.withLock { state in
            state.reads += 1
            if state.isDown { throw Down() }
            return state.directories[server] ?? []
        }
    }
}
