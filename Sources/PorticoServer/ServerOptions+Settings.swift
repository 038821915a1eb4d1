import PorticoAuth
import PorticoConfig
import PorticoMail
import PorticoViews
import PorticoWeb

extension ServerOptions {
    /// The options in force, for those who administer.
    var settings: [InstallationSetting] {
        let limits = auth.limits
        return [
            InstallationSetting(.appName, .text(appName)),
            InstallationSetting(.origin, .text("\(effectiveOrigin)")),
            InstallationSetting(.trustedProxies, trustedProxyList.map { .text($0) } ?? .none),
            InstallationSetting(.environment, .text(environment.rawValue)),
            InstallationSetting(.registration, registration.value),
            InstallationSetting(.linkLifetime, .duration(.seconds(auth.linkLifetime))),
            InstallationSetting(.eventRetention, .duration(.seconds(auth.eventRetention))),
            InstallationSetting(.idle, .duration(.seconds(auth.sessions.idle))),
            InstallationSetting(.absolute, .duration(.seconds(auth.sessions.absolute))),
            InstallationSetting(.automaticIdle, .duration(.seconds(auth.sessions.automaticIdle))),
            InstallationSetting(.automaticAbsolute, .duration(.seconds(auth.sessions.automaticAbsolute))),
            InstallationSetting(.proof, .duration(.seconds(auth.proof))),
            InstallationSetting(.accounts, .number(auth.accountsPerBrowser)),
            InstallationSetting(.attemptsPerAccount, .number(limits.account.attempts)),
            InstallationSetting(.attemptsPerBrowser, .number(limits.browser.attempts)),
            InstallationSetting(.attemptsPerNetwork, .number(limits.network.attempts)),
            InstallationSetting(.consecutiveAttempts, .number(limits.consecutive.attempts)),
            InstallationSetting(.mails, .number(limits.mailsByNetwork.attempts)),
            InstallationSetting(.window, .duration(.seconds(limits.account.window))),
            InstallationSetting(.mailHost, smtp.map { .text("\($0.host):\($0.port)") } ?? .outbox),
            InstallationSetting(.mailSecurity, smtp.map { .text($0.security.rawValue) } ?? .none),
            InstallationSetting(.mailSender, .text(effectiveMailSender.value)),
        ]
    }
}

extension RegistrationMode {
    fileprivate var value: InstallationSetting.Value {
        switch self {
        case .open: .registrationOpen
        case .invitation: .registrationByInvitation
        case .closed: .registrationClosed
        }
    }
}
