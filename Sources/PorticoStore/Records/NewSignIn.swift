import Foundation
import PorticoConfig

/// A sign-in to be stored, and its consequences.
public struct NewSignIn: Sendable {
    public let account: AccountID
    public let method: SignInMethod
    public let isAutomatic: Bool
    public let client: Client
    /// The browser to sign in, which gets the new token; nil for an unknown browser.
    public let access: BrowserAccess?
    /// The browser token that the request carried, valid or not.
    public let brought: TokenDigest?
    /// The browser's new token.
    public let token: TokenDigest
    /// The browser's run.
    public let run: TokenDigest
    /// The hash that the password was checked against; nil if no password was checked here. The sign-in fails if it is
    /// no longer the account's.
    public let passwordHash: String?
    /// The gateway's details to store with the account; nil for local accounts.
    public let gateway: GatewayRecord?
    /// The login at the identity provider; nil for other methods.
    public let provider: ProviderRecord?
    /// Maximum number of accounts signed in to in one browser.
    public let accountLimit: Int
    /// Expired sign-ins of the browser. They end now and are not counted against the limit.
    public let expired: [SignIn.ID]
    /// The attempts to refund.
    public let forgiven: ForgivenAttempts?
    /// Decides whether the sign-in needs a second factor.
    public var factorPolicy = SecondFactorPolicy.optional
    /// The second factor that the person has proved besides; nil for none.
    public var factor: UsedFactor?
    /// The second factor that was proved at an identity provider which is trusted with that; nil for none.
    public var provenFactor: FactorKind?
    /// The second factor that the person has set up for this sign-in; nil for none.
    public var enrolment: Enrolment?
    /// The password that replaces one that is too short to be the only proof; nil to keep it.
    public var newPassword: NewPassword?
    /// The second factor that the sign-in is proved with; nil for none.
    public var factorKind: FactorKind? { enrolment?.kind ?? factor?.kind ?? provenFactor }
    /// The mailed link that permits the sign-in and is used up with it; nil for none.
    public var link: TokenDigest?
    /// The sign-in that waited for the second factor; nil if none did.
    public var pending: TokenDigest?
    /// Whether the browser is not asked for the second factor for some time.
    public var trustsBrowser = false
    /// The time of the proof that sensitive changes need.
    public var authenticatedAt: Date
    /// The event to log in the same transaction.
    public let event: SecurityEvent?
    public let time: Date

    public init(
        account: AccountID, method: SignInMethod, isAutomatic: Bool, client: Client = Client(),
        access: BrowserAccess?, brought: TokenDigest? = nil, token: TokenDigest, run: TokenDigest,
        passwordHash: String? = nil,
        gateway: GatewayRecord? = nil, provider: ProviderRecord? = nil, accountLimit: Int = 5,
        expired: [SignIn.ID] = [], forgiven: ForgivenAttempts? = nil, event: SecurityEvent? = nil, time: Date
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
        self.provider = provider
        self.accountLimit = accountLimit
        self.expired = expired
        self.forgiven = forgiven
        self.event = event
        self.time = time
        authenticatedAt = time
    }
}

/// A password that a person has chosen within a sign-in.
public struct NewPassword: Sendable {
    public let hash: String
    /// The notice to send.
    public let mail: MailJob?

    public init(hash: String, mail: MailJob?) {
        self.hash = hash
        self.mail = mail
    }
}

/// A second factor that was set up within a sign-in, to be stored with it.
public enum Enrolment: Sendable {
    case app(NewApp)
    case passkey(NewPasskey)

    public var kind: FactorKind {
        switch self {
        case .app: .app
        case .passkey(let new): .passkey(isBackupEligible: new.passkey.isBackupEligible)
        }
    }
}

/// A second factor that was checked, to be used up.
public enum UsedFactor: Hashable, Sendable {
    /// The code of an authenticator app for a time step (RFC 6238).
    case app(step: Int64)
    case recovery(TokenDigest)
    case passkey(UsedPasskey)

    public var kind: FactorKind {
        switch self {
        case .app: .app
        case .recovery: .recoveryCode
        case .passkey(let used): .passkey(isBackupEligible: used.isBackupEligible)
        }
    }
}

/// A stored sign-in.
public struct SignInResult: Sendable {
    public let browser: Browser
    /// The new sign-in, now the current one of the browser.
    public let signIn: SignIn
    /// Whether the account was signed in to before, but never in this browser.
    public let isFromNewBrowser: Bool

    public init(browser: Browser, signIn: SignIn, isFromNewBrowser: Bool) {
        self.browser = browser
        self.signIn = signIn
        self.isFromNewBrowser = isFromNewBrowser
    }
}
