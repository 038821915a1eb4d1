import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoMail
import PorticoWeb

/// An option of the installation: what it is, and where it can be set.
public struct InstallationOption: Hashable, Sendable {
    /// Names it in the JSON file and on the command line, for example `http.trustedProxies`.
    public let key: String
    /// What is in force, as it would be set; nil where nothing is, and for a secret.
    public let value: String?
    /// Whether a secret is set, of which nothing is shown.
    public let isSecretSet: Bool
    /// Whether command line, environment or file decide it, so that what is kept in the database does not count.
    public var isFixed = false

    init(_ key: String, _ value: String?, isSecretSet: Bool = false) {
        self.key = key
        self.value = value
        self.isSecretSet = isSecretSet
    }

    /// The environment variable that sets it, for example `PORTICO_HTTP_TRUSTED_PROXIES`.
    public var variable: String {
        let words = key.map { $0 == "." || $0 == "-" ? "_" : $0.isUppercase ? "_\($0)" : String($0) }
        return "PORTICO_" + words.joined().uppercased()
    }
}

extension ServerOptions {
    /// All options that can be set from outside, in the order of ``init(reader:)``, as they are in force.
    public var installation: [InstallationOption] {
        let all =
            serving + sessions + accounts + mail + serversAndGateways
            + [
                InstallationOption("events.streamsPerAccount", "\(eventStreamsPerAccount)"),
                InstallationOption("events.streams", "\(eventStreams)"),
                InstallationOption("events.interval", Self.seconds(eventInterval)),
                InstallationOption("cache.capacity", "\(cacheCapacity)"),
                InstallationOption("log.level", logLevel.rawValue),
            ]
        return all.map { option in
            var option = option
            option.isFixed = fixed.contains(option.key)
            return option
        }
    }

    private var serving: [InstallationOption] {
        [
            InstallationOption("http.hostname", hostname),
            InstallationOption("http.port", "\(port)"),
            InstallationOption("http.connections", "\(connections)"),
            InstallationOption("http.origin", "\(effectiveOrigin)"),
            InstallationOption("http.trustedProxies", trustedProxyList),
            InstallationOption("data.directory", dataFolder),
            InstallationOption("public.directory", publicFolder),
            InstallationOption("environment", environment.rawValue),
            InstallationOption("app.name", appName),
            InstallationOption("splash.minimumDuration", Self.seconds(splashMinimumDuration)),
            InstallationOption("presentation.automatic", automaticPresentation.rawValue),
        ]
    }

    private var sessions: [InstallationOption] {
        [
            InstallationOption("session.idle", Self.seconds(auth.sessions.idle)),
            InstallationOption("session.absolute", Self.seconds(auth.sessions.absolute)),
            InstallationOption("session.automaticIdle", Self.seconds(auth.sessions.automaticIdle)),
            InstallationOption("session.automaticAbsolute", Self.seconds(auth.sessions.automaticAbsolute)),
            InstallationOption("session.proof", Self.seconds(auth.proof)),
            InstallationOption("session.accounts", "\(auth.accountsPerBrowser)"),
        ]
    }

    private var accounts: [InstallationOption] {
        [
            InstallationOption("accounts.registration", registration.rawValue),
            InstallationOption("accounts.linkLifetime", Self.seconds(auth.linkLifetime)),
            InstallationOption("accounts.eventRetention", Self.seconds(auth.eventRetention)),
            InstallationOption("limits.account", "\(auth.limits.account.attempts)"),
            InstallationOption("limits.browser", "\(auth.limits.browser.attempts)"),
            InstallationOption("limits.network", "\(auth.limits.network.attempts)"),
            InstallationOption("limits.mails", "\(auth.limits.mailsByNetwork.attempts)"),
            InstallationOption("limits.consecutive", "\(auth.limits.consecutive.attempts)"),
            InstallationOption("limits.window", Self.seconds(auth.limits.account.window)),
        ]
    }

    private var mail: [InstallationOption] {
        [
            InstallationOption("mail.host", smtp?.host),
            InstallationOption("mail.port", smtp.map { "\($0.port)" }),
            InstallationOption("mail.security", smtp?.security.rawValue),
            InstallationOption("mail.username", smtp?.credentials?.userName),
            InstallationOption("mail.password", nil, isSecretSet: smtp?.credentials?.password.isEmpty == false),
            InstallationOption("mail.sender", effectiveMailSender.value),
            InstallationOption("mail.certificates", smtp?.certificateFile),
        ]
    }

    private var serversAndGateways: [InstallationOption] {
        [InstallationOption("servers.list", servers.map(\.id.rawValue).joined(separator: ","))]
            + servers.flatMap { server in
                let name = InstallationOption("servers.\(server.id).name", server.name)
                guard case .gateway(let url) = server.kind else { return [name] }
                return [name, InstallationOption("servers.\(server.id).url", url.absoluteString)]
            }
            + [
                InstallationOption("gateway.timeout", Self.seconds(gatewayTimeout)),
                InstallationOption("gateway.launchTimeout", Self.seconds(launchCheckTimeout)),
                InstallationOption("gateway.workplacesInterval", Self.seconds(workplacesInterval)),
                InstallationOption("gateway.certificates", gatewayCertificates),
                InstallationOption("gateway.key", nil, isSecretSet: gatewayKey != nil),
            ]
    }

    private static func seconds(_ seconds: Double) -> String {
        OptionRange.text(seconds)
    }

    private static func seconds(_ duration: Duration) -> String { seconds(duration / .seconds(1)) }
}
