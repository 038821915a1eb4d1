import Foundation
import PorticoConfig

/// A store whose browsers are read through a bounded in-memory cache and written through to it.
public struct CachedAuthStore: AuthStore {
    private let store: any AuthStore
    private let browsers: BoundedCache<TokenDigest, Browser>
    private let isEnabled: Bool
    private let hasAnyAccount = BoundedCache<Bool, Bool>(capacity: 2)

    /// - Parameter capacity: the most browsers kept in memory; with 0 every call goes to the store.
    public init(_ store: any AuthStore, capacity: Int = 10_000) {
        self.store = store
        isEnabled = capacity > 0
        browsers = BoundedCache(capacity: capacity)
    }

    /// Forgets everything, because another process wrote to the store.
    public func invalidate() {
        browsers.removeAll()
        hasAnyAccount.removeAll()
    }

    /// The browser, where it is in memory.
    func knownBrowser(_ token: TokenDigest) -> Browser? { browsers.value(for: token) }

    /// Whether there are accounts, where it is in memory.
    var knownToHaveAccounts: Bool? { hasAnyAccount.value(for: true) }

    public func browser(_ token: TokenDigest) async throws -> Browser? {
        if let browser = knownBrowser(token) { return browser }
        let ticket = browsers.ticket()
        let browser = try await store.browser(token)
        if isEnabled, let browser { browsers.store(browser, for: token, since: ticket) }
        return browser
    }

    public func hasAccounts() async throws -> Bool {
        if let known = knownToHaveAccounts { return known }
        let ticket = hasAnyAccount.ticket()
        let found = try await store.hasAccounts()
        if isEnabled { hasAnyAccount.store(found, for: true, since: ticket) }
        return found
    }

    public func accounts() async throws -> [Account] { try await store.accounts() }

    public func account(_ id: AccountID) async throws -> Account? { try await store.account(id) }

    public func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)? {
        try await store.credential(of: id)
    }

    public func add(_ account: Account, passwordHash: String, mustBeFirst: Bool) async throws {
        defer { hasAnyAccount.removeAll() }
        try await store.add(account, passwordHash: passwordHash, mustBeFirst: mustBeFirst)
    }

    public func setPasswordHash(_ hash: String, of id: AccountID, at time: Date) async throws {
        defer { browsers.removeAll() }
        try await store.setPasswordHash(hash, of: id, at: time)
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await store.upgradePasswordHash(from: old, to: new, of: id)
    }

    public func setDisabled(_ isDisabled: Bool, _ id: AccountID, at time: Date) async throws {
        defer { browsers.removeAll() }
        try await store.setDisabled(isDisabled, id, at: time)
    }

    public func signIn(_ new: NewSignIn) async throws -> Browser {
        defer { new.previousToken.map(browsers.remove) }
        return try await store.signIn(new)
    }

    public func signOut(_ token: TokenDigest, newToken: TokenDigest, at time: Date) async throws {
        defer { browsers.remove(token) }
        try await store.signOut(token, newToken: newToken, at: time)
    }

    public func setAutomatic(_ change: AutomaticSignInChange) async throws -> RequestOutcome? {
        defer { browsers.remove(change.token) }
        return try await store.setAutomatic(change)
    }

    public func recordUse(_ lastSeen: [SignIn.ID: Date]) async throws {
        try await store.recordUse(lastSeen)
    }

    public func history(of id: AccountID) async throws -> AccountHistory { try await store.history(of: id) }

    public func deleteRequestRecords(before time: Date) async throws {
        try await store.deleteRequestRecords(before: time)
    }

    /// Notes in memory that a sign-in was used; ``recordUse(_:)`` follows later, for many at once.
    func touch(_ token: TokenDigest, signIn id: SignIn.ID, at time: Date) {
        browsers.update(token) { browser in
            guard let index = browser.signIns.firstIndex(where: { $0.id == id }) else { return }
            browser.signIns[index].lastSeen = time
        }
    }
}
