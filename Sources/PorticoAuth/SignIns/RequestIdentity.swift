import PorticoConfig

/// What a browser brought to prove itself: its token, and the token of its present run.
public struct BrowserCredentials: Sendable {
    public let token: TokenDigest?
    public let run: TokenDigest?

    public init(token: TokenDigest?, run: TokenDigest?) {
        self.token = token
        self.run = run
    }
}

/// Who is asking: the browser, where it is known, and the sign-in in force, where there is one.
public final class RequestIdentity: Sendable {
    public let credentials: BrowserCredentials
    public let browser: Browser?
    /// The current one of the sign-ins in force.
    public let signIn: SignIn?
    public let client: Client

    public init(
        credentials: BrowserCredentials, browser: Browser? = nil, signIn: SignIn? = nil, client: Client = Client()
    ) {
        self.credentials = credentials
        self.browser = browser
        self.signIn = signIn
        self.client = client
    }

    public var needsAuthentication: Bool { signIn == nil }

    /// The browser and what it brought; nil where it is not known.
    var access: BrowserAccess? {
        guard let browser, let token = credentials.token else { return nil }
        return BrowserAccess(browser.id, token: token)
    }
}
