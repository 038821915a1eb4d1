/// A browser's right to use a sign-in at another host, by a cookie of that host.
public struct HostSignIn: Hashable, Sendable {
    public let signIn: SignIn.ID
    /// The host, as in ``ProtectedAddress/host``.
    public let host: String
    /// The current token of the browser at this server.
    public let browser: TokenDigest
    /// Whether the cookie outlives the browser's run. Such a cookie is refused once automatic sign-in is off.
    public let isAutomatic: Bool

    public init(signIn: SignIn.ID, host: String, browser: TokenDigest, isAutomatic: Bool) {
        self.signIn = signIn
        self.host = host
        self.browser = browser
        self.isAutomatic = isAutomatic
    }
}
