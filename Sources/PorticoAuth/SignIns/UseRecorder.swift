import Foundation
import Synchronization

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

/// What was recorded and is not in the store yet. A browser that is read from the store is shown with it.
final class UnstoredUses: Sendable {
    struct Uses: Sendable {
        var lastUses: [SignIn.ID: SignInUse] = [:]
        var held: Set<TokenDigest> = []

        var isEmpty: Bool { lastUses.isEmpty && held.isEmpty }
    }

    private let uses = Mutex(Uses())

    var all: Uses { uses.withLock { $0 } }

    func add(_ use: SignInUse, of signIn: SignIn.ID) {
        uses.withLock { $0.lastUses[signIn] = use }
    }

    func hold(_ token: TokenDigest) {
        uses.withLock { _ = $0.held.insert(token) }
    }

    /// Removes what was stored, except uses that newer ones have replaced since.
    func remove(_ stored: Uses) {
        uses.withLock { uses in
            uses.lastUses = uses.lastUses.filter { stored.lastUses[$0.key] != $0.value }
            uses.held.subtract(stored.held)
        }
    }

    /// A browser as it is with these uses.
    func applied(to browser: Browser, _ token: TokenDigest) -> Browser {
        let uses = all
        var browser = browser
        if uses.held.contains(token) { browser.isHeld = true }
        for index in browser.signIns.indices {
            if let use = uses.lastUses[browser.signIns[index].id] { browser.signIns[index].record(use) }
        }
        return browser
    }
}
