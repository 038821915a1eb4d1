import Foundation

/// Collects the last use of sign-ins and the tokens that browsers hold, and stores them in batches, so that a page view
/// writes nothing.
public final class UseRecorder: Sendable {
    private let store: CachedAuthStore
    private let now: @Sendable () -> Date
    private let resolution: TimeInterval

    /// - Parameter resolution: the accuracy of recorded uses, in seconds.
    public init(store: CachedAuthStore, resolution: TimeInterval = 60, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.resolution = resolution
        self.now = now
    }

    func record(_ signIn: SignIn, of token: TokenDigest, from client: Client) {
        let time = now()
        guard time.timeIntervalSince(signIn.lastSeen) >= resolution else { return }
        store.touch(token, signIn: signIn.id, SignInUse(time: time, address: client.address))
    }

    /// Records that a browser holds its token.
    func hold(_ token: TokenDigest) {
        store.hold(token)
    }

    /// Stores the collected uses and tokens. If that fails, keeps them for the next call.
    public func flush() async throws {
        let uses = store.unstored.all
        guard !uses.isEmpty else { return }
        try await store.recordUse(uses.lastUses, held: uses.held)
        store.unstored.remove(uses)
    }
}
