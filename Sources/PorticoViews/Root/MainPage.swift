import PorticoConfig

/// The state of the account's gateway.
package struct GatewayState: Hashable, Sendable {
    /// The display name of the gateway.
    package var name: String
    /// The reason why the person's data may be outdated; nil if it is current.
    package var problem: GatewayProblem?

    package init(name: String, problem: GatewayProblem? = nil) {
        self.name = name
        self.problem = problem
    }
}

/// The main screen: mounted pages, workplace, settings and profile. It is also the settings page of an application with
/// its own home page.
package struct MainPage: Sendable {
    /// The parts of the first page after the launch.
    package struct Home: Hashable, Sendable {
        package var greeting: Greeting
        /// nil unless the person is an administrator.
        package var counts: AdministrationCounts?

        package init(greeting: Greeting, counts: AdministrationCounts? = nil) {
            self.greeting = greeting
            self.counts = counts
        }
    }

    /// The display name of the person; empty if there is none.
    package var name: String
    /// Empty if not set.
    package var pronouns: String
    /// Empty if not set.
    package var note: String
    package var username: String
    /// The display name of the account's server; nil if there is only one.
    package var serverName: String?
    /// The person's employee number at the gateway; nil if there is none.
    package var employeeNumber: String?
    /// The state of the gateway; nil for a local account.
    package var gateway: GatewayState?
    package var isAdministrator: Bool
    /// Whether the sign-in survives the end of the browser session.
    package var isAutomatic: Bool
    /// The account that the page is rendered for.
    package var account: String
    package var display: DisplayPreferences
    package var appName: String
    /// The pages mounted by applications; empty hides the group.
    package var links: [LinkCell]
    /// The names of the chosen workplaces; nil if there are none to choose from.
    package var workplace: [Workplace.Kind: String]?
    /// nil on the settings page of an application with its own home page.
    package var home: Home?

    package init(
        name: String,
        pronouns: String = "",
        note: String = "",
        username: String,
        serverName: String? = nil,
        employeeNumber: String? = nil,
        gateway: GatewayState? = nil,
        isAdministrator: Bool,
        isAutomatic: Bool,
        account: String,
        display: DisplayPreferences = DisplayPreferences(),
        appName: String = "Portico",
        links: [LinkCell] = [],
        workplace: [Workplace.Kind: String]? = nil,
        home: Home? = nil
    ) {
        self.name = name
        self.pronouns = pronouns
        self.note = note
        self.username = username
        self.serverName = serverName
        self.employeeNumber = employeeNumber
        self.gateway = gateway
        self.isAdministrator = isAdministrator
        self.isAutomatic = isAutomatic
        self.account = account
        self.display = display
        self.appName = appName
        self.links = links
        self.workplace = workplace
        self.home = home
    }
}
