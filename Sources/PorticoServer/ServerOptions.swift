import Foundation
import Logging
import PorticoAuth
import PorticoConfig
import PorticoMail
import PorticoWeb

/// Everything that can be decided about a server from outside.
public struct ServerOptions: Sendable {
    /// `production`, or `development`, which adds what developers and tests need and production must not have.
    public enum Environment: String, Sendable, CaseIterable {
        case production, development
    }

    /// The address to listen on.
    public var hostname: String
    /// The port to listen on; 0 takes a free one.
    public var port: Int
    /// The most connections that may be open; fewer where the system allows fewer files.
    public var connections: Int
    /// The origin under which browsers reach the server; `nil` means this machine only, over plain HTTP.
    public var origin: PublicOrigin?
    /// The folder of the database.
    public var dataFolder: String
    /// The folder of public files.
    public var publicFolder: String
    public var environment: Environment
    /// The name that people read.
    public var appName: String
    /// The least time for which a splash is held, for a brand that wants it.
    public var splashMinimumDuration: Duration
    /// How pages are presented that leave it open.
    public var automaticPresentation: AutomaticPresentation
    /// The proxies whose word counts for where a request comes from.
    public var trustedProxies: [AddressRange] = []
    /// The rules of accounts and sign-ins.
    public var auth: AuthPolicy
    /// Who can make an account.
    public var registration: RegistrationMode = .invitation
    /// The server that takes mail; nil puts mails into the folder `outbox` of the data folder.
    public var smtp: SMTPOptions?
    /// What has been read about that server so far; empty once all options are read.
    var mail = MailValues()
    /// Who mails are from; nil is `portico@` and the host of the origin.
    public var mailSender: EmailAddress?
    /// The servers that accounts live on.
    public var servers = [Server(id: .local, name: "This server")]
    /// What a call to a gateway may take in all.
    public var gatewayTimeout: Duration = .seconds(5)
    /// How long a launch waits for a gateway.
    public var launchCheckTimeout: Duration = .seconds(2)
    /// The least time between two calls for the workplaces of a gateway, in seconds.
    public var workplacesInterval: Double = 600
    /// The path of a PEM file of certificates that gateways may prove themselves by, beside those that the system trusts.
    public var gatewayCertificates: String?
    /// The 32 bytes that the tokens of gateways are encrypted with; nil where the data folder has them.
    public var gatewayKey: Data?
    /// How the HUD looks and moves where what it shows does not say.
    public var hud: HudDefaults
    /// The most browsers kept in memory; 0 reads every request's from the store.
    public var cacheCapacity: Int
    /// The most streams of events that one account may have open.
    public var eventStreamsPerAccount: Int
    /// The most streams of events that may be open in all. Each takes a file descriptor.
    public var eventStreams: Int
    /// How often a quiet stream of events gives a sign of life, in less time than anything between would close it after.
    public var eventInterval: Duration
    public var logLevel: Logger.Level
    /// The keys of options that command line, environment or file decide.
    var fixed: Set<String> = []
    /// The keys of kept options that are no longer valid, and count for nothing.
    var ignored: [String] = []

    public init(
        hostname: String = "127.0.0.1", port: Int = 8080, connections: Int = 15_000, origin: PublicOrigin? = nil,
        dataFolder: String = "data", publicFolder: String = "Public", environment: Environment = .production,
        appName: String = "Portico",
        splashMinimumDuration: Duration = .zero, automaticPresentation: AutomaticPresentation = .pageSheet,
        hud: HudDefaults = HudDefaults(), auth: AuthPolicy = AuthPolicy(), cacheCapacity: Int = 10_000,
        eventStreamsPerAccount: Int = 32, eventStreams: Int = 10_000, eventInterval: Duration = .seconds(20),
        logLevel: Logger.Level = .info
    ) {
        self.hostname = hostname
        self.port = port
        self.connections = connections
        self.origin = origin
        self.dataFolder = dataFolder
        self.publicFolder = publicFolder
        self.environment = environment
        self.appName = appName
        self.splashMinimumDuration = splashMinimumDuration
        self.automaticPresentation = automaticPresentation
        self.hud = hud
        self.auth = auth
        self.cacheCapacity = cacheCapacity
        self.eventStreamsPerAccount = eventStreamsPerAccount
        self.eventStreams = eventStreams
        self.eventInterval = eventInterval
        self.logLevel = logLevel
    }

    /// The origin in force. Without one that was set it is loopback on the port listened on, whichever that will be.
    var effectiveOrigin: PublicOrigin { origin ?? .loopback(port: port == 0 ? nil : port) }

    /// Whether only this machine reaches the server.
    var isForThisMachineOnly: Bool {
        let isLoopback = hostname == "localhost" || AddressRange.loopback.contains { $0.contains(address: hostname) }
        return isLoopback && effectiveOrigin.isLoopback
    }

    /// The proxies as they are set; nil where there are none.
    var trustedProxyList: String? {
        trustedProxies.isEmpty ? nil : trustedProxies.map(\.description).joined(separator: ", ")
    }

    /// Who mails are from. A host that is an address of IP has no mail, and stands for none.
    var effectiveMailSender: EmailAddress {
        let host = effectiveOrigin.host
        let usual = EmailAddress("portico@\(host)")
        return mailSender ?? (AddressRange(host) == nil ? usual : nil) ?? .local
    }
}

extension EmailAddress {
    /// `portico@localhost`
    fileprivate static var local: EmailAddress { EmailAddress("portico@localhost")! }
}
