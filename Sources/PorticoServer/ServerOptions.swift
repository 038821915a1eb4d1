import Foundation
import Logging
import PorticoAuth
import PorticoBrand
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoGateway
import PorticoHTML
import PorticoMail
import PorticoPostgreSQL

/// The options of a server.
public struct ServerOptions: Sendable {
    /// `development` adds tools for developers and tests that must not exist in production.
    public enum Environment: String, Sendable, CaseIterable {
        case production, development
    }

    /// The form of log lines.
    public enum LogFormat: String, Sendable, CaseIterable {
        case text, json
    }

    /// The address to listen on.
    public var hostname = "127.0.0.1"
    /// The port to listen on; 0 selects a free one.
    public var port: Int
    /// Maximum number of open connections; reduced if the system allows fewer open files.
    public var connections = 15_000
    /// Maximum time between the end of ``drainTime`` and the end of the process. Requests that take longer are cut off.
    public var shutdownTimeout: Duration = .seconds(8)
    /// The time between SIGTERM and the end, in which balancers choose other servers; nil for the default of the
    /// database's engine.
    public var drainTime: Duration?
    /// Maximum time that a start waits for PostgreSQL.
    public var databaseStartTimeout = Duration.seconds(60)
    /// The origin under which browsers reach the server; nil for plain HTTP on loopback.
    public var origin: PublicOrigin?
    /// The name of the session's cookie: `portico`, and optionally lower-case letters and digits. The names of all
    /// other cookies begin with it.
    public var cookieName = PublicOrigin.loopback(port: nil).cookieName
    /// Whether HSTS includes the subdomains of the origin's host.
    public var hstsSubdomains = true
    /// Where to report vulnerabilities, for `security.txt`; nil to publish none.
    public var securityContact: WebURL?
    /// The folder of the database.
    public var dataFolder: String
    /// The database of PostgreSQL; nil for SQLite in the data folder.
    public var postgreSQL: PostgreSQLOptions?
    /// The raw options of the database.
    var database = DatabaseValues()
    /// The folder of public files; nil for those in the program.
    public var publicFolder: String?
    public var environment: Environment
    /// The configuration of the installation.
    public var app: AppConfig
    /// The look of the installation; its name is that of ``app``.
    package var brand = Brand()
    /// Where the mark of ``brand`` comes from: a path, or a `data:` URL.
    var brandMark: String?
    /// The parts of the brand that single servers have of their own.
    package var serverBrands: [ServerID: BrandParts] = [:]
    /// How to log in at the servers that are identity providers.
    var providers: [ServerID: OpenIDOptions] = [:]
    /// The same for the identity providers without OpenID Connect.
    var services: [ServerID: ServiceOptions] = [:]
    /// Draws icons from a mark that is an SVG; by default the program that is installed, if there is one.
    package var drawingProgram = DrawingProgram.installed
    /// The cost of new password hashes.
    package var passwordHashing = PasswordHasher.Parameters()
    /// Whether security events are lines on standard error, besides the log in the database.
    package var writesSecurityEvents = true
    /// The proxies whose `X-Forwarded-For` is trusted.
    public var trustedProxies: [AddressRange] = []
    /// The application behind this server; nil if there is none.
    public var upstream: UpstreamAddress?
    /// Maximum time until the application's response begins.
    public var upstreamTimeout = Duration.seconds(60)
    /// The rules for requests to protected applications.
    public var protection = ProtectionRules()
    /// The rules for accounts and sign-ins.
    public var auth = AuthPolicy()
    /// The mail server; nil writes mails to the folder `outbox` in the data folder.
    package var smtp: SMTPOptions?
    /// The raw mail options while they are read; empty afterwards.
    var mail = MailValues()
    /// The sender of mails; nil for `portico@` and the host of the origin.
    public var mailSender: EmailAddress?
    /// Time limit for a call to a gateway in total.
    public var gatewayTimeout: Duration = .seconds(5)
    /// Time after which a request checks its sign-in at the gateway again, in seconds.
    public var gatewayRecheck: Double = 300
    /// Time since the last check after which a sign-in is not used while its gateway is out of reach, in seconds.
    public var gatewayTrust: Double = 86_400
    /// Minimum time between two workplace requests to a gateway, in seconds.
    public var workplacesInterval: Double = 600
    /// A PEM file of certificates to verify gateways, besides the system's.
    public var gatewayCertificates: String?
    /// The master keys of 32 bytes, the one in force first; empty to use those in the data folder.
    public var masterKeys: [Data] = []
    /// Maximum number of entries in each in-memory cache, of browsers, accounts or workplace selections; 0 turns the
    /// caches off.
    public var cacheCapacity = 10_000
    /// Interval of keep-alives on idle event streams. It must be shorter than the idle timeout of proxies.
    public var eventInterval = Duration.seconds(20)
    public var logLevel = Logger.Level.info
    public var logFormat = LogFormat.text
    /// The address and port of `GET /metrics`; a port of nil turns it off, 0 selects a free one.
    public var metricsAddress = "127.0.0.1"
    public var metricsPort: Int?
    /// The host names that `GET /metrics` accepts besides IP addresses and `localhost`.
    public var metricsHosts: Set<String> = []
    /// The sources by key, of values that are not the default.
    var sources: [String: OptionSource] = [:]
    /// Unknown keys and values without effect, in sentences.
    var remarks: [String] = []
    /// The stored values that these options were read with; nil if the database was not read.
    var stored: [String: String]?
    /// The keys of stored options that are invalid and ignored.
    var ignored: [String] = []

    public init(
        port: Int = 8080, dataFolder: String = "data", publicFolder: String? = nil,
        environment: Environment = .production, app: AppConfig = AppConfig()
    ) {
        self.port = port
        self.dataFolder = dataFolder
        self.publicFolder = publicFolder
        self.environment = environment
        self.app = app
    }

    /// The brand with its name.
    package var brandInForce: Brand {
        var brand = brand
        brand.name = app.appName
        return brand
    }

    /// The brands of the installation and its servers.
    package var brandsInForce: Brands {
        let shared = brandInForce
        return Brands(shared, servers: serverBrands.mapValues { $0.over(shared) })
    }

    /// The parts that cleaning removed from the marks, in sentences that begin with the key.
    package var brandRemarks: [String] {
        let ofServers = serverBrands.sorted { $0.key.rawValue < $1.key.rawValue }.map { server, parts in
            (BrandField.mark.key(of: server), parts.over(Brand()).mark)
        }
        return ([(BrandField.mark.rawValue, brand.mark)] + ofServers).compactMap { key, mark in
            guard let removed = mark?.removed, !removed.isEmpty else { return nil }
            return "\(key): left out \(removed.joined(separator: ", ")), which a mark cannot contain"
        }
    }

    /// The file with the reason why the last build failed. Open pages show it in development.
    package var buildProblemsPath: String { DataFolder(path: dataFolder).buildProblemsPath }

    /// The origin in force; by default loopback with the port that the server listens on.
    var effectiveOrigin: PublicOrigin {
        var origin = origin ?? .loopback(port: port == 0 ? nil : port)
        origin.cookieName = cookieName
        return origin
    }

    /// The reasons not to start with these options.
    var obstacles: [StartFailure] {
        var obstacles: [StartFailure] = []
        if environment == .development, !isForThisMachineOnly {
            obstacles.append(
                StartFailure(
                    "environment development shows mails and settings to whoever asks: it needs http.hostname and "
                        + "http.origin to be of this machine, such as 127.0.0.1"))
        }
        obstacles.collect { _ = try Gateways(options: self) }
        return obstacles + protectionObstacles
    }

    private var protectionObstacles: [StartFailure] {
        guard !protection.rules.isEmpty else {
            if upstream != nil {
                return [
                    StartFailure(
                        "protected.upstream without protected.rules lets nobody in: add rules, such as */** signed-in")
                ]
            }
            return protection.hosts.isEmpty
                ? [] : [StartFailure("protected.hosts without protected.rules lets nobody in: add rules")]
        }
        let usualPort = effectiveOrigin.isSecure ? ":443" : ":80"
        if let host = protection.hosts.union(protection.rules.compactMap(\.host)).sorted().first(where: {
            $0.ends(with: usualPort)
        }) {
            return [
                StartFailure("\(host) in protected.hosts or protected.rules fits no request: leave out the usual port")
            ]
        }
        let trust = "protected.rules needs http.trustedProxies to name the proxies that ask, such as 127.0.0.1"
        let hosts = protection.rules.compactMap(\.host).filter {
            !protection.hosts.contains($0) && ProtectedAddress("https://\($0)/")?.hostname != effectiveOrigin.host
        }
        return (trustedProxies.isEmpty && upstream == nil ? [StartFailure(trust)] : [])
            + Set(hosts).sorted().map {
                StartFailure("protected.rules names \($0), which protected.hosts does not list")
            }
    }

    /// Doubtful values, in sentences.
    var doubts: [String] {
        guard let postgreSQL else { return [] }
        var doubts: [String] = []
        if postgreSQL.isUnverified {
            doubts.append("database.url does not verify the server: add sslmode=verify-full")
        }
        if masterKeys.isEmpty {
            doubts.append("gateway.key is not set: other servers on the same database cannot read what this one seals")
        }
        return doubts
    }

    /// Whether command line, environment or file set an option, so that the database's value is ignored.
    func isFixed(_ key: String) -> Bool {
        switch sources[key] {
        case .commandLine, .environment, .file: true
        case .database, .default, nil: false
        }
    }

    /// Whether the server is reachable only from this machine.
    var isForThisMachineOnly: Bool {
        let isLoopback = hostname == "localhost" || AddressRange.loopback.contains { $0.contains(address: hostname) }
        return isLoopback && effectiveOrigin.isLoopback
    }

    /// The proxies in the form they are set in; nil for none.
    var trustedProxyList: String? {
        trustedProxies.isEmpty ? nil : trustedProxies.map(\.description).joined(separator: ", ")
    }

    /// The sender in force; by default `portico@` and the host of the origin, or `portico@localhost` for an IP address.
    var effectiveMailSender: EmailAddress {
        let host = effectiveOrigin.host
        let usual = EmailAddress("portico@\(host)")
        return mailSender ?? (AddressRange(host) == nil ? usual : nil) ?? .local
    }
}

extension EmailAddress {
    fileprivate static var local: EmailAddress { EmailAddress("portico@localhost")! }
}
