import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One account, with the actions for administrators.
public struct PersonPage: RootPage, Sendable {
    /// The account the page is rendered for.
    public var account: String
    /// The account id as shown to administrators.
    public var user: String
    /// The display name of the account's server, which stores the password; nil for a local account.
    public var serverName: String?
    /// The person's employee number at the gateway.
    public var employeeNumber: String?
    public var name: String
    public var email: String?
    public var createdAt: Date
    public var isAdministrator: Bool
    public var isDisabled: Bool
    /// The names of the account's groups.
    public var groups: [String]
    /// Whether it is the last administrator.
    public var isLastAdministrator: Bool
    /// The number of active sign-ins.
    public var sessions: Int
    /// The recent events of the account, newest first.
    public var events: [ActivityEntry]

    public init(
        account: String, user: String, serverName: String? = nil, employeeNumber: String? = nil, name: String,
        email: String?, createdAt: Date, isAdministrator: Bool, isDisabled: Bool, groups: [String] = [],
        isLastAdministrator: Bool, sessions: Int, events: [ActivityEntry]
    ) {
        self.account = account
        self.user = user
        self.serverName = serverName
        self.employeeNumber = employeeNumber
        self.name = name
        self.email = email
        self.createdAt = createdAt
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.groups = groups
        self.isLastAdministrator = isLastAdministrator
        self.sessions = sessions
        self.events = events
    }

    public func title(in language: String) -> String { name.isEmpty ? user : name }

    public func back(in language: String) -> (title: String, path: SitePath)? {
        (Strings(language: language).people, .people)
    }
}
