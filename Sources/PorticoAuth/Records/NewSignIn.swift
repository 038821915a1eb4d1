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
