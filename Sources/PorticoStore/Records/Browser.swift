import Foundation
import PorticoConfig

/// One browser profile of one person, identified by its token. It outlives sign-ins.
public struct Browser: Hashable, Sendable, Identifiable {
    public let id: Int64
    /// The current run of the browser, from its start to its end. Sign-ins without automatic sign-in end with it.
    public var run: TokenDigest?
    /// The server of the last sign-in.
    public let lastServer: ServerID?
    /// The sign-ins that were not ended, newest last. Some may have expired.
    public var signIns: [SignIn]
    /// Whether a request has carried its token.
    public var isHeld: Bool

    public init(id: Int64, run: TokenDigest?, lastServer: ServerID?, signIns: [SignIn], isHeld: Bool = true) {
        self.id = id
        self.run = run
        self.lastServer = lastServer
        self.signIns = signIns
        self.isHeld = isHeld
    }

    /// The sign-ins in force, oldest first: not expired, and automatic or of this run.
    public func signInsInForce(at now: Date, run: TokenDigest?, policy: SessionPolicy) -> [SignIn] {
        signIns.filter { isActive($0, at: now, run: run, policy: policy) }
    }

    /// The most recently selected sign-in in force.
    public func currentSignIn(at now: Date, run: TokenDigest?, policy: SessionPolicy) -> SignIn? {
        signIns.lazy.filter { isActive($0, at: now, run: run, policy: policy) }
            .max { ($0.selectedAt, $0.id) < ($1.selectedAt, $1.id) }
    }

    /// The account's expired sign-in, unless it was ended. nil if there is none, if it belongs to another run of the
    /// browser, or if sign-ins to its server are off.
    ///
    /// - Parameter account: the id of the account, as in pages.
    public func expiredSignIn(of account: String, at now: Date, run: TokenDigest?, policy: SessionPolicy) -> SignIn? {
        signIns.last { $0.account.id.description == account && isExpired($0, at: now, run: run, policy: policy) }
    }

    /// The most recently selected expired sign-in of all accounts, under the same conditions.
    public func lastExpiredSignIn(at now: Date, run: TokenDigest?, policy: SessionPolicy) -> SignIn? {
        signIns.lazy.filter { isExpired($0, at: now, run: run, policy: policy) }
            .max { ($0.selectedAt, $0.id) < ($1.selectedAt, $1.id) }
    }

    private func isExpired(_ signIn: SignIn, at now: Date, run: TokenDigest?, policy: SessionPolicy) -> Bool {
        let expiry = policy.expiry(of: signIn)
        return belongsToRun(signIn, in: run) && expiry <= now && expiry > .distantPast
    }

    private func isActive(_ signIn: SignIn, at now: Date, run: TokenDigest?, policy: SessionPolicy) -> Bool {
        belongsToRun(signIn, in: run) && policy.expiry(of: signIn) > now
    }

    /// Whether a sign-in belongs to this run of the browser, or is automatic.
    private func belongsToRun(_ signIn: SignIn, in run: TokenDigest?) -> Bool {
        signIn.isAutomatic || (run != nil && run == self.run)
    }
}

/// A browser as resolved for a request. A concurrent request may have replaced its token since.
public struct BrowserAccess: Hashable, Sendable {
    public let browser: Browser.ID
    /// The token that the request carried.
    public let token: TokenDigest

    public init(_ browser: Browser.ID, token: TokenDigest) {
        self.browser = browser
        self.token = token
    }
}
