import Foundation
import PorticoConfig

/// Makes assertions: JSON Web Tokens, valid for a minute, that name the signed-in account to a protected application.
public final class Assertions: Sendable {
    /// Validity, in seconds.
    static let lifetime: TimeInterval = 60
    /// Time for which an assertion is reused, in seconds. Signing takes most of the time of a check.
    static let reuse: TimeInterval = 20

    private struct Key: Hashable {
        let account: Account
        let provenAt: Date
        let methods: [String]
        let issuer: String
        let audience: String
    }

    private struct Claims: Encodable {
        let iss: String
        let aud: String
        let sub: String
        let name: String
        let email: String?
        let groups: [String]?
        let iat: Date
        let exp: Date
        /// Authentication method references (RFC 8176); nil for none.
        let amr: [String]?
        let authTime: Date

        private enum CodingKeys: String, CodingKey {
            case iss, aud, sub, name, email, groups, iat, exp, amr
            case authTime = "auth_time"
        }
    }

    private let keys: AssertionKeys
    private let made: BoundedCache<Key, (text: String, at: Date)>
    private let now: @Sendable () -> Date

    /// - Parameter capacity: maximum number of assertions in memory.
    init(keys: AssertionKeys, capacity: Int, now: @escaping @Sendable () -> Date) {
        self.keys = keys
        self.now = now
        made = BoundedCache(capacity: capacity)
    }

    /// - Parameters:
    ///   - issuer: the origin of this server.
    ///   - audience: the origin of the application.
    public func assertion(of signIn: SignIn, issuer: String, audience: String) throws -> String {
        let account = signIn.account
        let methods = signIn.methodReferences
        let key = Key(
            account: account, provenAt: signIn.provenAt, methods: methods, issuer: issuer, audience: audience)
        let time = now()
        if let known = made.value(for: key), (0..<Self.reuse).contains(time.timeIntervalSince(known.at)) {
            return known.text
        }
        let text = try keys.sign(
            Claims(
                iss: issuer, aud: audience, sub: account.id.name, name: account.name, email: account.email?.value,
                groups: account.toldGroups, iat: time, exp: time.addingTimeInterval(Self.lifetime),
                amr: methods.isEmpty ? nil : methods, authTime: signIn.provenAt))
        made.store((text, time), for: key, since: made.ticket())
        return text
    }
}

extension SignIn {
    /// The time of the last proof. In a trusted browser, ``authenticatedAt`` says only that none is recent.
    fileprivate var provenAt: Date { max(since, authenticatedAt) }

    /// The methods of the last proof, as authentication method references (RFC 8176). A link from a mail and the
    /// set-up link are none. A recovery code is a password for one use, as the code of an app. A passkey is both factors:
    /// its key, in hardware unless it may leave the device, and the test of the person's presence.
    fileprivate var methodReferences: [String] {
        let factor = factorAt.map { $0 >= provenAt } == true ? factor : nil
        // An identity provider does not tell in which way it has proved the person.
        let password = hasFirstFactor && method != .provider ? ["pwd"] : []
        // Later, a passkey takes the place of the password.
        let besidesPasskey = authenticatedAt > since ? [] : password
        return switch factor {
        case nil: password
        case .app, .recoveryCode: password + (hasFirstFactor ? ["otp", "mfa"] : ["otp"])
        case .provider: password + ["mfa"]
        case .passkey: besidesPasskey + ["hwk", "user", "mfa"]
        case .syncedPasskey: besidesPasskey + ["swk", "user", "mfa"]
        }
    }
}

extension Account {
    /// Maximum size of the group names in an assertion, in bytes. Proxies and applications accept headers of this size,
    /// see docs/in-front-of.md.
    private static let mostBytesOfGroups = 3_000

    /// The names of the groups for applications; nil if they are too long for headers. An incomplete list would be
    /// wrong.
    public var toldGroups: [String]? {
        let names = groups.names
        // Each name has quotation marks and a comma.
        return names.reduce(0) { $0 + $1.utf8.count + 3 } <= Self.mostBytesOfGroups ? names : nil
    }
}
