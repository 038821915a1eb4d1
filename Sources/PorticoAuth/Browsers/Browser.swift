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

    /// The sign-in in force: the newest that has not expired, and that belongs to this run of the browser unless it is
    /// automatic.
    public func currentSignIn(at now: Date, run: TokenDigest?, policy: SessionPolicy) -> SignIn? {
        signIns.last { signIn in
            (signIn.isAutomatic || (run != nil && run == self.run)) && policy.expiry(of: signIn) > now
        }
    }
}
