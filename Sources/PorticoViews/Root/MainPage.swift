import Foundation
import PorticoConfig

/// The state of the account's gateway.
package struct GatewayState: Hashable, Sendable {
    /// The reason why the person's data may be outdated; nil if it is current.
    package var problem: GatewayProblem?

    package init(problem: GatewayProblem? = nil) {
        self.problem = problem
    }
}

/// The main screen: profile, workplace, sign-in, mounted pages and settings.
package struct MainPage: Sendable {
    /// The display name of the person.
    package var name: String
    /// Empty if not set.
    package var pronouns: String
    /// Empty if not set.
    package var note: String
    package var username: String
    package var serverName: String
    /// The person's employee number at the gateway; nil if there is none.
    package var employeeNumber: String?
    /// The state of the gateway; nil for a local account.
    package var gateway: GatewayState?
    package var isAdministrator: Bool
    /// The start of the sign-in.
    package var since: Date
    /// The time at which the sign-in expires.
    package var expires: Date
    /// For example "Firefox on Linux"; empty if unknown.
    package var browser: String
    /// Whether the sign-in survives the end of the browser session.
    package var isAutomatic: Bool
    /// The account that the page is rendered for.
    package var account: String
    package var display: DisplayPreferences
    package var appName: String
    package var version: String
    /// The time since the server started.
    package var uptime: Duration
    /// The pages mounted by applications; empty hides the group.
    package var links: [LinkCell]
    /// The names of the chosen workplaces; nil if there are none to choose from.
    package var workplace: [Workplace.Kind: String]?
    /// Whether it is the first page after the launch. False for the settings page of an application with its own home
    /// page.
    package var isHome: Bool

    package init(
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
        workplace: [Workplace.Kind: String]? = nil,
        isHome: Bool = true
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
        self.workplace = workplace
        self.isHome = isHome
    }
}
