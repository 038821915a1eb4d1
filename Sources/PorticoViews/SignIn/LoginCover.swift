import PorticoHTML

/// A server whose accounts can sign in.
public struct ServerChoice: Hashable, Sendable {
    public var id: String
    public var name: String
    public var isSelected: Bool

    public init(id: String, name: String, isSelected: Bool) {
        self.id = id
        self.name = name
        self.isSelected = isSelected
    }
}

/// The page that asks who is there, over a root whose content is withheld.
public struct LoginCover: Presentable, Sendable {
    /// Fills the window and cannot be dismissed: only a successful sign-in takes it away.
    public let presentation = Presentation(style: .fullScreen, isModalInPresentation: true)
    public let presenter = SitePath.launch

    public var appName: String
    /// The picker shows when there is more than one.
    public var servers: [ServerChoice]
    /// What the person typed before, never the password.
    public var username: String
    /// Whether "Keep me signed in" is ticked.
    public var remembers: Bool
    /// Where the sign-in leads to.
    public var next: SitePath?
    public var message: LoginMessage?
    /// Whether it covers a page that goes on after the sign-in.
    public var continues: Bool
    /// Whether the installation has an account at all; without one the cover points to the set-up link.
    public var hasAccounts: Bool
    /// Whether passwords are kept here, so that a forgotten one can be replaced.
    public var keepsPasswords: Bool
    /// Whether people can ask for an account themselves.
    public var registers: Bool
    /// Whether the sign-in is to a further account, beside those that are signed in to already.
    public var adds: Bool

    public init(
        appName: String,
        servers: [ServerChoice] = [],
        username: String = "",
        remembers: Bool = false,
        next: SitePath? = nil,
        message: LoginMessage? = nil,
        continues: Bool = false,
        hasAccounts: Bool = true,
        keepsPasswords: Bool = true,
        registers: Bool = false,
        adds: Bool = false
    ) {
        self.appName = appName
        self.servers = servers
        self.username = username
        self.remembers = remembers
        self.next = next
        self.message = message
        self.continues = continues
        self.hasAccounts = hasAccounts
        self.keepsPasswords = keepsPasswords
        self.registers = registers
        self.adds = adds
    }

    public func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String { adds ? t.loginAddTitle : t.loginTitle }

    /// Where the caret starts: in the first field that waits for the person.
    var startsAtPassword: Bool { !username.isEmpty }
}
