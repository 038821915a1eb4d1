import Foundation
import PorticoConfig
import Synchronization

/// An ``AuthStore`` with a bounded in-memory cache of browsers. After each transaction it invalidates the cache,
/// notifies open pages, starts the delivery of queued mails, and passes security events on.
public struct CachedAuthStore: AuthStore {
    private struct CachedBrowser {
        var browser: Browser
        /// The time of the request that caused the read.
        let readAt: Date

        /// Whether a sign-in has expired, while another server may have stored a use of it after the read.
        func mayBeOutdated(at time: Date, _ policy: SessionPolicy) -> Bool {
            browser.signIns.contains { signIn in
                let expiry = policy.expiry(of: signIn)
                return expiry <= time && readAt < expiry + CachedAuthStore.lagOfUses
            }
        }
    }

    private let store: any AuthStore
    private let browsers: TaggedCache<TokenDigest, CachedBrowser, AuthChanges.BrowserTag>
    /// Only the browser and the sign-in of each cookie. Whether the sign-in is in force follows from ``browsers``.
    private let hostSignIns: BoundedCache<TokenDigest, HostSignIn>
    private let hasAnyLocalAccount = BoundedCache<Bool, Bool>(capacity: 2)
    private let changes: ConfigChanges
    private let mailAdded: @Sendable () -> Void
    private let eventLogged: @Sendable (SecurityEvent) -> Void
    private let lookedUp: @Sendable (_ isHit: Bool) -> Void
    private let isEnabled: Bool
    /// The maximum time until another server stores a use, in seconds: four times the usual one.
    static let lagOfUses: TimeInterval = 60
    /// Uses that ``UseRecorder`` stores later.
    let unstored = UnstoredUses()

    /// - Parameters:
    ///   - capacity: maximum number of browsers in memory; 0 disables the cache.
    ///   - changes: publishes changes of values that pages show.
    ///   - mailAdded: called after a transaction has queued mails.
    ///   - eventLogged: called for every security event after its transaction.
    ///   - lookedUp: called for every lookup of a browser in the cache.
    public init(
        _ store: any AuthStore, capacity: Int = 10_000, changes: ConfigChanges = ConfigChanges(),
        mailAdded: @escaping @Sendable () -> Void = {},
        eventLogged: @escaping @Sendable (SecurityEvent) -> Void = { _ in },
        lookedUp: @escaping @Sendable (_ isHit: Bool) -> Void = { _ in }
    ) {
        self.store = store
        self.changes = changes
        self.mailAdded = mailAdded
        self.eventLogged = eventLogged
        self.lookedUp = lookedUp
        isEnabled = capacity > 0
        browsers = TaggedCache(capacity: capacity) { AuthChanges.tags(of: $0.browser) }
        hostSignIns = BoundedCache(capacity: capacity)
    }

    public func read<T: Sendable>(
        _ body: @escaping @Sendable (any AuthTransaction) throws -> T
    ) async throws -> T {
        try await store.read(body)
    }

    /// Invalidates the cache even if the transaction fails, because it may have been committed.
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
            receive(changed)
            changed.events.forEach(eventLogged)
            return result
        } catch {
            forget(latest.changes.withLock { $0 })
            throw error
        }
    }

    /// The changes of the body's last run.
    private final class Latest: Sendable {
        let changes = Mutex(AuthChanges())
    }

    /// Handles the changes of a transaction, by this server or another one on the same database.
    public func receive(_ changed: AuthChanges) {
        forget(changed)
        if !changed.keys.isEmpty { changes.publish(ConfigChange(changed.keys)) }
        if changed.hasQueuedMail { mailAdded() }
    }

    private func forget(_ changes: AuthChanges) {
        if changes.concernBrowsers { browsers.remove(taggedWith: changes.browserTags) }
        if changes.concernLocalAccounts { hasAnyLocalAccount.removeAll() }
    }

    /// Clears the cache, because another process wrote to the store.
    public func invalidate() {
        browsers.removeAll()
        hostSignIns.removeAll()
        hasAnyLocalAccount.removeAll()
    }

    /// Clears the cache, and keeps it empty while it is closed.
    public func setCacheClosed(_ isClosed: Bool) {
        browsers.setClosed(isClosed)
        hasAnyLocalAccount.setClosed(isClosed)
    }

    /// Allows the use of the cache until `end`.
    public func setCacheUsable(until end: ContinuousClock.Instant) {
        browsers.setUsable(until: end)
        hasAnyLocalAccount.setUsable(until: end)
    }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        try await browser(token, at: .distantPast, SessionPolicy())
    }

    /// Like ``browser(_:)``. Reads a cached browser again once a sign-in has expired, because another server may have
    /// stored a use of it.
    func browser(_ token: TokenDigest, at time: Date, _ policy: SessionPolicy) async throws -> Browser? {
        let cached = browsers.value(for: token).flatMap { $0.mayBeOutdated(at: time, policy) ? nil : $0 }
        lookedUp(cached != nil)
        if let cached { return cached.browser }
        let ticket = browsers.ticket()
        let browser = try await store.browser(token).map { unstored.applied(to: $0, token) }
        if isEnabled, let browser {
            browsers.store(CachedBrowser(browser: browser, readAt: time), for: token, since: ticket)
        }
        return browser
    }

    /// The sign-in of a cookie at another host, and its browser; nil if the sign-in was ended.
    func hostSignIn(
        _ token: TokenDigest, at time: Date, _ policy: SessionPolicy
    ) async throws -> (HostSignIn, Browser)? {
        if let known = hostSignIns.value(for: token), let browser = try await browser(known.browser, at: time, policy) {
            return (known, browser)
        }
        // The cookie is unknown, or the browser has a new token.
        let ticket = hostSignIns.ticket()
        guard let found = try await store.hostSignIn(token),
            let browser = try await browser(found.browser, at: time, policy)
        else { return nil }
        if isEnabled { hostSignIns.store(found, for: token, since: ticket) }
        return (found, browser)
    }

    public func hasLocalAccounts() async throws -> Bool {
        if let known = hasAnyLocalAccount.value(for: true) { return known }
        let ticket = hasAnyLocalAccount.ticket()
        let found = try await store.hasLocalAccounts()
        if isEnabled { hasAnyLocalAccount.store(found, for: true, since: ticket) }
        return found
    }

    /// Records that a browser holds its token; ``UseRecorder`` stores it later.
    func hold(_ token: TokenDigest) {
        unstored.hold(token)
        browsers.update(token) { $0.browser.isHeld = true }
    }

    /// Records the last use of a sign-in; ``UseRecorder`` stores it later.
    func touch(_ token: TokenDigest, signIn id: SignIn.ID, _ use: SignInUse) {
        unstored.add(use, of: id)
        browsers.update(token) { cached in
            guard let index = cached.browser.signIns.firstIndex(where: { $0.id == id }) else { return }
            cached.browser.signIns[index].record(use)
        }
    }
}
