import PorticoConfig

/// What a transaction has changed that others remember or show: what follows from it happens once it is committed.
public struct AuthChanges: Hashable, Sendable {
    /// The browsers that have another token or run, or whose sign-ins are others.
    private var browsers: Set<Browser.ID> = []
    /// The accounts that were changed, or are gone.
    private var accounts: Set<AccountID> = []
    /// What this transaction has made: nobody can remember it.
    private var newBrowsers: Set<Browser.ID> = []
    private var newAccounts: Set<AccountID> = []
    /// What pages show that is another now.
    private(set) var keys: [ConfigChange.Scope: Set<String>] = [:]
    /// Whether a mail is waiting that was not before.
    public var hasQueuedMail = false

    public init() {}

    /// Whether a browser may not be what it was.
    func concern(_ browser: Browser) -> Bool {
        browsers.contains(browser.id) || browser.signIns.contains { accounts.contains($0.account.id) }
    }

    var concernBrowsers: Bool { !browsers.isEmpty || !accounts.isEmpty }
    var concernLocalAccounts: Bool { accounts.union(newAccounts).contains { $0.server == .local } }
}

// MARK: What happens in a transaction

extension AuthChanges {
    public mutating func add(_ account: AccountID) { newAccounts.insert(account) }

    /// An account is gone.
    public mutating func remove(_ account: AccountID) { accounts.insert(account) }

    /// Something of an account is another that people see: its name too, for those who chose none.
    public mutating func update(_ account: AccountID) {
        accounts.insert(account)
        note(UserConfig.accountKey, for: .person(account))
        note(UserConfig.userInfo.name, for: .person(account))
    }

    public mutating func add(_ browser: Browser.ID) { newBrowsers.insert(browser) }

    /// A browser has another token or run, or sign-ins in it were deleted.
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

    /// Another sign-in of a browser is the current one.
    public mutating func select(in browser: Browser.ID) {
        touch(browser)
        note(UserConfig.currentAccountKey, for: .browser(browser))
    }

    /// Whether a sign-in is automatic is another now.
    public mutating func updateAutomatic(_ signIn: SignIn.ID, in browser: Browser.ID) {
        touch(browser)
        note(UserConfig.isAutoLoginKey, for: .signIn(signIn))
    }

    /// Where an account is signed in to is to be looked at again.
    public mutating func updateSessions(of account: AccountID) { note(UserConfig.sessionsKey, for: .person(account)) }

    private mutating func note(_ key: String, for scope: ConfigChange.Scope) { keys[scope, default: []].insert(key) }
}
