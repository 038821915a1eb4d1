import Foundation

/// Records the last use of sign-ins, and stores it in batches, with the tokens that browsers hold, so that a page view
/// writes nothing.
public final class UseRecorder: Sendable {
    private let store: CachedAuthStore
    private let policy: CurrentPolicy
    private let now: @Sendable () -> Date

    init(store: CachedAuthStore, policy: CurrentPolicy, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.policy = policy
        self.now = now
    }

    func record(_ signIn: SignIn, of token: TokenDigest, from client: Client) {
        let time = now()
        guard time.timeIntervalSince(signIn.lastSeen) >= policy.value.sessions.resolution(for: signIn) else { return }
        store.touch(token, signIn: signIn.id, SignInUse(time: time, address: client.address))
    }

    /// Stores the collected uses and tokens. If that fails, keeps them for the next call.
    public func flush() async throws {
        let uses = store.unstored.all
        guard !uses.isEmpty else { return }
        try await store.recordUse(uses.lastUses, held: uses.held)
        store.unstored.remove(uses)
    }
}
