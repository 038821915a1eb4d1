import PorticoConfig

/// What a transaction has changed that others remember or show: what follows from it happens once it is committed.
public struct AuthChanges: Hashable, Sendable {
    /// Browsers whose token, run or sign-ins have changed.
    private var browsers: Set<Browser.ID> = []
    /// Accounts that were changed or deleted.
    private var accounts: Set<AccountID> = []
    /// What the transaction itself has added, so that no cache can hold it.
    private var newBrowsers: Set<Browser.ID> = []
    private var newAccounts: Set<AccountID> = []
    /// The values shown on pages that have changed.
    private(set) var keys: [ConfigChange.Scope: Set<String>] = [:]
    /// Whether a mail was added to the queue.
    public var hasQueuedMail = false

    public init() {}

    /// Whether a cached browser may be out of date.
    func concern(_ browser: Browser) -> Bool {
        browsers.contains(browser.id) || browser.signIns.contains { accounts.contains($0.account.id) }
    }

    var concernBrowsers: Bool { !browsers.isEmpty || !accounts.isEmpty }
    var concernLocalAccounts: Bool { accounts.union(newAccounts).contains { $0.server == .local } }
}

// MARK: What happens in a transaction

extension AuthChanges {
    public mutating func add(_ account: AccountID) { newAccounts.insert(account) }

    /// An account was deleted.
    public mutating func remove(_ account: AccountID) { accounts.insert(account) }

    /// Something that pages show of an account has changed. Its name stands for the one that people choose, until they do.
    public mutating func update(_ account: AccountID) {
        accounts.insert(account)
        note(UserConfig.accountKey, for: .person(account))
        note(UserConfig.userInfo.name, for: .person(account))
    }

    public mutating func add(_ browser: Browser.ID) { newBrowsers.insert(browser) }

    /// The token or run of a browser has changed, or sign-ins in it were deleted.
    public mutating func touch(_ browser: Browser.ID) {
        if !newBrowsers.contains(browser) { browsers.insert(browser) }
    }

    public mutating func begin(_ account: AccountID, in browser: Browser.ID) {
        select(in: browser)
        note(UserConfig.sessionsKey, for: .person(account))
    }

    /// - Parameter isElsewhere: whether its browser did not ask for that, so that the pages of the sign-in do not know.
    public mutating func end(
        _ signIn: SignIn.ID, of account: AccountID, in browser: Browser.ID, isElsewhere: Bool
    ) {
        touch(browser)
        note(UserConfig.currentAccountKey, for: isElsewhere ? .signIn(signIn) : .browser(browser))
        note(UserConfig.sessionsKey, for: .person(account))
    }

    /// Another sign-in has become the current one of a browser.
    public mutating func select(in browser: Browser.ID) {
        touch(browser)
        note(UserConfig.currentAccountKey, for: .browser(browser))
    }

    /// A sign-in has become automatic, or is so no longer.
    public mutating func updateAutomatic(_ signIn: SignIn.ID, in browser: Browser.ID) {
        touch(browser)
        note(UserConfig.isAutoLoginKey, for: .signIn(signIn))
    }

    /// The list of an account's sign-ins has changed.
    public mutating func updateSessions(of account: AccountID) { note(UserConfig.sessionsKey, for: .person(account)) }

    private mutating func note(_ key: String, for scope: ConfigChange.Scope) { keys[scope, default: []].insert(key) }
}
