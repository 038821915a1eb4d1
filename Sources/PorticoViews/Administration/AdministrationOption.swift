/// An option that Administration shows. The raw values are the keys of the options.
package enum AdministrationOption: String, Sendable, CaseIterable {
    case appName = "app.name"
    case origin = "http.origin"
    case trustedProxies = "http.trustedProxies"
    case environment
    case registration = "accounts.registration"
    case mailSignIn = "accounts.mailSignIn"
    case secondFactor = "accounts.secondFactor"
    case linkLifetime = "accounts.linkLifetime"
    case invitationLifetime = "accounts.invitationLifetime"
    case resetDelay = "accounts.resetDelay"
    case eventRetention = "accounts.eventRetention"
    case idle = "session.idle"
    case absolute = "session.absolute"
    case automaticIdle = "session.automaticIdle"
    case automaticAbsolute = "session.automaticAbsolute"
    case proof = "session.proof"
    case accounts = "session.accounts"
    case attemptsPerAccount = "limits.account"
    case attemptsPerBrowser = "limits.browser"
    case attemptsPerNetwork = "limits.network"
    case consecutiveAttempts = "limits.consecutive"
    case mails = "limits.mails"
    case window = "limits.window"
    case mailHost = "mail.host"
    case mailSecurity = "mail.security"
    case mailSender = "mail.sender"

    /// The groups on the page.
    enum Section: String, CaseIterable {
        case application
        case accounts
        case sessions
        case limits
        case mail
    }

    var section: Section {
        switch self {
        case .appName, .origin, .trustedProxies, .environment: .application
        case .registration, .mailSignIn, .secondFactor, .linkLifetime, .invitationLifetime, .resetDelay,
            .eventRetention:
            .accounts
        case .idle, .absolute, .automaticIdle, .automaticAbsolute, .proof, .accounts: .sessions
        case .attemptsPerAccount, .attemptsPerBrowser, .attemptsPerNetwork, .consecutiveAttempts, .mails, .window:
            .limits
        case .mailHost, .mailSecurity, .mailSender: .mail
        }
    }
}

extension AdministrationOption {
    func title(_ t: Strings) -> String {
        switch self {
        case .appName: t.optionAppName
        case .origin: t.optionOrigin
        case .trustedProxies: t.optionTrustedProxies
        case .environment: t.optionEnvironment
        case .registration: t.optionRegistration
        case .mailSignIn: t.optionMailSignIn
        case .secondFactor: t.optionSecondFactor
        case .linkLifetime: t.optionLinkLifetime
        case .invitationLifetime: t.optionInvitationLifetime
        case .resetDelay: t.optionResetDelay
        case .eventRetention: t.optionEventRetention
        case .idle: t.optionIdle
        case .absolute: t.optionAbsolute
        case .automaticIdle: t.optionAutomaticIdle
        case .automaticAbsolute: t.optionAutomaticAbsolute
        case .proof: t.optionProof
        case .accounts: t.optionAccounts
        case .attemptsPerAccount: t.optionAttemptsPerAccount
        case .attemptsPerBrowser: t.optionAttemptsPerBrowser
        case .attemptsPerNetwork: t.optionAttemptsPerNetwork
        case .consecutiveAttempts: t.optionConsecutiveAttempts
        case .mails: t.optionMails
        case .window: t.optionWindow
        case .mailHost: t.optionMailHost
        case .mailSecurity: t.optionMailSecurity
        case .mailSender: t.optionMailSender
        }
    }
}

extension AdministrationOption.Section {
    func title(_ t: Strings) -> String {
        switch self {
        case .application: t.optionsApplication
        case .accounts: t.optionsAccounts
        case .sessions: t.optionsSessions
        case .limits: t.optionsLimits
        case .mail: t.optionsMail
        }
    }
}
