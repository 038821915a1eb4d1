import Foundation
import PorticoConfig

/// A ``Draft`` as stored.
public struct SealedDraft: Hashable, Sendable {
    public let token: TokenDigest
    public let browser: Browser.ID
    public let account: AccountID
    /// The path and query of the form's action.
    public let path: String
    /// The draft, as ``SecretBox`` sealed it for this account and path.
    public let sealed: Data
    public let time: Date

    public init(
        token: TokenDigest, browser: Browser.ID, account: AccountID, path: String, sealed: Data, time: Date
    ) {
        self.token = token
        self.browser = browser
        self.account = account
        self.path = path
        self.sealed = sealed
        self.time = time
    }
}
