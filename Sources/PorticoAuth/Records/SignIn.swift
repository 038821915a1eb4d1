import Foundation
import PorticoConfig

/// How somebody proved who they are.
public enum SignInMethod: String, Sendable {
    case password
    /// The one-time link that made the first account.
    case setup
    /// A one-time link sent by mail, by which the account was made or got its password.
    case link
}

/// An account active in a browser, from signing in until signing out or expiry.
public struct SignIn: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let account: Account
    public let method: SignInMethod
    public let since: Date
    /// When it was last used, to about a minute.
    public var lastSeen: Date
    /// Whether it outlives the browser (automatic sign-in).
    public var isAutomatic: Bool
    /// When the person last proved who they are.
    public var authenticatedAt: Date
    /// When the account became the current one in its browser.
    public var selectedAt: Date
    /// Where it was last used from.
    public var client: Client

    public init(
        id: Int64, account: Account, method: SignInMethod, since: Date, lastSeen: Date, isAutomatic: Bool,
        authenticatedAt: Date? = nil, selectedAt: Date? = nil, client: Client = Client()
    ) {
        self.id = id
        self.account = account
        self.method = method
        self.since = since
        self.lastSeen = lastSeen
        self.isAutomatic = isAutomatic
        self.authenticatedAt = authenticatedAt ?? since
        self.selectedAt = selectedAt ?? since
        self.client = client
    }
}

/// A sign-in that has not been ended, and the browser it is in.
public struct OpenSignIn: Hashable, Sendable {
    public let signIn: SignIn
    public let browser: Browser.ID
    /// The run that its browser is in.
    public let run: TokenDigest?

    public init(signIn: SignIn, browser: Browser.ID, run: TokenDigest?) {
        self.signIn = signIn
        self.browser = browser
        self.run = run
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
