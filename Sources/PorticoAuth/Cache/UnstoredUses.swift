import Synchronization

/// Recorded uses that are not stored yet. They are applied to each browser read from the store.
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

    /// Removes the stored uses, except those that newer ones have replaced in the meantime.
    func remove(_ stored: Uses) {
        uses.withLock { uses in
            uses.lastUses = uses.lastUses.filter { stored.lastUses[$0.key] != $0.value }
            uses.held.subtract(stored.held)
        }
    }

    /// A browser with these uses applied.
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
