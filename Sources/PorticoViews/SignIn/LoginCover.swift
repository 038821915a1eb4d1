import PorticoHTML

/// A server in the picker of the login cover.
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

/// The sign-in form, over a root page whose content is withheld.
public struct LoginCover: Presentable, Sendable {
    /// Fills the window and cannot be dismissed: only a successful sign-in removes it.
    public let presentation = Presentation(style: .fullScreen, isModalInPresentation: true)
    public let presenter = SitePath.launch

    public var appName: String
    /// A sentence under the title; nil for none.
    public var sentence: String?
    /// Links to other sites.
    public var links: BrandLinks
    /// For the picker, which is shown if there are several.
    public var servers: [ServerChoice]
    /// The entered user name.
    public var username: String
    /// Whether "Keep me signed in" is checked.
    public var remembers: Bool
    /// The target after the sign-in.
    public var next: SitePath?
    public var message: LoginMessage?
    /// Whether the browser's sign-in has expired.
    public var hasExpired: Bool
    /// Whether it covers an open page that continues after the sign-in.
    public var continues: Bool
    /// The path of the cover without the user name, if the name is a remembered one.
    public var forget: SitePath?
    /// Whether the installation has an account; without one the cover refers to the set-up link.
    public var hasAccounts: Bool
    /// Whether this server stores passwords and can reset them.
    public var keepsPasswords: Bool
    /// Whether people can register.
    public var registers: Bool
    /// Whether it adds an account to those already signed in.
    public var adds: Bool
    /// Whether the added account was signed in here before, until its gateway ended the sign-in.
    public var isReturn: Bool
    /// The accounts signed in in this browser, to switch to without a password.
    public var others: [OtherAccount]

    /// An account signed in in the same browser.
    public struct OtherAccount: Hashable, Sendable {
        /// The id of its sign-in.
        public var id: Int64
        /// The user name, with the server's name if it is another server.
        public var label: String

        public init(id: Int64, label: String) {
            self.id = id
            self.label = label
        }
    }

    public init(
        appName: String,
        sentence: String? = nil,
        links: BrandLinks = BrandLinks(),
        servers: [ServerChoice] = [],
        username: String = "",
        remembers: Bool = false,
        next: SitePath? = nil,
        message: LoginMessage? = nil,
        hasExpired: Bool = false,
        continues: Bool = false,
        forget: SitePath? = nil,
        hasAccounts: Bool = true,
        keepsPasswords: Bool = true,
        registers: Bool = false,
        adds: Bool = false,
        isReturn: Bool = false,
        others: [OtherAccount] = []
    ) {
        self.appName = appName
        self.sentence = sentence
        self.links = links
        self.servers = servers
        self.username = username
        self.remembers = remembers
        self.next = next
        self.message = message
        self.hasExpired = hasExpired
        self.continues = continues
        self.forget = forget
        self.hasAccounts = hasAccounts
        self.keepsPasswords = keepsPasswords
        self.registers = registers
        self.adds = adds
        self.isReturn = isReturn
        self.others = others
    }

    public func title(in language: String) -> String { title(Strings(language: language)) }

    /// The title of the frame in which pages of another application show the cover.
    public static func frameTitle(in language: String) -> String { Strings(language: language).signIn }

    func title(_ t: Strings) -> String { adds && !isReturn ? t.loginAddTitle : t.loginTitle }

    /// Whether the password field has the autofocus, because the user name is already filled in.
    var startsAtPassword: Bool { !username.isEmpty }
}
