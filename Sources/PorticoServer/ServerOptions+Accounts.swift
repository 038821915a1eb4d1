import Configuration
import PorticoAuth
import PorticoConfig
import PorticoMail

/// Options of accounts and mail; their keys are listed with ``ServerOptions/init(reader:)``.
extension ServerOptions {
    mutating func readAccounts(_ values: OptionReader) throws {
        auth.sessions.idle = try values.number("session.idle") ?? auth.sessions.idle
        auth.sessions.absolute = try values.number("session.absolute") ?? auth.sessions.absolute
        auth.sessions.automaticIdle = try values.number("session.automaticIdle") ?? auth.sessions.automaticIdle
        auth.sessions.automaticAbsolute =
            try values.number("session.automaticAbsolute") ?? auth.sessions.automaticAbsolute
        auth.proof = try values.number("session.proof") ?? auth.proof
        auth.accountsPerBrowser = try values.count("session.accounts") ?? auth.accountsPerBrowser
        registration =
            try values.value("accounts.registration", "open, invitation or closed", RegistrationMode.init(rawValue:))
            ?? registration
        auth.linkLifetime = try values.number("accounts.linkLifetime") ?? auth.linkLifetime
        auth.eventRetention = try values.number("accounts.eventRetention") ?? auth.eventRetention
        try readLimits(values)
    }

    private mutating func readLimits(_ values: OptionReader) throws {
        var limits = auth.limits
        let window = try values.number("limits.window") ?? limits.account.window
        limits.account = Limit(attempts: try values.count("limits.account") ?? limits.account.attempts, window: window)
        limits.browser = Limit(attempts: try values.count("limits.browser") ?? limits.browser.attempts, window: window)
        limits.network = Limit(attempts: try values.count("limits.network") ?? limits.network.attempts, window: window)
        limits.consecutive.attempts = try values.count("limits.consecutive") ?? limits.consecutive.attempts
        limits.mailsByNetwork.attempts = try values.count("limits.mails") ?? limits.mailsByNetwork.attempts
        auth.limits = limits
    }

    mutating func readMail(_ values: OptionReader) throws {
        mailSender = try values.value("mail.sender", "an email address", EmailAddress.init)
        guard let host = values.string("mail.host") else { return }
        let security = try values.value("mail.security", "starttls, tls or none", SMTPOptions.Security.init(rawValue:))
        let port = try values.count("mail.port")
        let credentials = values.string("mail.username").map {
            SMTPOptions.Credentials(userName: $0, password: values.secret("mail.password") ?? "")
        }
        do {
            smtp = try SMTPOptions(
                host: host, port: port, security: security ?? .startTLS, credentials: credentials,
                certificateFile: values.string("mail.certificates"))
        } catch {
            throw StartFailure("mail cannot be sent: \(error)")
        }
    }
}
