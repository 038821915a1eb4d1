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
            "How many connections may be open, as far as the system allows so many files; others wait."),
        .seconds(
            "http.shutdownTimeout", \.shutdownTimeout, 1...600,
            "How long the server takes to end at most, after `http.drain`; requests that take longer are cut off."),
        .seconds(
            "http.drain", 0...300,
            "How long a server that is told to end is not ready, and answers nevertheless, so that a balancer chooses others; by default 3 seconds with PostgreSQL in production, otherwise 0."
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
            "The name of the session's cookie, with which the names of the others begin. Set it for the second installation [on one host](deployment.md#several-installations-on-one-host).",
            set: { $0.cookieName = try cookieName($1) }, text: { $0.cookieName }),
        .flag(
            "http.hstsSubdomains", \.hstsSubdomains,
            "Whether HSTS makes browsers use TLS for the subdomains of the host of `http.origin` too."),
        OptionDefinition(
            "security.contact", rule: "`mailto:ADDRESS` or `https://…`",
            "Whom to tell of a vulnerability: published in `/.well-known/security.txt`.",
            set: { options, text in
                guard let contact = WebURL(text) else {
                    throw failure(
                        "security.contact", mustBe: "mailto: and an address, or an address of the web", not: text)
                }
                options.securityContact = contact
            }, text: { $0.securityContact?.description }),
        OptionDefinition(
            "http.trustedProxies", rule: "addresses or ranges, separated by commas",
            "The proxies whose `X-Forwarded-For` is believed.",
            set: { $0.trustedProxies = try proxies($1) }, text: { $0.trustedProxyList }),
        OptionDefinition(
            "protected.hosts", rule: "`HOST[:PORT]`, separated by commas",
            "The hosts of protected applications, besides the host of `http.origin`.",
            set: { $0.protection.hosts = try protectedHosts($1) },
            text: { $0.protection.hosts.isEmpty ? nil : $0.protection.hosts.sorted().joined(separator: ", ") }),
        OptionDefinition(
            "protected.rules", rule: "`HOST/PATH [METHODS] WHO [proof]`, separated by commas",
            "Who may send which requests to protected applications; the first rule that fits decides.",
            set: { $0.protection.rules = try protectionRules($1) },
            text: {
                $0.protection.rules.isEmpty ? nil : $0.protection.rules.map(\.description).joined(separator: ", ")
            }),
        OptionDefinition(
            "protected.upstream", rule: "`http://HOST[:PORT]`",
            "The application behind this server: it gets all requests that are not for Portico, as `protected.rules` allow.",
            set: { $0.upstream = try upstream($1) }, text: { $0.upstream?.description }),
        .seconds(
            "protected.timeout", \.upstreamTimeout, 1...3600,
            "How long the application behind this server may take to begin a response."),
        .text(
            "data.directory", \.dataFolder, rule: "path",
            "The folder of the database, unless `database.url` is set, and of the keys."),
        .text(
            "public.directory", \.publicFolder, rule: "path",
            "A folder of public files, in place of those in the program."),
        .choice("environment", \.environment, "`development` adds what developers and tests need."),
    ]

    private static let database: [OptionDefinition] = [
        OptionDefinition(
            "database.url", rule: "secret: `postgres://USER@HOST/DATABASE?sslmode=verify-full`",
            "The database of PostgreSQL that [several servers share](scaling.md); by default SQLite in the data folder.",
            set: { $0.database.url = try databaseURL($1) }, text: { $0.database.url == nil ? nil : "set" }
        ).secret,
        .text(
            "database.passwordFile", \.database.passwordFile, rule: "path",
            "The file whose first line is the password for PostgreSQL; it is read for each connection."
        ).ofPostgreSQL,
        .count(
            "database.connections", \.database.connections, 1...1000,
            "How many connections to PostgreSQL may be open."
        ).ofPostgreSQL,
        .seconds(
            "database.timeout", \.database.timeout, 1...300,
            "How long a statement of PostgreSQL may take; waiting for a lock may take half of it."
        ).ofPostgreSQL,
        .seconds(
            "database.startTimeout", \.databaseStartTimeout, 0...86_400,
            "How long a start waits for PostgreSQL; `/readyz` says meanwhile why."
        ).ofPostgreSQL,
    ]

    private static let appearance: [OptionDefinition] = [
        OptionDefinition(
            "app.name", rule: "1 to 100 characters on one line", "The name of the application, as people read it.",
            set: { $0.appName = try appName($1) }, text: { $0.appName }
        ).live,
        .seconds("splash.minimumDuration", \.splashMinimumDuration, 0...10, "How long the splash is shown at least.")
            .kept,
        .choice(
            "presentation.automatic", \.automaticPresentation, "The presentation of pages that leave it open."
        ).kept,
        .flag(
            "launch.worker", \.hasWorker,
            "Whether a service worker shows the splash and a message with *Try again* when the server cannot be reached."
        ),
    ]

    private static let sessions: [OptionDefinition] = [
        .seconds("session.idle", \.auth.sessions.idle, 60...tenYears, "How long a sign-in lasts without being used.")
            .live,
        .seconds("session.absolute", \.auth.sessions.absolute, 60...tenYears, "How long a sign-in lasts at most.").live,
        .seconds(
            "session.automaticIdle", \.auth.sessions.automaticIdle, 60...tenYears,
            "How long an automatic sign-in lasts without being used."
        ).live,
        .seconds(
            "session.automaticAbsolute", \.auth.sessions.automaticAbsolute, 60...tenYears,
            "How long an automatic sign-in lasts at most."
        ).live,
        .seconds(
            "session.proof", \.auth.proof, 60...30 * day,
            "How long an entered password is not asked for again."
        ).live,
        .count(
            "session.accounts", \.auth.accountsPerBrowser, 1...100,
            "How many accounts may be signed in to in one browser."
        )
        .live,
        .choice(
            "session.rememberedName", \.rememberedName,
            "Whether the login cover has the last user name of the browser; `kept`: of people who chose *Keep me signed in*."
        ),
    ]

    private static let accounts: [OptionDefinition] = [
        .choice(
            "accounts.registration", \.registration, "Who can make an account.", shown: { shown($0.registration) }
        ).live,
        .seconds("accounts.linkLifetime", \.auth.linkLifetime, 1...3600, "How long a link in a mail works.").live,
        .seconds(
            "accounts.eventRetention", \.auth.eventRetention, day...10 * tenYears,
            "How long security events are kept. Administrators cannot change it in the browser."),
        .count(
            "limits.account", \.auth.limits.account.attempts, many,
            "How many sign-ins to one account may fail within `limits.window` in browsers new to it."
        ).live,
        .count(
            "limits.browser", \.auth.limits.browser.attempts, many,
            "How many may fail in each browser that the account was used in before."
        ).live,
        .count(
            "limits.network", \.auth.limits.network.attempts, many,
            "How many sign-ins from one network may fail within `limits.window`."
        )
        .live,
        .count(
            "limits.mails", \.auth.limits.mailsByNetwork.attempts, many,
            "How many mails may be asked for from one network within an hour."
        ).live,
        .count(
            "limits.consecutive", \.auth.limits.consecutive.attempts, many,
            "How many sign-ins to one account may fail in a row."
        ).live,
        .count(
            "limits.rate", \.auth.limits.rate.attempts, many,
            "How many sign-ins to one account may be tried from one network within a minute, with right and wrong passwords."
        ),
        .seconds("limits.window", 60...365 * day, "How long a failed sign-in counts.") { options, window in
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
            "The encryption of the connection; by default `starttls`, which verifies certificate and name, as `tls` does.",
            set: { $0.mail.security = try security($1) }, text: { $0.smtp?.security.rawValue }
        ).ofMailServer,
        OptionDefinition(
            "mail.username", rule: "text", "The user name at the SMTP server, where it asks for one.",
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
            "servers.list", rule: "names, separated by commas", "The servers that accounts live on, see below.",
            set: { $0.servers = try servers($1) }, text: { $0.servers.map(\.id.rawValue).joined(separator: ",") }),
        .seconds(
            "gateway.timeout", \.gatewayTimeout, 0.001...300, "How long a call to a gateway may take in all."),
        // A launch has a time limit of 10 seconds.
        .seconds(
            "gateway.launchTimeout", \.launchCheckTimeout, 0...8,
            "How long a launch or another request waits for a gateway."),
        .seconds(
            "gateway.recheck", \.gatewayRecheck, 0...day,
            "How long after a gateway has confirmed a sign-in the next request asks it again."),
        .seconds(
            "gateway.trust", \.gatewayTrust, 0...365 * day,
            "How long after that a sign-in may be used while its gateway is out of reach."),
        .seconds(
            "gateway.workplacesInterval", \.workplacesInterval, 0...365 * day,
            "How long the workplaces of a gateway are kept before they are fetched again."),
        .text(
            "gateway.certificates", \.gatewayCertificates, rule: "path of a PEM file",
            "The certificates that verify gateways, besides those of the system."),
        OptionDefinition(
            "gateway.key", rule: "secret: 32 bytes in base64, before earlier keys",
            "The master key of stored secrets and assertions; by default one in the data folder.",
            set: { $0.masterKeys = try masterKeys($1) }, text: { $0.masterKeys.isEmpty ? nil : "set" }
        ).secret,
    ]

    private static let resources: [OptionDefinition] = [
        .count(
            "events.maximum", \.auth.eventsMaximum, 1000...100_000_000,
            "How many security events are kept; the oldest are deleted first."),
        .count(
            "events.streamsPerAccount", \.eventStreamsPerAccount, many,
            "How many streams of events one account may have open."
        ).kept,
        .count(
            "events.streams", \.eventStreams, many,
            "How many streams of events may be open in all; each takes a file descriptor."
        ).kept,
        .seconds(
            "events.interval", \.eventInterval, 1...20,
            "How long a stream of events is silent before it says that it is still there."
        ).kept,
        .count(
            "cache.capacity", \.cacheCapacity, 0...10_000_000,
            "How many browsers and people are kept in memory; 0 turns the cache off."),
        .choice("log.level", \.logLevel, "The lowest level that is logged.", expected: "a level from trace to critical")
            .kept,
        .choice("log.format", \.logFormat, "The form of log lines; `json` writes one object a line."),
        .text("metrics.address", \.metricsAddress, "The address of `GET /metrics`."),
        .number(
            "metrics.port", OptionRange(numbers: 0...65_535, kind: .port),
            "The port of `GET /metrics` for Prometheus; by default there is none, and 0 takes a free one.",
            shown: { _ in nil }, set: { $0.metricsPort = Int($1) }, value: { $0.metricsPort.map(Double.init) }),
        OptionDefinition(
            "metrics.hosts", rule: "`HOST`, separated by commas",
            "The names by which Prometheus may ask, besides addresses and `localhost`.",
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
