import Crypto
import Foundation
import PorticoBytes
import PorticoConfig

/// Attempt limits.
///
/// Sign-in attempts are counted per account, browser and network. A browser in which the account has been signed in to
/// has its own counters, so strangers who guess passwords cannot lock the person out. Strangers' attempts are counted
/// by the typed text, and a sign-in clears none of their counters. So a limit does not reveal that a user name and an
/// address belong to the same account, nor that its person has signed in. The delays between strangers' failures grow.
public struct LimitPolicy: Sendable {
    /// Failed sign-ins by strangers with one user name or address, whether or not it has an account.
    public var account: Limit
    /// Consecutive failed sign-ins to one account, over any time (NIST SP 800-63B-4, 3.2.2), in each browser that knows
    /// the account. A sign-in, a new password or a link in a mail clears them.
    public var consecutive: Limit
    /// Failed sign-ins by strangers within 30 days, with one user name or address, whether or not it has an account. An
    /// account has two counters, for its user name and its address, with half of the attempts each. A new password or a
    /// link in a mail clears them.
    var strangers: Limit {
        Limit(attempts: max(1, consecutive.attempts / 2), window: 30 * 86_400, delays: strangersDelays)
    }
    /// The delays between strangers' failures with one user name or address; nil for none.
    public var strangersDelays: ProgressiveDelay?
    /// Sign-ins to one account from one network, right and wrong passwords alike.
    public var rate: Limit
    /// Failed sign-ins to one account in a browser that knows the account.
    public var browser: Limit
    /// Failed sign-ins by strangers from one network, to any accounts. An IPv6 client is in three networks: its /64, a
    /// /56 with four times the attempts, and a /48 with sixteen times.
    public var network: Limit
    /// Mail requests from one network.
    public var mailsByNetwork: Limit
    /// Mails of one purpose to one address. Mails beyond the limit are silently dropped.
    public var mailsByAddress: Limit
    /// Mails to one account with the link that clears its counters.
    let mailsOfLimits = Limit(attempts: 3, window: 86_400)

    public init(
        account: Limit = Limit(attempts: 10, window: 900),
        consecutive: Limit = Limit(attempts: 100, window: .infinity),
        browser: Limit = Limit(attempts: 10, window: 900),
        network: Limit = Limit(attempts: 50, window: 900, delays: ProgressiveDelay(1...60, after: 0.5)),
        strangersDelays: ProgressiveDelay? = ProgressiveDelay(30...3600),
        rate: Limit = Limit(attempts: 30, window: 60),
        mailsByNetwork: Limit = Limit(attempts: 20, window: 3600),
        mailsByAddress: Limit = Limit(attempts: 3, window: 3600)
    ) {
        self.account = account
        self.consecutive = consecutive
        self.browser = browser
        self.network = network
        self.strangersDelays = strangersDelays
        self.rate = rate
        self.mailsByNetwork = mailsByNetwork
        self.mailsByAddress = mailsByAddress
    }
}

extension LimitKey {
    static func browser(_ browser: Browser.ID, _ account: AccountID) -> LimitKey {
        LimitKey("\(browserStart)\(browser):\(account)")
    }

    static func consecutive(_ account: AccountID, in browser: Browser.ID) -> LimitKey {
        LimitKey("\(browserStart)\(browser):\(account)\(consecutiveEnd)")
    }

    /// The prefixes of browser counters and of rates, and the suffix of counters of consecutive failures.
    static let browserStart = "signIn:browser:"
    static let rateStart = "signIn:rate:"
    static let consecutiveEnd = ":consecutive"

    /// The rate of sign-ins to an account in browsers that know it.
    static func rate(of account: AccountID, from client: Client) -> LimitKey {
        LimitKey("\(rateStart)\(account):\(client.network)")
    }

    /// The rate of strangers' sign-ins with a user name or address typed for a server.
    static func rate(typed text: String, on server: ServerID, from client: Client) -> LimitKey {
        LimitKey("\(rateStart)\(typed(text, on: server).value):\(client.network)")
    }

    /// The counter of strangers' failures within 30 days for a user name or address typed for a server.
    static func consecutive(typed text: String, on server: ServerID) -> LimitKey {
        LimitKey(typed(text, on: server).value + consecutiveEnd)
    }

    var isConsecutive: Bool { value.ends(with: Self.consecutiveEnd) }

    /// The counters of a client's networks, with their limits.
    static func networks(_ client: Client, _ purpose: String, _ limit: Limit) -> [LimitKey: Limit] {
        var limits = [LimitKey("\(purpose):network:\(client.network)"): limit]
        for (prefix, growth) in client.widerNetworks {
            limits[LimitKey("\(purpose):network:\(prefix)")] = Limit(
                attempts: limit.attempts * growth, window: limit.window, delays: limit.delays)
        }
        return limits
    }

    /// All counters of strangers' attempts for an account.
    static func strangers(_ account: Account) -> [LimitKey] {
        guard account.id.server == .local else {
            return counters(of: account.id.user, on: account.id.server)
        }
        var names = account.email.map { [$0.key] } ?? []
        // A user name may be the address of another account. Typed text then refers to that account.
        if EmailAddress(account.id.user).map({ $0 == account.email }) ?? true { names.append(account.id.user) }
        return names.flatMap { counters(of: $0, on: .local) }
    }

    private static func counters(of text: String, on server: ServerID) -> [LimitKey] {
        [.typed(text, on: server), .consecutive(typed: text, on: server)]
    }

    /// The counter for a user name or address typed for a server.
    static func typed(_ text: String, on server: ServerID) -> LimitKey {
        typed(text, server == .local ? "signIn" : "signIn:\(server)")
    }

    /// The counter for typed text. It contains only a digest, because the text may be a password.
    static func typed(_ text: String, _ purpose: String) -> LimitKey {
        let digest = SHA256.hash(data: Data(text.trimmingWhitespace().lowercased().utf8)).prefix(16)
        return LimitKey("\(purpose):typed:" + digest.map { String($0, radix: 16) }.joined(separator: "."))
    }
}

extension Client {
    /// The smallest network that limits count: an IPv4 address, or a /64 prefix of IPv6.
    public var network: String {
        guard let bytes = bytesOfIPv6 else { return address }
        // IPv4-mapped IPv6 addresses (RFC 4291, 2.5.5.2) share the counters of IPv4.
        if isMappedIPv4(bytes) { return bytes[12...].map { String($0) }.joined(separator: ".") }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// The networks around an IPv6 client, because one customer may have a whole one (RFC 6177): a /56 and a /48, each
    /// with the factor by which its limit exceeds that of a /64. Empty for IPv4.
    var widerNetworks: [(prefix: String, growth: Int)] {
        guard let bytes = bytesOfIPv6, !isMappedIPv4(bytes) else { return [] }
        return [(7, 4), (6, 16)].map { length, growth in
            (bytes.prefix(length).map { String($0, radix: 16) }.joined(separator: ":") + "/\(length * 8)", growth)
        }
    }

    private var bytesOfIPv6: [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        return inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
    }

    private func isMappedIPv4(_ bytes: [UInt8]) -> Bool {
        bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
    }
}
