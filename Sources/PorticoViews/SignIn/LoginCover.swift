import PorticoConfig
import PorticoHTML

/// A server in the picker of the login cover.
package struct ServerChoice: Hashable, Sendable {
    package var id: String
    package var name: String
    package var isSelected: Bool

    package init(id: String, name: String, isSelected: Bool) {
        self.id = id
        self.name = name
        self.isSelected = isSelected
    }
}

/// The sign-in form, over a root page whose content is withheld.
package struct LoginCover: Presentable, Sendable {
    /// Fills the window and cannot be dismissed: only a successful sign-in removes it.
    package let presentation = Presentation(style: .fullScreen, isModalInPresentation: true)
    package let presenter = SitePath.launch

    package var appName: String
    /// A sentence under the title; nil for none.
    package var sentence: String?
    /// Links to other sites.
    package var links: BrandLinks
    /// For the picker, which is shown if there are several. Empty if no server takes passwords.
    package var servers: [ServerChoice]
    /// The entered user name.
    package var username: String
    /// Whether "Keep me logged in" is checked.
    package var remembers: Bool
    /// The target after the sign-in.
    package var next: SitePath?
    package var message: LoginMessage?
    /// Whether the browser's sign-in has expired.
    package var hasExpired: Bool
    /// Whether the person has just signed out.
    package var followsSignOut: Bool
    /// Whether it covers an open page that continues after the sign-in.
    package var continues: Bool
    /// The path of the cover without the user name, if the name is a remembered one.
    package var forget: SitePath?
    /// How to create the first account, in place of the form; nil if an account can log in.
    package var setup: SetupSteps?
    /// Whether this server stores passwords and can reset them.
    package var keepsPasswords: Bool
    /// Whether people can register.
    package var registers: Bool
    /// Whether it adds an account to those already signed in.
    package var adds: Bool
    /// Whether the added account was signed in here before, until its gateway ended the sign-in.
    package var isReturn: Bool
    /// The accounts signed in in this browser, to switch to without a password.
    package var others: [OtherAccount]
    /// The options for logging in with a passkey, as JSON; nil if passkeys are not offered.
    package var passkeyOptions: String?
    /// The ways to log in besides the form.
    package var ways: SignInWays
    /// The languages to choose from.
    package var languages: [Language]

    /// An account signed in in the same browser.
    package struct OtherAccount: Hashable, Sendable {
        /// The id of its sign-in.
        package var id: Int64
        /// The user name, with the server's name if it is another server.
        package var label: String

        package init(id: Int64, label: String) {
            self.id = id
            self.label = label
        }
    }

    package init(
        appName: String,
        sentence: String? = nil,
        links: BrandLinks = BrandLinks(),
        servers: [ServerChoice] = [],
        username: String = "",
        remembers: Bool = false,
        next: SitePath? = nil,
        message: LoginMessage? = nil,
        hasExpired: Bool = false,
        followsSignOut: Bool = false,
        continues: Bool = false,
        forget: SitePath? = nil,
        setup: SetupSteps? = nil,
        keepsPasswords: Bool = true,
        registers: Bool = false,
        adds: Bool = false,
        isReturn: Bool = false,
        others: [OtherAccount] = [],
        passkeyOptions: String? = nil,
        ways: SignInWays = SignInWays(),
        languages: [Language] = []
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
        self.followsSignOut = followsSignOut
        self.continues = continues
        self.forget = forget
        self.setup = setup
        self.keepsPasswords = keepsPasswords
        self.registers = registers
        self.adds = adds
        self.isReturn = isReturn
        self.others = others
        self.passkeyOptions = passkeyOptions
        self.ways = ways
        self.languages = languages
    }

    /// Whether there is a form for a password.
    var takesPassword: Bool { keepsPasswords || !servers.isEmpty || ways.providers.isEmpty }

    /// The form of the button for a provider that is shown alone. It is apart from the form for a password, because the
    /// Return key presses the first button of a form.
    static let formOfOne = "log-in-with"

    var languageMenu: LanguageMenu { LanguageMenu(languages, action: .coverLanguage) }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    /// The title of the frame in which pages of another application show the cover.
    package static func frameTitle(in language: String) -> String { Strings(language: language).loginPage }

    func title(_ t: Strings) -> String {
        guard setup == nil else { return t.setupTitle }
        return adds && !isReturn ? t.loginAddTitle : t.loginTitle
    }

    func passkey(_ t: Strings) -> PasskeyButton? {
        passkeyOptions.map {
            PasskeyButton(id: "log-in-passkey", title: t.logInWithPasskey, options: $0, purpose: .signIn, fills: true)
        }
    }

    /// Whether the password field has the autofocus, because the user name is already filled in.
    var startsAtPassword: Bool { !username.isEmpty }

    /// The id of the sentence that screen readers read with the first field: the last sign-out, unless the message says
    /// something newer.
    var firstDescription: String? { followsSignOut && message == nil ? "logged-out" : nil }
}

/// The fields for a password.
struct LoginFields: Sendable {
    var cover: LoginCover

    init(_ cover: LoginCover) { self.cover = cover }

    /// Whether the fields are in sight.
    private var isOpen: Bool { cover.ways.alone == nil || cover.ways.showsOthers }
    var focusesUsername: Bool { isOpen && !cover.startsAtPassword }
    var focusesPassword: Bool { isOpen && cover.startsAtPassword }
}

/// The button for the password, and that for a passkey.
struct LoginSubmit: Sendable {
    var cover: LoginCover

    init(_ cover: LoginCover) { self.cover = cover }
}

/// The place for the reason why a login has failed.
struct LoginMessageLine: Sendable {
    var message: LoginMessage?

    init(_ message: LoginMessage?) { self.message = message }
}

/// Says how to go on while a provider is in another window.
struct ProviderNote: Sendable {}
