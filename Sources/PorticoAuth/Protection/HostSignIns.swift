import Foundation
import PorticoConfig

/// A browser's right to use a sign-in at another host, by a cookie of that host.
public struct HostSignIn: Hashable, Sendable {
    public let signIn: SignIn.ID
    /// The host, as in ``ProtectedAddress/host``.
    public let host: String
    /// The current token of the browser at this server.
    public let browser: TokenDigest

    public init(signIn: SignIn.ID, host: String, browser: TokenDigest) {
        self.signIn = signIn
        self.host = host
        self.browser = browser
    }
}

/// Lets browsers use their sign-ins at the other hosts of protected applications.
///
/// A browser gets a code here, brings it to the other host within 30 seconds, and gets a cookie there, whose sign-in is the
/// one here: it ends with it. A code works once, at its host, and in the browser that asked for it.
public struct HostSignIns: Sendable {
    let store: CachedAuthStore
    let box: SecretBox
    let uses: UseRecorder
    let sessions: SessionPolicy
    let now: @Sendable () -> Date

    /// Lifetime of a code, in seconds.
    static let codeLifetime: TimeInterval = 30

    private struct Code: Codable {
        let signIn: SignIn.ID
        let state: String
        let expiresAt: Date
        /// Makes every code another one.
        let nonce: UUID
    }

    /// A code for a host.
    ///
    /// - Parameter state: what only the asking browser can bring to ``redeem(_:at:state:)``: the text of which this is
    ///   the digest, see ``digest(of:)``.
    public func code(for signIn: SignIn, at host: String, state: String) throws -> String {
        let code = Code(
            signIn: signIn.id, state: state, expiresAt: now().addingTimeInterval(Self.codeLifetime), nonce: UUID())
        return try box.seal(try JSONEncoder().encode(code), for: Self.context(of: host)).base64URL
    }

    /// The public form of a secret of the asking browser.
    public static func digest(of state: String) -> String { TokenDigest(of: state).bytes.base64URL }

    /// Uses up a code.
    ///
    /// - Parameter state: the secret of the asking browser.
    /// - Returns: the token for the cookie at the host, and the sign-in; nil if the code is of another host or browser, too
    ///   old or used, or if the sign-in has ended.
    public func redeem(_ code: String, at host: String, state: String) async throws -> (token: Token, signIn: SignIn)? {
        guard let sealed = Data(base64URL: code), let opened = box.open(sealed, for: Self.context(of: host)),
            let found = try? JSONDecoder().decode(Code.self, from: opened),
            found.expiresAt > now(), found.state == Self.digest(of: state)
        else { return nil }
        let token = Token.random()
        let time = now()
        let signIn = try await store.write { transaction -> SignIn? in
            guard let open = try transaction.signIns(SignInFilter(id: found.signIn)).first,
                sessions.expiry(of: open.signIn) > time,
                try transaction.insertHostSignIn(
                    of: found.signIn, at: host, token: token.digest, code: TokenDigest(of: code), time: time)
            else { return nil }
            return open.signIn
        }
        return signIn.map { (token, $0) }
    }

    /// The sign-in of a request at another host; nil if it has ended, expired, or is of another host. Counts as its use.
    ///
    /// - Parameter token: of the cookie at the host.
    public func signIn(_ token: TokenDigest, at host: String, client: Client) async throws -> SignIn? {
        guard let (known, browser) = try await store.hostSignIn(token), known.host == host,
            var signIn = browser.signIns.first(where: { $0.id == known.signIn }), sessions.expiry(of: signIn) > now()
        else { return nil }
        uses.record(signIn, of: known.browser, from: client)
        signIn.lastSeen = max(signIn.lastSeen, now())
        return signIn
    }

    private static func context(of host: String) -> String { "exchange at \(host)" }
}

extension Data {
    /// Unpadded base64url (RFC 4648, section 5).
    public var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// nil if `text` is not unpadded base64url.
    public init?(base64URL text: String) {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: base64 + String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4))
    }
}
