import Crypto
import Foundation
import PorticoConfig

/// How many attempts there may be, and how they are counted.
///
/// Attempts to sign in are counted by account, by browser and by network. A browser in which the account has been signed in
/// to before has counts of its own, so strangers who guess cannot keep the person out.
public struct LimitPolicy: Sendable {
    /// Failed sign-ins with one user name or address by strangers. What was typed is counted, whether or not that is anybody.
    public var account: Limit
    /// Failed sign-ins to one account in a row, over any time (NIST SP 800-63B, 5.2.2): by strangers, and in each browser
    /// that knows it. A sign-in or another password ends the row; so does a day, where no mail could bring the person another
    /// password.
    public var consecutive: Limit
    /// Failed sign-ins to one account in a browser that knows it.
    public var browser: Limit
    /// Failed sign-ins from one network, to whichever accounts.
    public var network: Limit
    /// Mails asked for from one network.
    public var mailsByNetwork: Limit
    /// Mails of one purpose to one address; more are not sent, and nobody who asks learns of it.
    public var mailsByAddress: Limit

    public init(
        account: Limit = Limit(attempts: 10, window: 900),
        consecutive: Limit = Limit(attempts: 100, window: .infinity),
        browser: Limit = Limit(attempts: 10, window: 900),
        network: Limit = Limit(attempts: 50, window: 900),
        mailsByNetwork: Limit = Limit(attempts: 20, window: 3600),
        mailsByAddress: Limit = Limit(attempts: 3, window: 3600)
    ) {
        self.account = account
        self.consecutive = consecutive
        self.browser = browser
        self.network = network
        self.mailsByNetwork = mailsByNetwork
        self.mailsByAddress = mailsByAddress
    }
}

extension LimitKey {
    static func consecutive(_ account: AccountID) -> LimitKey { LimitKey("signIn:account:\(account)\(consecutiveEnd)") }

    static func browser(_ browser: Browser.ID, _ account: AccountID) -> LimitKey {
        LimitKey("\(browserStart)\(browser):\(account)")
    }

    static func consecutive(_ account: AccountID, in browser: Browser.ID) -> LimitKey {
        LimitKey("\(browserStart)\(browser):\(account)\(consecutiveEnd)")
    }

    /// What counts of browsers begin with, and what those of a row of failures end with.
    static let browserStart = "signIn:browser:"
    static let consecutiveEnd = ":consecutive"

    /// The same of a name that nobody has.
    static func consecutive(typed text: String) -> LimitKey { typed(text, "signIn:consecutive") }

    var isConsecutive: Bool { value.contains(":consecutive") }

    static func network(_ client: Client, _ purpose: String) -> LimitKey {
        LimitKey("\(purpose):network:\(client.network)")
    }

    /// All counts of strangers' attempts at an account.
    static func strangers(_ account: Account) -> [LimitKey] {
        guard account.id.server == .local else {
            return [.consecutive(account.id), .typed(account.id.user, on: account.id.server)]
        }
        var names = account.email.map { [$0.key] } ?? []
        // A user name may be somebody else's address: then whoever types it means them.
        if EmailAddress(account.id.user).map({ $0 == account.email }) ?? true { names.append(account.id.user) }
        return [.consecutive(account.id)] + names.map { .typed($0, on: .local) }
    }

    /// What somebody typed as who they are on a server.
    static func typed(_ text: String, on server: ServerID) -> LimitKey {
        typed(text, server == .local ? "signIn" : "signIn:\(server)")
    }

    /// What somebody typed, whatever it is. Only its digest is kept: it may be a password.
    static func typed(_ text: String, _ purpose: String) -> LimitKey {
        let digest = SHA256.hash(data: Data(text.trimmingWhitespace().lowercased().utf8)).prefix(16)
        return LimitKey("\(purpose):typed:" + digest.map { String($0, radix: 16) }.joined(separator: "."))
    }
}

extension Client {
    /// What is counted as one source: an IPv4 address, or the first half of an IPv6 one, which one household has all of.
    var network: String {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
        // An IPv4 address in an IPv6 one (RFC 4291, 2.5.5.2) is what it is.
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10...11].allSatisfy({ $0 == 0xFF }) {
            return bytes[12...].map { String($0) }.joined(separator: ".")
        }
        return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
    }
}
