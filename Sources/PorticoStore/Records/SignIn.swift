import Foundation
import PorticoConfig

/// The way a person proved their identity.
public enum SignInMethod: String, CaseIterable, Sendable {
    case password
    /// The one-time token that allowed the first account.
    case setup
    /// A mailed one-time link that created the account or set its password.
    case link
    /// A passkey, which is both factors.
    case passkey
    /// A mailed link or its code, in the browser that asked for it.
    case mail
    /// A login at an identity provider.
    case provider
}

extension SignInMethod {
    /// Whether it proves who the person is, without a second factor.
    package var isFirstFactor: Bool { self == .password || self == .provider }

    /// Whether a login in a new browser is told to the person by mail: a mailed link that made the account or its password
    /// has just come there.
    package var isNotified: Bool { self != .link && self != .setup }
}

/// A second factor. The raw values are stored.
public enum FactorKind: String, Sendable {
    /// The code of an authenticator app.
    case app
    case recoveryCode = "recovery"
    /// A passkey that stays on one device.
    case passkey
    /// A passkey that may be on several devices.
    case syncedPasskey
    /// The second factor that an identity provider has asked for, where it is trusted with that.
    case provider

    package var isPasskey: Bool { self == .passkey || self == .syncedPasskey }

    /// The kind of a passkey.
    static func passkey(isBackupEligible: Bool) -> FactorKind { isBackupEligible ? .syncedPasskey : .passkey }
}

/// An account signed in to in a browser, until sign-out or expiry.
public struct SignIn: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let account: Account
    public let method: SignInMethod
    /// The identity provider that has made it; nil for other methods.
    public let provider: ServerID?
    /// The time of the sign-in.
    public let since: Date
    /// The last use, accurate to about a minute; with a short idle time-out, to a tenth of it.
    public var lastSeen: Date
    /// Whether it survives the end of the browser's run, and has a longer lifetime (automatic sign-in).
    public var isAutomatic: Bool
    /// The time when the person last proved their identity.
    public var authenticatedAt: Date
    /// The last second factor that the person proved in this sign-in, when it began or later; nil if none, also in a
    /// trusted browser.
    public var factor: FactorKind?
    /// The time when the person proved ``factor``.
    public var factorAt: Date?
    /// The time at which the account's gateway last confirmed it, accurate to about a minute; for a local account, the
    /// time of the sign-in.
    public var checkedAt: Date
    /// The time at which it last became the current sign-in of its browser.
    public var selectedAt: Date
    /// The client that used it last.
    public var client: Client

    public init(
        id: Int64, account: Account, method: SignInMethod, provider: ServerID? = nil, since: Date, lastSeen: Date,
        isAutomatic: Bool,
        authenticatedAt: Date? = nil, factor: FactorKind? = nil, factorAt: Date? = nil, checkedAt: Date? = nil,
        selectedAt: Date? = nil, client: Client = Client()
    ) {
        self.id = id
        self.account = account
        self.method = method
        self.provider = provider
        self.since = since
        self.lastSeen = lastSeen
        self.isAutomatic = isAutomatic
        self.authenticatedAt = authenticatedAt ?? since
        self.factor = factor
        self.factorAt = factorAt
        self.checkedAt = checkedAt ?? since
        self.selectedAt = selectedAt ?? since
        self.client = client
    }

    /// The time of the proof of a sign-in in a trusted browser: no proof for sensitive changes.
    public static let trustedBrowserProof = Date(timeIntervalSince1970: 0)
    /// The time of the proof of a sign-in that is older than the account's second factor: no proof for sensitive changes.
    public static let outdatedProof = Date(timeIntervalSince1970: 1)
    /// The time of the proof of a sign-in by a mail: a mailbox is no proof for sensitive changes.
    public static let mailProof = Date(timeIntervalSince1970: 2)
    /// Whether it began in a browser that was trusted instead of a second factor, and nothing was proved since.
    public var isOfTrustedBrowser: Bool { authenticatedAt == Self.trustedBrowserProof }

    /// Whether the first factor was proved in it, at its beginning or since: by the password, or at the identity provider. A
    /// link from a mail and the set-up link need none.
    package var hasFirstFactor: Bool { method.isFirstFactor || authenticatedAt > since }

    /// Sets the last use, unless a later one is known.
    package mutating func record(_ use: SignInUse) {
        guard use.time >= lastSeen else { return }
        lastSeen = use.time
        if !use.address.isEmpty { client.address = use.address }
    }
}

/// A sign-in that was not ended, with its browser.
public struct OpenSignIn: Hashable, Sendable {
    public let signIn: SignIn
    public let browser: Browser.ID
    /// The current run of the browser.
    public let run: TokenDigest?

    public init(signIn: SignIn, browser: Browser.ID, run: TokenDigest?) {
        self.signIn = signIn
        self.browser = browser
        self.run = run
    }
}

/// The last use of a sign-in: time and IP address.
public struct SignInUse: Hashable, Sendable {
    public var time: Date
    public var address: String

    public init(time: Date, address: String = "") {
        self.time = time
        self.address = address
    }
}
