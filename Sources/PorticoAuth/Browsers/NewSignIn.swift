import Foundation
import PorticoConfig

/// A sign-in about to be made.
public struct NewSignIn: Sendable {
    public let account: AccountID
    public let method: SignInMethod
    public let isAutomatic: Bool
    public let client: Client
    /// The browser it is made in, which gets the new token; nil for one that is not known yet.
    public let access: BrowserAccess?
    /// What the request brought as the token of a browser, whether or not it names one.
    public let brought: TokenDigest?
    public let token: TokenDigest
    public let run: TokenDigest
    /// The hash of the password that was checked; nil where none was. The sign-in is not made where it was changed
    /// meanwhile.
    public let passwordHash: String?
    /// What the gateway of the account said, by which the account is made or brought up to date; nil where there is none.
    public let gateway: GatewayRecord?
    /// The most accounts that may be signed in to in one browser.
    public let accountLimit: Int
    /// Sign-ins of the browser that have expired: they end now, and take no place.
    public let expired: [SignIn.ID]
    /// The attempts that the sign-in gives back.
    public let forgiven: ForgivenAttempts?
    public let event: SecurityEvent?
    public let time: Date

    public init(
        account: AccountID, method: SignInMethod, isAutomatic: Bool, client: Client = Client(),
        access: BrowserAccess?, brought: TokenDigest? = nil, token: TokenDigest, run: TokenDigest,
        passwordHash: String? = nil,
        gateway: GatewayRecord? = nil, accountLimit: Int = 5, expired: [SignIn.ID] = [],
        forgiven: ForgivenAttempts? = nil, event: SecurityEvent? = nil, time: Date
    ) {
        self.account = account
        self.method = method
        self.isAutomatic = isAutomatic
        self.client = client
        self.access = access
        self.brought = brought ?? access?.token
        self.token = token
        self.run = run
        self.passwordHash = passwordHash
        self.gateway = gateway
        self.accountLimit = accountLimit
        self.expired = expired
        self.forgiven = forgiven
        self.event = event
        self.time = time
    }
}

extension NewSignIn {
    /// From when on another sign-in that came with the same token was made at the same time.
    public var atOnceSince: Date { time.addingTimeInterval(-60) }
}

/// A sign-in that was made.
public struct SignInResult: Sendable {
    public let browser: Browser
    /// The sign-in, which is the current one in the browser.
    public let signIn: SignIn
    /// Whether the account has been signed in to before, and never in this browser.
    public let isFromNewBrowser: Bool
    /// The sign-ins that ended with it in other browsers.
    public let ended: [SignIn.ID]

    public init(
        browser: Browser, signIn: SignIn, isFromNewBrowser: Bool, ended: [SignIn.ID] = []
    ) {
        self.browser = browser
        self.signIn = signIn
        self.isFromNewBrowser = isFromNewBrowser
        self.ended = ended
    }
}

extension AuthStore {
    /// Makes a sign-in, which becomes the current one, gives the browser its new token and run, and remembers the server.
    /// A sign-in of the same account in the browser is ended, and so are, where a new run has begun, those of the run
    /// before. The other accounts' stay. A sign-in with a password from a browser not seen before is told of by mail.
    ///
    /// Where the token that the request brought was replaced meanwhile, the sign-in is made in a browser of its own. Those
    /// of the same account end that other requests with that token made less than a minute ago: a browser that sends several
    /// at once keeps one.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` where the account was disabled, removed or given another password
    ///   meanwhile; ``AuthError/tooManyAccounts``; ``AuthError/otherPerson`` where a gateway said so.
    public func signIn(_ new: NewSignIn) async throws -> SignInResult {
        try await write { transaction in
            if let record = new.gateway {
                try transaction.addOrUpdate(new.account, of: record.person, at: new.time)
            }
            try transaction.requireCredential(of: new)
            let (browser, ended) = try transaction.adoptOrAddBrowser(new)
            for id in new.expired {
                try transaction.endSignIns(SignInFilter(id: id, browser: browser), at: new.time)
            }
            try transaction.requireRoom(in: browser, limit: new.accountLimit)
            let isElsewhere =
                try transaction.hasSignedIn(new.account, in: nil)
                && !transaction.hasSignedIn(new.account, in: browser)
            let id = try transaction.insert(
                new, in: browser, selectedAt: try transaction.selectionTime(in: browser, at: new.time))
            try new.forgiven.map(transaction.forgive)
            try transaction.log(new.event)
            guard let made = try transaction.browser(new.token), let signIn = made.signIns.first(where: { $0.id == id })
            else { throw AuthError.signInEnded }
            if isElsewhere, new.method == .password, let email = signIn.account.email {
                let content = MailJob.Content.newSignIn(new.account, id, new.client, new.time)
                try transaction.insert(MailJob(to: email, content), at: new.time)
            }
            return SignInResult(browser: made, signIn: signIn, isFromNewBrowser: isElsewhere, ended: ended)
        }
    }
}

extension AuthTransaction {
    /// Continues only where the account may be signed in to, with the password that was checked.
    fileprivate func requireCredential(of new: NewSignIn) throws {
        guard let found = try credential(of: new.account), !found.account.isDisabled,
            new.passwordHash == nil || new.passwordHash == found.passwordHash
        else { throw AuthError.wrongCredentials }
    }

    /// Continues only where a browser has room for one more sign-in.
    fileprivate func requireRoom(in browser: Browser.ID, limit: Int) throws {
        guard try signIns(SignInFilter(browser: browser)).count < limit else { throw AuthError.tooManyAccounts }
    }

    /// Gives the browser its new token and run, or adds one. The sign-ins that the new one replaces end: those of the
    /// account in the browser, or those that other requests made at the same time.
    fileprivate func adoptOrAddBrowser(_ new: NewSignIn) throws -> (browser: Browser.ID, ended: [SignIn.ID]) {
        guard let access = new.access, try isAlive(access) else {
            let ended = try endSignInsMadeAtOnce(new)
            let browser = try insertBrowser(new)
            try setToken(new.token, of: browser)
            return (browser, ended)
        }
        let id = access.browser
        try beginRun(new.run, of: id, at: new.time)
        try endSignIns(SignInFilter(account: new.account, browser: id), at: new.time)
        try updateBrowser(id, for: new)
        try setToken(new.token, of: id)
        return (id, [])
    }

    /// Ends the sign-ins of the account that other requests with the same token have just made.
    private func endSignInsMadeAtOnce(_ new: NewSignIn) throws -> [SignIn.ID] {
        guard let brought = new.brought else { return [] }
        return try endSignIns(
            SignInFilter(account: new.account, since: new.atOnceSince, cameWith: brought), at: new.time)
    }
}
