import Foundation

/// A browser in which an account is not asked for its second factor.
public struct TrustedBrowser: Hashable, Sendable {
    public let browser: Browser.ID
    /// The client of the sign-in that began the trust.
    public let client: Client
    public let since: Date

    /// Duration of the trust, in seconds: 30 days.
    public static let lifetime: TimeInterval = 30 * 86_400

    public init(browser: Browser.ID, client: Client, since: Date) {
        self.browser = browser
        self.client = client
        self.since = since
    }
}
