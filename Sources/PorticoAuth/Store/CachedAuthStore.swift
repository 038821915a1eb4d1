import Foundation
import PorticoConfig
import Synchronization

/// A store whose browsers are read through a bounded in-memory cache. This is the one place where things follow from what a
/// transaction has changed: the cache forgets it, open pages are told, and mails that wait are sent.
public struct CachedAuthStore: AuthStore {
    private let store: any AuthStore
    private let browsers: BoundedCache<TokenDigest, Browser>
    private let hasAnyLocalAccount = BoundedCache<Bool, Bool>(capacity: 2)
    private let changes: ConfigChanges
    private let mailAdded: @Sendable () -> Void
    private let isEnabled: Bool

    /// - Parameters:
    ///   - capacity: the most browsers kept in memory; with 0 every call goes to the store.
    ///   - changes: where changes of what pages show are published.
    ///   - mailAdded: called after mails were put into the queue.
    public init(
        _ store: any AuthStore, capacity: Int = 10_000, changes: ConfigChanges = ConfigChanges(),
        mailAdded: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.changes = changes
        self.mailAdded = mailAdded
        isEnabled = capacity > 0
        browsers = BoundedCache(capacity: capacity)
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await store.read(body)
    }

    /// The cache forgets what the transaction changed even where it failed: it may have been committed all the same.
    public func write<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        let latest = Latest()
        do {
            let result = try await store.write { transaction in
                defer { latest.changes.withLock { $0 = transaction.changes } }
                return try body(transaction)
            }
            let changed = latest.changes.withLock { $0 }
            forget(changed)
            if !changed.keys.isEmpty { changes.publish(ConfigChange(changed.keys)) }
            if changed.hasQueuedMail { mailAdded() }
            return result
        } catch {
            forget(latest.changes.withLock { $0 })
            throw error
        }
    }

    /// What the last run of a transaction's body changed.
    private final class Latest: Sendable {
        let changes = Mutex(AuthChanges())
    }

    private func forget(_ changes: AuthChanges) {
        if changes.concernBrowsers { browsers.remove { changes.concern($0) } }
        if changes.concernLocalAccounts { hasAnyLocalAccount.removeAll() }
    }

    /// Forgets everything, because another process wrote to the store.
    public func invalidate() {
        browsers.removeAll()
        hasAnyLocalAccount.removeAll()
    }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        if let browser = browsers.value(for: token) { return browser }
        let ticket = browsers.ticket()
        let browser = try await store.browser(token)
        if isEnabled, let browser { browsers.store(browser, for: token, since: ticket) }
        return browser
    }

    public func hasLocalAccounts() async throws -> Bool {
        if let known = hasAnyLocalAccount.value(for: true) { return known }
        let ticket = hasAnyLocalAccount.ticket()
        let found = try await store.hasLocalAccounts()
        if isEnabled { hasAnyLocalAccount.store(found, for: true, since: ticket) }
        return found
    }

    /// Notes in memory that a sign-in was used; the store is told later, of many at once.
    func touch(_ token: TokenDigest, signIn id: SignIn.ID, _ use: SignInUse) {
        browsers.update(token) { browser in
            guard let index = browser.signIns.firstIndex(where: { $0.id == id }) else { return }
            browser.signIns[index].lastSeen = use.time
            if !use.address.isEmpty { browser.signIns[index].client.address = use.address }
        }
    }
}
