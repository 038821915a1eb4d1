import Foundation
import PorticoConfig

/// A store whose browsers are read through a bounded in-memory cache and written through to it.
public struct CachedAuthStore: AuthStore {
    let store: any AuthStore
    let browsers: BoundedCache<TokenDigest, Browser>
    let hasAnyLocalAccount = BoundedCache<Bool, Bool>(capacity: 2)
    /// Called after mails were put into the queue.
    let mailAdded: @Sendable () -> Void
    private let isEnabled: Bool

    /// - Parameters:
    ///   - capacity: the most browsers kept in memory; with 0 every call goes to the store.
    ///   - mailAdded: called after mails were put into the queue.
    public init(
        _ store: any AuthStore, capacity: Int = 10_000, mailAdded: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.mailAdded = mailAdded
        isEnabled = capacity > 0
        browsers = BoundedCache(capacity: capacity)
    }

    /// Forgets everything, because another process wrote to the store.
    public func invalidate() {
        browsers.removeAll()
        hasAnyLocalAccount.removeAll()
    }

    /// The browser, where it is in memory.
    func knownBrowser(_ token: TokenDigest) -> Browser? { browsers.value(for: token) }

    /// Reads a browser anew, whichever token it has.
    func forget(_ browser: Browser.ID) {
        browsers.remove { $0.id == browser }
    }

    /// Whether there are accounts, where it is in memory.
    var knownToHaveLocalAccounts: Bool? { hasAnyLocalAccount.value(for: true) }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        if let browser = knownBrowser(token) { return browser }
        let ticket = browsers.ticket()
        let browser = try await store.browser(token)
        if isEnabled, let browser { browsers.store(browser, for: token, since: ticket) }
        return browser
    }

    public func hasLocalAccounts() async throws -> Bool {
        if let known = knownToHaveLocalAccounts { return known }
        let ticket = hasAnyLocalAccount.ticket()
        let found = try await store.hasLocalAccounts()
        if isEnabled { hasAnyLocalAccount.store(found, for: true, since: ticket) }
        return found
    }

    /// Notes in memory that a sign-in was used; ``recordUse(_:)`` follows later, for many at once.
    func touch(_ token: TokenDigest, signIn id: SignIn.ID, _ use: SignInUse) {
        browsers.update(token) { browser in
            guard let index = browser.signIns.firstIndex(where: { $0.id == id }) else { return }
            browser.signIns[index].lastSeen = use.time
            if !use.address.isEmpty { browser.signIns[index].client.address = use.address }
        }
    }
}
