import Foundation
import Synchronization

/// Collects the last use of sign-ins and the tokens that browsers hold, and stores them in batches, so that a page view
/// writes nothing.
public final class UseRecorder: Sendable {
    private let store: CachedAuthStore
    private let now: @Sendable () -> Date
    private let resolution: TimeInterval
    private let pending = Mutex((uses: [SignIn.ID: SignInUse](), held: Set<TokenDigest>()))

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
        pending.withLock { $0.uses[signIn.id] = use }
        store.touch(token, signIn: signIn.id, use)
    }

    /// Records that a browser holds its token.
    func hold(_ token: TokenDigest) {
        pending.withLock { _ = $0.held.insert(token) }
        store.hold(token)
    }

    /// Stores the collected uses and tokens. If that fails, keeps them for the next call.
    public func flush() async throws {
        let (uses, held) = pending.withLock { pending in
            defer { pending = ([:], []) }
            return pending
        }
        guard !uses.isEmpty || !held.isEmpty else { return }
        do {
            try await store.recordUse(uses, held: held)
        } catch {
            pending.withLock {
                $0.uses.merge(uses) { newer, _ in newer }
                $0.held.formUnion(held)
            }
            throw error
        }
    }
}
