import Foundation
import PorticoConfig

/// Lets browsers use their sign-ins at the other hosts of protected applications.
///
/// A browser gets a code here, presents it to the other host within 30 seconds, and gets a cookie there. The cookie
/// refers to the sign-in here and ends with it. A code works once, at its host, and in the browser that asked for it.
/// Any browser that presents it uses it up.
public struct HostSignIns: Sendable {
    let store: CachedAuthStore
    let box: SecretBox
    let uses: UseRecorder
    let policy: CurrentPolicy
    let now: @Sendable () -> Date

    /// Lifetime of a code, in seconds.
    static let codeLifetime: TimeInterval = 30

    private struct Code: Codable {
        let signIn: SignIn.ID
        let state: String
        let expiresAt: Date
        /// Makes every code different.
        let nonce: UUID
    }

    /// A code for a host.
    ///
    /// - Parameter state: the digest, by ``digest(of:)``, of a secret of the asking browser. Only that browser can
    ///   present the secret to ``redeem(_:at:state:)``.
    public func code(for signIn: SignIn, at host: String, state: String) throws -> String {
        let code = Code(
            signIn: signIn.id, state: state, expiresAt: now().addingTimeInterval(Self.codeLifetime), nonce: UUID())
        return try box.seal(try JSONEncoder().encode(code), for: .hostCode, context: Self.context(of: host)).base64URL
    }

    /// The public form of a secret of the asking browser.
    public static func digest(of state: String) -> String { TokenDigest(of: state).bytes.base64URL }

    /// Uses up a code.
    ///
    /// - Parameter state: the secret of the asking browser; nil if the browser has none.
    /// - Returns: the token for the cookie at the host, and the sign-in; nil if the code is of another host or browser,
    ///   too old or used, or if the sign-in has ended.
    public func redeem(_ code: String, at host: String, state: String?) async throws -> (token: Token, signIn: SignIn)?
    {
        guard let sealed = Data(base64URL: code),
            let opened = box.open(sealed, for: .hostCode, context: Self.context(of: host)),
            let found = try? JSONDecoder().decode(Code.self, from: opened),
            found.expiresAt > now()
        else { return nil }
        let token = Token.random()
        let time = now()
        // Different texts can decode to the same bytes, so the digest is of the canonical text.
        let used = TokenDigest(of: sealed.base64URL)
        let signIn = try await store.write { transaction -> SignIn? in
            guard let open = try transaction.signIns(SignInFilter(id: found.signIn)).first,
                policy.value.sessions.expiry(of: open.signIn) > time,
                try transaction.insertHostSignIn(
                    of: found.signIn, at: host, token: token.digest, code: used,
                    isAutomatic: open.signIn.isAutomatic, time: time)
            else { return nil }
            return open.signIn
        }
        // Another browser has used up the code, and does not get the token.
        guard let signIn, let state, found.state == Self.digest(of: state) else { return nil }
        return (token, signIn)
    }

    /// The sign-in of a request at another host. nil if it has ended, has expired or belongs to another host; also if
    /// the cookie outlives the browser's run but the sign-in no longer does.
    ///
    /// - Parameters:
    ///   - token: of the cookie at the host.
    ///   - isUse: whether the request extends the sign-in.
    public func signIn(
        _ token: TokenDigest, at host: String, client: Client, isUse: Bool = true
    ) async throws -> SignIn? {
        let (time, sessions) = (now(), policy.value.sessions)
        guard let (known, browser) = try await store.hostSignIn(token, at: time, sessions), known.host == host,
            var signIn = browser.signIns.first(where: { $0.id == known.signIn }), sessions.expiry(of: signIn) > time,
            signIn.isAutomatic || !known.isAutomatic
        else { return nil }
        guard isUse else { return signIn }
        uses.record(signIn, of: known.browser, from: client)
        signIn.lastSeen = max(signIn.lastSeen, time)
        return signIn
    }

    private static func context(of host: String) -> String { "exchange at \(host)" }
}
