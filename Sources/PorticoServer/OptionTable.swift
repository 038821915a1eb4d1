import Foundation
import Logging
import PorticoAuth
import PorticoBrand
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoHTML
import PorticoMail
import PorticoPostgreSQL
import PorticoViews

private let day = 86_400.0
private let tenYears = 3650 * day
private let many = 1.0...1_000_000

// The minimums leave enough time to sign in and change the values again.
extension OptionDefinition {
    /// All options of the installation in the order of their lists. The options of single servers follow
    /// `servers.list`.
    static let all: [OptionDefinition] =
        serving + database + appearance + look + sessions + accounts + mail + gateways + resources

    private static let serving: [OptionDefinition] = [
        .text("http.hostname", \.hostname, "The address that the server listens on."),
        .count(
            "http.port", \.port, 0...65_535, kind: .port, "The port that the server listens on; 0 takes a free one."),
        .count(
            "http.connections", \.connections, 10...1_000_000,
            "Maximum number of open connections, unless the system allows fewer open files. Further connections wait."),
        .seconds(
            "http.shutdownTimeout", \.shutdownTimeout, 1...600,
            "Maximum time of a shutdown, after `http.drain`. Requests that take longer are cut off."),
        .seconds(
            "http.drain", 0...300,
            "Time before a shutdown in which the server still answers but is not ready, so that a load balancer chooses other servers; by default 3 seconds with PostgreSQL in production, otherwise 0."
        ) {
            $0.drainTime = .seconds($1)
        } value: {
            $0.drain / .seconds(1)
        },
        OptionDefinition(
            "http.origin", rule: "`https://HOST[:PORT]`, or `http` on loopback",
            "The origin under which browsers reach the server.",
            set: { $0.origin = try origin($1) }, text: { "\($0.effectiveOrigin)" }),
        OptionDefinition(
            "http.cookieName", rule: "`portico` and up to 33 lower-case letters and digits",
            "The name of the session cookie, and the beginning of the names of all other cookies. Set it for the second installation [on one host](deployment.md#several-installations-on-one-host).",
            set: { $0.cookieName = try cookieName($1) }, text: { $0.cookieName }),
        .flag(
            "http.hstsSubdomains", \.hstsSubdomains,
            "Whether HSTS also makes browsers use TLS for the subdomains of the host of `http.origin`."),
        OptionDefinition(
            "security.contact", rule: "`mailto:ADDRESS` or `https://…`",
            "The contact for vulnerability reports, published in `/.well-known/security.txt`.",
            set: { options, text in
                guard let contact = WebURL(text) else {
                    throw failure(
                        "security.contact", mustBe: "mailto: and an address, or an address of the web", not: text)
                }
                options.securityContact = contact
            }, text: { $0.securityContact?.description }),
        OptionDefinition(
            "http.trustedProxies", rule: "addresses or ranges, separated by commas",
            "The proxies whose `X-Forwarded-For` the server trusts.",
            set: { $0.trustedProxies = try proxies($1) }, text: { $0.trustedProxyList }),
        OptionDefinition(
            "protected.hosts", rule: "`HOST[:PORT]`, separated by commas",
            "The hosts of protected applications, besides the host of `http.origin`.",
            set: { $0.protection.hosts = try protectedHosts($1) },
            text: { $0.protection.hosts.isEmpty ? nil : $0.protection.hosts.sorted().joined(separator: ", ") }),
        OptionDefinition(
            "protected.rules", rule: "`HOST/PATH [METHODS] WHO [proof|second-factor]`, separated by commas",
            "The accounts that may send requests to protected applications. The first rule that matches decides.",
            set: { $0.protection.rules = try protectionRules($1) },
            text: {
                $0.protection.rules.isEmpty ? nil : $0.protection.rules.map(\.description).joined(separator: ", ")
            }),
        OptionDefinition(
            "protected.upstream", rule: "`http://HOST[:PORT]`",
            "The application behind this server. It gets all requests that are not for Portico and that `protected.rules` allow.",
            set: { $0.upstream = try upstream($1) }, text: { $0.upstream?.description }),
        .seconds(
            "protected.timeout", \.upstreamTimeout, 1...3600,
            "Maximum time until the application behind this server begins a response."),
        .text(
            "data.directory", \.dataFolder, rule: "path",
            "The folder of the keys and, unless `database.url` is set, of the database."),
        .text(
            "public.directory", \.publicFolder, rule: "path",
            "A folder of public files to use instead of those in the program."),
        .choice("environment", \.environment, "`development` adds tools for developers and tests."),
    ]

    private static let database: [OptionDefinition] = [
        OptionDefinition(
            "database.url", rule: "secret: `postgres://USER@HOST/DATABASE?sslmode=verify-full`",
            "The PostgreSQL database that [several servers share](scaling.md); by default SQLite in the data folder.",
            set: { $0.database.url = try databaseURL($1) }, text: { $0.database.url == nil ? nil : "set" }
        ).secret,
        .text(
            "database.passwordFile", \.database.passwordFile, rule: "path",
            "A file with the PostgreSQL password in its first line. The server reads it for each connection."
        ).ofPostgreSQL,
        .count(
            "database.connections", \.database.connections, 1...1000,
            "Maximum number of connections to PostgreSQL."
        ).ofPostgreSQL,
        .seconds(
            "database.timeout", \.database.timeout, 1...300,
            "Maximum time of a PostgreSQL statement. Waiting for a lock may take half of it."
        ).ofPostgreSQL,
        .seconds(
            "database.startTimeout", \.databaseStartTimeout, 0...86_400,
            "Maximum time to wait for PostgreSQL at the start. Meanwhile, `/readyz` reports the reason."
        ).ofPostgreSQL,
    ]

    private static let appearance: [OptionDefinition] = [
        OptionDefinition(
            "app.name", rule: "1 to 100 characters on one line", "The displayed name of the application.",
            set: { $0.app.appName = try appName($1) }, text: { $0.app.appName }
        ).live,
        OptionDefinition(
            "app.language", rule: Language.translated.map { "`\($0.tag)`" }.joined(separator: ", "),
            "The language of mails to people without a choice, and of pages for browsers that ask for none of the offered languages.",
            set: { $0.app.language = try language($1) }, text: { $0.app.language }
        ).kept,
        .seconds("splash.minimumDuration", \.app.splashMinimumDuration, 0...10, "Minimum time to show the splash.")
            .kept,
        .choice(
            "presentation.automatic", \.app.automaticPresentation, "The presentation of pages that do not choose one."
        ).kept,
        .flag(
            "launch.worker", \.app.hasWorker,
            "Whether a service worker shows the splash and a message with *Try again* when the server cannot be reached."
        ),
    ]

    private static let sessions: [OptionDefinition] = [
        .seconds("session.idle", \.auth.sessions.idle, 60...tenYears, "Maximum time since the last use of a sign-in.")
            .live,
        .seconds("session.absolute", \.auth.sessions.absolute, 60...tenYears, "Maximum total time of a sign-in.").live,
        .seconds(
            "session.automaticIdle", \.auth.sessions.automaticIdle, 60...tenYears,
            "Maximum time since the last use of an automatic sign-in."
        ).live,
        .seconds(
            "session.automaticAbsolute", \.auth.sessions.automaticAbsolute, 60...tenYears,
            "Maximum total time of an automatic sign-in."
        ).live,
        .seconds(
            "session.proof", \.auth.proof, 60...30 * day,
            "Time after entering the password before sensitive actions ask for it again."
        ).live,
        .count(
            "session.accounts", \.auth.accountsPerBrowser, 1...100,
            "Maximum number of accounts signed in in one browser."
        )
        .live,
        .choice(
            "session.rememberedName", \.app.rememberedName,
            "Whether the login cover contains the browser's last user name; `kept`: only after a sign-in with *Keep me logged in*."
        ),
    ]

    private static let accounts: [OptionDefinition] = [
        .choice(
            "accounts.registration", \.app.registration,
            "The people who can create an account: everyone, only invited people, or nobody.",
            shown: { shown($0.app.registration) }
        ).live,
        .choice(
            "accounts.mailSignIn", \.auth.mailSignIn,
            "Whether people can [log in by a mail](accounts.md#logging-in-by-mail) in place of the password.",
            shown: { .mailSignIn($0.auth.mailSignIn) }
        ).live,
        .choice(
            "accounts.secondFactor", \.auth.secondFactor,
            "The accounts that need a [second factor](proof.md#policy): `off`: none, and nobody can set one up, but what people have stays stored; `optional`: those of people who have set one up; `administrators`: also those of administrators; `all`: all. Whoever has none sets up an authenticator app, or adds a passkey, at the next login.",
            shown: { .secondFactor($0.auth.secondFactor) }
        ).live,
        .count(
            "accounts.passwordLength", \.auth.passwords.atLeast, 8...64,
            "Minimum length of new passwords, in characters. It only raises the usual ones: 8 where `accounts.secondFactor` requires a second factor of the account, otherwise 15."
        ).live,
        .seconds(
            "accounts.linkLifetime", \.auth.linkLifetime, 1...3600,
            "Lifetime of new links in mails, except invitations."
        ).live,
        .seconds(
            "accounts.invitationLifetime", \.auth.invitationLifetime, 3600...30 * day, "Lifetime of new invitations."
        ).live,
        .choice(
            "accounts.passkeyOffer", \.auth.passkeyOffer,
            "Whether browsers that can do so make a passkey by themselves after a sign-in with a password; at most once a month for an account in a browser."
        ).live,
        .seconds(
            "accounts.resetDelay", \.auth.resetDelay, 3600...30 * day,
            "Time before an administrator's reset of somebody's ways to log in takes effect. Until then, the person can stop it."
        ).live,
        .seconds(
            "accounts.eventRetention", \.auth.eventRetention, day...10 * tenYears,
            "Retention of security events. Administrators cannot change it in the browser."),
        .count(
            "limits.account", \.auth.limits.account.attempts, many,
            "Maximum number of failed sign-ins to one account within `limits.window`, in browsers new to it."
        ).live,
        .count(
            "limits.browser", \.auth.limits.browser.attempts, many,
            "Maximum number of failed sign-ins to one account within `limits.window`, in each browser that knows it."
        ).live,
        .count(
            "limits.network", \.auth.limits.network.attempts, many,
            "Maximum number of failed sign-ins from one network within `limits.window`."
        )
        .live,
        .count(
            "limits.mails", \.auth.limits.mailsByNetwork.attempts, many,
            "Maximum number of mails requested from one network within an hour."
        ).live,
        .count(
            "limits.consecutive", \.auth.limits.consecutive.attempts, many,
            "Maximum number of consecutive failed sign-ins to one account."
        ).live,
        .count(
            "limits.rate", \.auth.limits.rate.attempts, many,
            "Maximum number of sign-ins to one account from one network within a minute, with right and wrong passwords."
        ),
        .seconds("limits.window", 60...365 * day, "The time window for failed sign-ins.") { options, window in
            options.auth.limits.account.window = window
            options.auth.limits.browser.window = window
            options.auth.limits.network.window = window
        } value: {
            $0.auth.limits.account.window
        }.live,
    ]

    private static let mail: [OptionDefinition] = [
        OptionDefinition(
            "mail.host", rule: "text", "The SMTP server. Without one, mails are files in the folder `outbox`.",
            shown: { $0.smtp.map { .text("\($0.host):\($0.port)") } ?? .outbox },
            set: { $0.mail.host = $1 }, text: { $0.smtp?.host }),
        .number(
            "mail.port", OptionRange(numbers: 1...65_535, kind: .port),
            "The port of the SMTP server; by default 587, with `tls` 465.",
            shown: { _ in nil }, set: { $0.mail.port = Int($1) }, value: { $0.smtp.map { Double($0.port) } }
        ).ofMailServer,
        OptionDefinition(
            "mail.security", rule: "`starttls`, `tls`; `none` on this machine only",
            "The encryption of the connection; by default `starttls`. Like `tls`, it verifies the certificate and the name.",
            set: { $0.mail.security = try security($1) }, text: { $0.smtp?.security.rawValue }
        ).ofMailServer,
        OptionDefinition(
            "mail.username", rule: "text", "The user name at the SMTP server, if it requires one.",
            set: { $0.mail.userName = $1 }, text: { $0.smtp?.credentials?.userName }
        ).ofMailServer,
        OptionDefinition(
            "mail.password", rule: "secret", "The password of `mail.username`.",
            set: { $0.mail.password = $1 },
            text: { $0.smtp?.credentials?.password.isEmpty == false ? "set" : nil }
        ).secret.ofMailServer,
        OptionDefinition(
            "mail.sender", rule: "address", "The sender of mails; by default `portico@` and the host of `http.origin`.",
            set: { $0.mailSender = try sender($1) }, text: { $0.effectiveMailSender.value }),
        .brand(
            .senderName, rule: "100 characters at most on one line",
            "The name of the sender of mails; by default `app.name`."),
        .brand(.mailFooter, rule: "1,000 characters on 10 lines at most", "The last paragraph of mails."),
        OptionDefinition(
            "mail.certificates", rule: "path of a PEM file",
            "The certificates that verify the SMTP server, instead of those of the system.",
            set: { $0.mail.certificates = $1 }, text: { $0.smtp?.certificateFile }
        ).ofMailServer,
    ]

    private static let gateways: [OptionDefinition] = [
        OptionDefinition(
            "servers.list", rule: "names, separated by commas", "The servers with accounts, see below.",
            set: { $0.app.servers = try servers($1) },
            text: { $0.app.servers.map(\.id.rawValue).joined(separator: ",") }),
        OptionDefinition(
            "servers.default", rule: "name of an [identity provider](providers.md) in `servers.list`",
            "The identity provider that the login page shows alone, with a link to the other ways to log in.",
            set: { $0.app.defaultProvider = ServerID(rawValue: $1) }, text: { $0.app.defaultProvider?.rawValue }),
        .seconds(
            "gateway.timeout", \.gatewayTimeout, 0.001...300, "Maximum total time of a call to a gateway."),
        // A launch has a time limit of 10 seconds.
        .seconds(
            "gateway.launchTimeout", \.app.launchCheckTimeout, 0...8,
            "Maximum time that a launch or another request waits for a gateway."),
        .seconds(
            "gateway.recheck", \.gatewayRecheck, 0...day,
            "Time after a gateway's confirmation of a sign-in before the next request asks it again."),
        .seconds(
            "gateway.trust", \.gatewayTrust, 0...365 * day,
            "Time after a gateway's confirmation in which a sign-in may be used while its gateway is unreachable."),
        .seconds(
            "gateway.workplacesInterval", \.workplacesInterval, 0...365 * day,
            "Minimum time before the workplaces of a gateway are fetched again."),
        .text(
            "gateway.certificates", \.gatewayCertificates, rule: "path of a PEM file",
            "The certificates that verify gateways, besides those of the system."),
        OptionDefinition(
            "gateway.key", rule: "secret: 32 bytes in base64, before earlier keys",
            "The master key of stored secrets and assertions; by default a key in the data folder.",
            set: { $0.masterKeys = try masterKeys($1) }, text: { $0.masterKeys.isEmpty ? nil : "set" }
        ).secret,
    ]

    private static let resources: [OptionDefinition] = [
        .count(
            "events.maximum", \.auth.eventsMaximum, 1000...100_000_000,
            "Maximum number of stored security events. The oldest are deleted first."),
        .count(
            "events.streamsPerAccount", \.app.eventStreamsPerAccount, many,
            "Maximum number of open event streams of one account."
        ).kept,
        .count(
            "events.streams", \.app.eventStreams, many,
            "Maximum number of open event streams in total. Each uses a file descriptor."
        ).kept,
        .seconds(
            "events.interval", \.eventInterval, 1...20,
            "Maximum silence on an event stream. After it, the server sends a keep-alive message."
        ).kept,
        .count(
            "cache.capacity", \.cacheCapacity, 0...10_000_000,
            "Maximum number of browsers and of people in memory; 0 turns the cache off."),
        .choice("log.level", \.logLevel, "The lowest logged level.", expected: "a level from trace to critical")
            .kept,
        .choice("log.format", \.logFormat, "The form of log lines; `json` writes one object a line."),
        .text("metrics.address", \.metricsAddress, "The address of `GET /metrics`."),
        .number(
            "metrics.port", OptionRange(numbers: 0...65_535, kind: .port),
            "The port of `GET /metrics` for Prometheus; by default none; 0 takes a free one.",
            shown: { _ in nil }, set: { $0.metricsPort = Int($1) }, value: { $0.metricsPort.map(Double.init) }),
        OptionDefinition(
            "metrics.hosts", rule: "`HOST`, separated by commas",
            "The host names that requests for metrics may use, besides addresses and `localhost`.",
            set: { $0.metricsHosts = try metricsHosts($1) },
            text: { $0.metricsHosts.isEmpty ? nil : $0.metricsHosts.sorted().joined(separator: ", ") }),
    ]
}

// MARK: Values

extension OptionDefinition {
    private static func origin(_ text: String) throws -> PublicOrigin {
        do {
            return try PublicOrigin(text)
        } catch .malformed {
            throw failure("http.origin", mustBe: "http://HOST[:PORT] or https://HOST[:PORT]", not: text)
        } catch .insecure {
            throw StartFailure(
                "http.origin must be an https origin unless it is this machine: passwords would travel in the clear")
        }
    }

    private static func cookieName(_ text: String) throws -> String {
        guard ServerCookie.isName(text) else {
            throw failure("http.cookieName", mustBe: "portico and up to 33 lower-case letters and digits", not: text)
        }
        return text
    }

    /// The message does not repeat the text, in which a password may stand.
    private static func databaseURL(_ text: String) throws -> String {
        guard PostgreSQLOptions.isValid(url: text) else {
            throw StartFailure("database.url must be postgres://USER@HOST/DATABASE, with the options of libpq")
        }
        return text
    }

    private static func proxies(_ list: String) throws -> [AddressRange] {
        try list.fields(separatedBy: ",", omittingEmpty: true).map { text in
            guard let range = AddressRange(String(text.trimmed())) else {
                throw failure(
                    "http.trustedProxies", mustBe: "addresses or ranges such as 10.0.0.0/8", not: String(text))
            }
            return range
        }
    }

    private static func upstream(_ text: String) throws -> UpstreamAddress {
        guard let address = UpstreamAddress(text) else {
            throw failure("protected.upstream", mustBe: "an address such as http://127.0.0.1:3000", not: text)
        }
        return address
    }

    private static func protectedHosts(_ list: String) throws -> Set<String> {
        Set(
            try list.fields(separatedBy: ",", omittingEmpty: true).map { text in
                guard let host = ProtectedAddress.host(named: text.trimmed()) else {
                    throw failure("protected.hosts", mustBe: "hosts such as app.example", not: String(text))
                }
                return host
            })
    }

    private static func metricsHosts(_ list: String) throws -> Set<String> {
        Set(
            try list.fields(separatedBy: ",", omittingEmpty: true).map { text in
                guard let host = ProtectedAddress.host(named: text.trimmed()), !host.has(":") else {
                    throw failure(
                        "metrics.hosts", mustBe: "hosts such as portico.internal, without ports", not: String(text))
                }
                return host
            })
    }

    private static func protectionRules(_ list: String) throws -> [ProtectionRule] {
        try list.fields(separatedBy: ",", omittingEmpty: true).map { text in
            do {
                return try ProtectionRule(String(text))
            } catch {
                throw StartFailure("protected.rules has \"\(text.trimmed())\": \(error)")
            }
        }
    }

    private static func language(_ text: String) throws -> String {
        let tags = Language.translated.map(\.tag)
        guard tags.contains(where: { $0.isSameBytes(as: text) }) else {
            throw failure("app.language", mustBe: tags.joined(separator: ", "), not: text)
        }
        return text
    }

    private static func appName(_ text: String) throws -> String {
        var brand = Brand(name: text)
        do throws(BrandProblem) {
            try BrandField.name.set(text, in: &brand)
        } catch .text {
            throw failure("app.name", mustBe: "a name on one line, of 100 characters at most", not: text)
        } catch {
            throw StartFailure("app.name \(error.sentence)")
        }
        return brand.name
    }

    private static func shown(_ mode: RegistrationMode) -> InstallationSetting.Value {
        switch mode {
        case .open: .registrationOpen
        case .invitation: .registrationByInvitation
        case .closed: .registrationClosed
        }
    }

    private static func security(_ text: String) throws -> SMTPOptions.Security {
        guard let security = SMTPOptions.Security(rawValue: text) else {
            throw failure("mail.security", mustBe: "starttls, tls or none", not: text)
        }
        return security
    }

    private static func sender(_ text: String) throws -> EmailAddress {
        guard let address = EmailAddress(text) else {
            throw failure("mail.sender", mustBe: "an email address", not: text)
        }
        return address
    }

    /// Each id is unique, with 1 to 32 lower-case letters, digits and hyphens.
    private static func servers(_ list: String) throws -> [Server] {
        let names = list.fields(separatedBy: ",").map { $0.trimmed() }
        let ids = names.compactMap { ServerID(String($0)) }
        guard ids.count == names.count, Set(ids).count == ids.count else {
            throw failure(
                "servers.list",
                mustBe: "names of servers, separated by commas, each once, of lower-case letters, digits and hyphens",
                not: list)
        }
        return ids.map { Server(id: $0, name: $0.rawValue) }
    }

    private static func masterKeys(_ text: String) throws -> [Data] {
        guard let keys = DataFolder.masterKeys(in: Data(text.utf8)) else {
            throw StartFailure("gateway.key must be 32 bytes in base64; earlier keys may follow, separated by spaces")
        }
        return keys
    }
}
