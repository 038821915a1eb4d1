import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The main screen: who is signed in, how this sign-in stands, and the pages that were mounted.
public struct MainPage: Sendable {
    public var name: String
    public var username: String
    public var serverName: String
    public var isAdministrator: Bool
    public var since: Date
    public var expires: Date
    /// For example "Firefox on Linux"; empty when it is not known.
    public var browser: String
    /// Whether this sign-in outlives the browser.
    public var isAutomatic: Bool
    /// The account the page is rendered for.
    public var account: String
    /// The idempotency key of the page's forms.
    public var request: String
    public var version: String
    /// How long the server has been running.
    public var uptime: Duration
    /// The pages that others mounted; their group is absent when there are none.
    public var links: [LinkCell]

    public init(
        name: String,
        username: String,
        serverName: String,
        isAdministrator: Bool,
        since: Date,
        expires: Date,
        browser: String,
        isAutomatic: Bool,
        account: String,
        request: String,
        version: String,
        uptime: Duration,
        links: [LinkCell] = []
    ) {
        self.name = name
        self.username = username
        self.serverName = serverName
        self.isAdministrator = isAdministrator
        self.since = since
        self.expires = expires
        self.browser = browser
        self.isAutomatic = isAutomatic
        self.account = account
        self.request = request
        self.version = version
        self.uptime = uptime
        self.links = links
    }
}
