import PorticoConfig

/// The tokens that a request carried: the browser's, and that of its current run.
public struct BrowserCredentials: Sendable {
    /// Identifies the browser; nil if the request carried none.
    public let token: TokenDigest?
    /// Identifies the browser's run; nil if the request carried none.
    public let run: TokenDigest?

    public init(token: TokenDigest?, run: TokenDigest?) {
        self.token = token
        self.run = run
    }
}

/// The browser and the sign-in in force of a request, if known.
public final class RequestIdentity: Sendable {
    public let credentials: BrowserCredentials
    /// nil if the request carried no token, or an unknown one.
    public let browser: Browser?
    /// The current one of the browser's sign-ins in force.
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

    /// Whether there is no sign-in in force.
    public var needsAuthentication: Bool { signIn == nil }

    /// This identity without its sign-in, as for a person who is not signed in.
    public var withoutSignIn: RequestIdentity {
        RequestIdentity(credentials: credentials, browser: browser, client: client)
    }

    /// The browser and the token that the request carried; nil if the browser is unknown.
    var access: BrowserAccess? {
        guard let browser, let token = credentials.token else { return nil }
        return BrowserAccess(browser.id, token: token)
    }
}
