import Foundation
import Synchronization

/// Collects the last use of sign-ins and stores it in batches, so that a page view writes nothing.
public final class UseRecorder: Sendable {
    private let store: CachedAuthStore
    private let now: @Sendable () -> Date
    private let resolution: TimeInterval
    private let pending = Mutex<[SignIn.ID: SignInUse]>([:])

    /// - Parameter resolution: the accuracy of recorded uses, in seconds.
    public init(store: CachedAuthStore, resolution: TimeInterval = 60, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.resolution = resolution
        self.now = now
    }

    func record(_ signIn: SignIn, of token: TokenDigest, from client: Client) {
        let time = now()
        guard time.timeIntervalSince(signIn.lastSeen) >= resolution else { return }
        let use = SignInUse(time: time, address: client.address)
        pending.withLock { $0[signIn.id] = use }
        store.touch(token, signIn: signIn.id, use)
    }

    /// Stores the collected uses. If that fails, keeps them for the next call.
    public func flush() async throws {
        let uses = pending.withLock { pending in
            defer { pending = [:] }
            return pending
        }
        guard !uses.isEmpty else { return }
        do {
            try await store.recordUse(uses)
        } catch {
            pending.withLock { $0.merge(uses) { newer, _ in newer } }
            throw error
        }
    }
}
