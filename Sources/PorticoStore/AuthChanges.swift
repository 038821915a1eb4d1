import PorticoConfig

/// Changes of a transaction that affect caches, open pages and the mail queue, to be handled after the commit.
///
/// The coded form is for other servers on the same database. It leaves out the events, which only this server handles.
public struct AuthChanges: Hashable, Codable, Sendable {
    private enum CodingKeys: CodingKey {
        case browsers, accounts, newBrowsers, newAccounts, keys, hasQueuedMail
    }

    /// Browsers with a changed token, run or sign-ins.
    private var browsers: Set<Browser.ID> = []
    /// Changed or deleted accounts.
    private var accounts: Set<AccountID> = []
    /// Browsers and accounts that the transaction has added. No cache contains them yet.
    private var newBrowsers: Set<Browser.ID> = []
    private var newAccounts: Set<AccountID> = []
    /// The keys of changed values that pages show.
    package private(set) var keys: [ConfigChange.Scope: Set<String>] = [:]
    /// The security events that the transaction has logged.
    package private(set) var events: [SecurityEvent] = []
    /// Whether the transaction has queued a mail.
    public var hasQueuedMail = false

    public init() {}

    /// Whether other servers have nothing to update: neither caches nor pages nor the mail queue.
    public var isEmpty: Bool { !concernBrowsers && newAccounts.isEmpty && keys.isEmpty && !hasQueuedMail }

    /// A browser or an account whose change makes cached browsers outdated.
    package enum BrowserTag: Hashable, Sendable {
        case browser(Browser.ID)
        /// An account signed in to in the browser.
        case account(AccountID)
    }

    package static func tags(of browser: Browser) -> Set<BrowserTag> {
        Set(browser.signIns.map { .account($0.account.id) } + [.browser(browser.id)])
    }

    /// The tags of the cached browsers that the changes make outdated.
    package var browserTags: [BrowserTag] { browsers.map(BrowserTag.browser) + accounts.map(BrowserTag.account) }

    package var concernBrowsers: Bool { !browsers.isEmpty || !accounts.isEmpty }
    /// Whether the transaction has added a local account.
    public var hasNewLocalAccount: Bool { newAccounts.contains { $0.server == .local } }
    package var concernLocalAccounts: Bool { accounts.union(newAccounts).contains { $0.server == .local } }
}

// MARK: Recording

extension AuthChanges {
    /// Records a new account.
    public mutating func add(_ account: AccountID) { newAccounts.insert(account) }

    /// Records a deleted account.
    public mutating func remove(_ account: AccountID) { accounts.insert(account) }

    /// Records a change of account data that pages show. The account's name is also the default of the name in
    /// ``UserInfo``.
    public mutating func update(_ account: AccountID) {
        accounts.insert(account)
        note(UserConfig.accountKey, for: .person(account))
        note(UserConfig.userInfo.name, for: .person(account))
    }

    /// Records a new browser.
    public mutating func add(_ browser: Browser.ID) { newBrowsers.insert(browser) }

    /// Records a change of a browser's token or run, or the deletion of sign-ins in it.
    public mutating func touch(_ browser: Browser.ID) {
        if !newBrowsers.contains(browser) { browsers.insert(browser) }
    }

    /// Records a new sign-in.
    public mutating func begin(_ account: AccountID, in browser: Browser.ID) {
        select(in: browser)
        note(UserConfig.sessionsKey, for: .person(account))
    }

    /// Records an ended sign-in.
    ///
    /// - Parameter isElsewhere: whether a request from elsewhere ended it, so the pages of the sign-in must be
    ///   notified.
    public mutating func end(
        _ signIn: SignIn.ID, of account: AccountID, in browser: Browser.ID, isElsewhere: Bool
    ) {
        touch(browser)
        note(UserConfig.currentAccountKey, for: isElsewhere ? .signIn(signIn) : .browser(browser))
        note(UserConfig.sessionsKey, for: .person(account))
    }

    /// Records another current sign-in of a browser.
    public mutating func select(in browser: Browser.ID) {
        touch(browser)
        note(UserConfig.currentAccountKey, for: .browser(browser))
    }

    /// Records that automatic sign-in was turned on or off.
    public mutating func updateAutomatic(_ signIn: SignIn.ID, in browser: Browser.ID) {
        touch(browser)
        note(UserConfig.isAutoLoginKey, for: .signIn(signIn))
    }

    /// Records a change of the list of an account's sign-ins.
    public mutating func updateSessions(of account: AccountID) { note(UserConfig.sessionsKey, for: .person(account)) }

    /// Records a security event.
    public mutating func log(_ event: SecurityEvent) { events.append(event) }

    private mutating func note(_ key: String, for scope: ConfigChange.Scope) { keys[scope, default: []].insert(key) }
}
