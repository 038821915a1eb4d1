import Foundation
import PorticoAuth
import PorticoConfig
import Synchronization

/// A store that counts its calls and fails when it is told to, in front of a real one.
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

    /// The next reading of a browser calls `work` between finding its answer and giving it.
    public func pauseNextRead(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.pause = work }
    }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        let browser = try await reading().browser(token)
        let pause = state.withLock { state in
            defer { state.pause = nil }
            return state.pause
        }
        try await pause?()
        return browser
    }

    func reading() throws -> any AuthStore {
        try state.withLock { state in
            state.reads += 1
            if state.isDown { throw Down() }
        }
        return store
    }

    func writing() throws -> any AuthStore {
        try state.withLock { state in
            state.writes += 1
            if state.isDown { throw Down() }
        }
        return store
    }
}
