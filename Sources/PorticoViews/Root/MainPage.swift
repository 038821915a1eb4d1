import PorticoConfig
import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How the server stands that an account lives on.
public struct GatewayState: Hashable, Sendable {
    /// Why what is known of the person may be out of date; nil where it is not.
    public var problem: GatewayProblem?

    public init(problem: GatewayProblem? = nil) {
        self.problem = problem
    }
}

/// The main screen: who is signed in, how this sign-in stands, and the pages that were mounted.
public struct MainPage: Sendable {
    /// What the person wants to be called.
    public var name: String
    /// Empty where nothing was said.
    public var pronouns: String
    /// Empty where nothing was said.
    public var note: String
    public var username: String
    public var serverName: String
    /// The number that the server of the account knows the person by; nil where there is none.
    public var employeeNumber: String?
    /// Whether the account lives on another server, and why that does not say whether what is shown is still so.
    public var gateway: GatewayState?
    public var isAdministrator: Bool
    public var since: Date
    public var expires: Date
    /// For example "Firefox on Linux"; empty when it is not known.
    public var browser: String
    /// Whether this sign-in outlives the browser.
    public var isAutomatic: Bool
    /// The account the page is rendered for.
    public var account: String
    public var display: DisplayPreferences
    public var appName: String
    public var version: String
    /// How long the server has been running.
    public var uptime: Duration
    /// The pages that others mounted; their group is absent when there are none.
    public var links: [LinkCell]
    /// How many accounts are signed in to in this browser.
    public var profiles: Int
    /// The names of what the person has chosen of their workplace; nil where there is nothing to choose from.
    public var workplace: [Workplace.Kind: String]?

    public init(
        name: String,
        pronouns: String = "",
        note: String = "",
        username: String,
        serverName: String,
        employeeNumber: String? = nil,
        gateway: GatewayState? = nil,
        isAdministrator: Bool,
        since: Date,
        expires: Date,
        browser: String,
        isAutomatic: Bool,
        account: String,
        display: DisplayPreferences = DisplayPreferences(),
        appName: String = "Portico",
        version: String,
        uptime: Duration,
        links: [LinkCell] = [],
        profiles: Int = 1,
        workplace: [Workplace.Kind: String]? = nil
    ) {
        self.name = name
        self.pronouns = pronouns
        self.note = note
        self.username = username
        self.serverName = serverName
        self.employeeNumber = employeeNumber
        self.gateway = gateway
        self.isAdministrator = isAdministrator
        self.since = since
        self.expires = expires
        self.browser = browser
        self.isAutomatic = isAutomatic
        self.account = account
        self.display = display
        self.appName = appName
        self.version = version
        self.uptime = uptime
        self.links = links
        self.profiles = profiles
        self.workplace = workplace
    }
}
