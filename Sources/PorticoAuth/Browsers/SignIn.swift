import Foundation
import PorticoConfig

/// How somebody proved who they are.
public enum SignInMethod: String, Sendable {
    case password
    /// The one-time link that made the first account.
    case setup
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

    public init(id: Int64, account: Account, method: SignInMethod, since: Date, lastSeen: Date, isAutomatic: Bool) {
        self.id = id
        self.account = account
        self.method = method
        self.since = since
        self.lastSeen = lastSeen
        self.isAutomatic = isAutomatic
    }
}
