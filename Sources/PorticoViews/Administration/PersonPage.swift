import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// One account, and what those who administer can do with it.
public struct PersonPage: RootPage, Sendable {
    /// The account the page is rendered for.
    public var account: String
    /// The account that it is about, as those who administer call it.
    public var user: String
    /// What people call the server that the account lives on, and that keeps its password; nil where it lives here.
    public var serverName: String?
    /// The number that this server knows the person by.
    public var employeeNumber: String?
    public var name: String
    public var email: String?
    public var createdAt: Date
    public var isAdministrator: Bool
    public var isDisabled: Bool
    /// Whether nobody would be left who may administer.
    public var isLastAdministrator: Bool
    /// How many sign-ins are in force.
    public var sessions: Int
    /// What happened with it lately, the newest first.
    public var events: [ActivityEntry]

    public init(
        account: String, user: String, serverName: String? = nil, employeeNumber: String? = nil, name: String,
        email: String?, createdAt: Date, isAdministrator: Bool, isDisabled: Bool, isLastAdministrator: Bool,
        sessions: Int, events: [ActivityEntry]
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
        self.isLastAdministrator = isLastAdministrator
        self.sessions = sessions
        self.events = events
    }

    public func title(in language: String) -> String { name.isEmpty ? user : name }

    public func back(in language: String) -> (title: String, path: SitePath)? {
        (Strings(language: language).people, .people)
    }
}
