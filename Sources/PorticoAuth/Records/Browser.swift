import Foundation
import PorticoConfig

/// One browser profile of one person, known by its token. It outlives sign-ins.
public struct Browser: Hashable, Sendable, Identifiable {
    public let id: Int64
    /// The run of the browser, from its start to its end, that the sign-ins without automatic sign-in belong to.
    public var run: TokenDigest?
    /// The server last signed in to here.
    public let lastServer: ServerID?
    /// The sign-ins that have not been ended, the newest last; some may have expired.
    public var signIns: [SignIn]

    public init(id: Int64, run: TokenDigest?, lastServer: ServerID?, signIns: [SignIn]) {
        self.id = id
        self.run = run
        self.lastServer = lastServer
        self.signIns = signIns
    }

    /// The sign-ins in force, in the order in which they were made: those that have not expired, and that belong to this
    /// run of the browser unless they are automatic.
    public func signInsInForce(at now: Date, run: TokenDigest?, policy: SessionPolicy) -> [SignIn] {
        signIns.filter { isInForce($0, at: now, run: run, policy: policy) }
    }

    /// The sign-in in force that was selected last.
    public func currentSignIn(at now: Date, run: TokenDigest?, policy: SessionPolicy) -> SignIn? {
        signIns.lazy.filter { isInForce($0, at: now, run: run, policy: policy) }
            .max { ($0.selectedAt, $0.id) < ($1.selectedAt, $1.id) }
    }

    /// The sign-in of an account that has expired, and that nobody has ended; nil where there is none, where it belongs to
    /// another run of the browser, or where its server is not to be signed in to any more.
    ///
    /// - Parameter account: its id, as pages carry it.
    public func expiredSignIn(of account: String, at now: Date, run: TokenDigest?, policy: SessionPolicy) -> SignIn? {
        signIns.last { signIn in
            let expiry = policy.expiry(of: signIn)
            return signIn.account.id.description == account && goesOn(signIn, in: run) && expiry <= now
                && expiry > .distantPast
        }
    }

    private func isInForce(_ signIn: SignIn, at now: Date, run: TokenDigest?, policy: SessionPolicy) -> Bool {
        goesOn(signIn, in: run) && policy.expiry(of: signIn) > now
    }

    /// Whether a sign-in goes on in this run of the browser.
    private func goesOn(_ signIn: SignIn, in run: TokenDigest?) -> Bool {
        signIn.isAutomatic || (run != nil && run == self.run)
    }
}

/// A browser as a request found it. Requests at the same time may have given it other tokens since.
public struct BrowserAccess: Hashable, Sendable {
    public let browser: Browser.ID
    /// What the request brought, which named the browser then.
    public let token: TokenDigest

    public init(_ browser: Browser.ID, token: TokenDigest) {
        self.browser = browser
        self.token = token
    }
}
