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
    public let event: SecurityEvent?
    public let time: Date

    public init(
        account: AccountID, method: SignInMethod, isAutomatic: Bool, client: Client = Client(),
        access: BrowserAccess?, brought: TokenDigest? = nil, token: TokenDigest, run: TokenDigest,
        passwordHash: String? = nil,
        gateway: GatewayRecord? = nil, accountLimit: Int = 5, expired: [SignIn.ID] = [], event: SecurityEvent? = nil,
        time: Date
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
    /// Whether what a gateway says made the account, or changed it.
    public let changesAccount: Bool
    /// The sign-ins that ended with it in other browsers.
    public let ended: [SignIn.ID]

    public init(
        browser: Browser, signIn: SignIn, isFromNewBrowser: Bool, changesAccount: Bool, ended: [SignIn.ID] = []
    ) {
        self.browser = browser
        self.signIn = signIn
        self.isFromNewBrowser = isFromNewBrowser
        self.changesAccount = changesAccount
        self.ended = ended
    }
}

/// A proof about to be noted of somebody who is signed in.
public struct Reauthentication: Sendable {
    public let signIn: SignIn.ID
    public let access: BrowserAccess
    /// The browser's token from now on.
    public let token: TokenDigest
    /// The hash of the password that was checked; nil for an account of a gateway.
    public let passwordHash: String?
    /// What the gateway of the account said; its token replaces the one that is kept.
    public let gateway: GatewayRecord?
    public let event: SecurityEvent?
    public let time: Date

    public init(
        _ signIn: SignIn.ID, in access: BrowserAccess, token: TokenDigest, passwordHash: String?,
        gateway: GatewayRecord? = nil, event: SecurityEvent? = nil, time: Date
    ) {
        self.signIn = signIn
        self.access = access
        self.token = token
        self.passwordHash = passwordHash
        self.gateway = gateway
        self.event = event
        self.time = time
    }
}

/// A change of whether a sign-in is automatic.
public struct AutomaticSignInChange: Sendable {
    public let access: BrowserAccess
    public let signIn: SignIn.ID
    public let isAutomatic: Bool
    /// The run of the browser from now on, where it has begun a new one.
    public let newRun: TokenDigest?
    public let time: Date

    public init(
        access: BrowserAccess, signIn: SignIn.ID, isAutomatic: Bool, newRun: TokenDigest?, time: Date
    ) {
        self.access = access
        self.signIn = signIn
        self.isAutomatic = isAutomatic
        self.newRun = newRun
        self.time = time
    }
}

/// When a sign-in was last used, and from which address.
public struct SignInUse: Hashable, Sendable {
    public var time: Date
    public var address: String

    public init(time: Date, address: String = "") {
        self.time = time
        self.address = address
    }
}

/// Which sign-ins to end.
public enum SignInEnding: Hashable, Sendable {
    /// This one.
    case one(SignIn.ID)
    /// All of the account but this one.
    case allBut(SignIn.ID)
    /// All of the account.
    case all
}

/// Browsers and the sign-ins in them.
///
/// A browser has one token. With every change that calls for one it gets another, and the one before names nobody. A request
/// whose token was replaced while it was under way changes nothing in the browser: whoever sent it may be somebody else.
public protocol SignInStore: Sendable {
    /// The browser that holds this token, with its sign-ins that have not been ended.
    func browser(_ token: TokenDigest) async throws -> Browser?
    /// Makes a sign-in, which becomes the current one, gives the browser its new token and run, and remembers the server.
    /// A sign-in of the same account in the browser is ended, and so are, where a new run has begun, those of the run
    /// before. The other accounts' stay.
    ///
    /// Where the token that the request brought was replaced meanwhile, the sign-in is made in a browser of its own. Those
    /// of the same account end that other requests with that token made less than a minute ago: a browser that sends several
    /// at once keeps one.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` where the account was disabled, removed or given another password
    ///   meanwhile; ``AuthError/tooManyAccounts``; ``AuthError/otherPerson`` where a gateway said so.
    func signIn(_ new: NewSignIn) async throws -> SignInResult
    /// Ends sign-ins of a browser and gives it a new token.
    ///
    /// - Parameter signIn: the one to end; nil ends all.
    /// - Throws: ``AuthError/signInEnded`` where the token that the request brought names no browser any more.
    func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) async throws
    /// Whether the account was ever signed in to in this browser.
    func hasSignedIn(_ account: AccountID, in browser: Browser.ID) async throws -> Bool
    /// Makes another sign-in of the browser the current one.
    ///
    /// - Throws: ``AuthError/signInEnded``
    func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) async throws
    /// Notes that the person proved once more who they are, and gives the browser a new token.
    ///
    /// - Throws: ``AuthError/signInEnded``; ``AuthError/wrongCredentials`` where the password is not that of `passwordHash`
    ///   any more; ``AuthError/otherPerson`` where a gateway said so.
    func reauthenticate(_ proof: Reauthentication) async throws
    /// Changes whether a sign-in is automatic.
    ///
    /// - Throws: ``AuthError/signInEnded``
    func setAutomatic(_ change: AutomaticSignInChange) async throws
    /// The sign-ins of an account that have not been ended, the last used first; some may have expired.
    func signIns(of account: AccountID) async throws -> [OpenSignIn]
    /// The sign-ins of all accounts that have not been ended, by user name, the last used first.
    func openSignIns() async throws -> [OpenSignIn]
    /// Ends sign-ins of an account, wherever they are.
    ///
    /// - Returns: the ids of those that were ended.
    func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID]
    /// Ends the sign-in that `link` is for.
    ///
    /// - Returns: the account whose it was.
    /// - Throws: a ``LinkProblem``
    func endSignIn(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws -> AccountID
    /// Notes when sign-ins were last used; those that have ended stay as they are.
    func recordUse(_ uses: [SignIn.ID: SignInUse]) async throws
    /// Deletes sign-ins last used before this time, but the last of each account, and browsers where nobody has signed in
    /// since.
    ///
    /// - Returns: how many sign-ins were deleted.
    @discardableResult
    func deleteSignIns(lastUsedBefore time: Date) async throws -> Int
}
