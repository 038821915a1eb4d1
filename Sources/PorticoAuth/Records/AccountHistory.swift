import Foundation

/// What is kept of what an account did here: its sign-ins.
public struct AccountHistory: Hashable, Sendable {
    /// A sign-in, in force or over.
    public struct PastSignIn: Hashable, Sendable {
        public let signIn: SignIn
        /// When it was ended; nil where it is in force or has expired by itself.
        public let endedAt: Date?

        public init(signIn: SignIn, endedAt: Date?) {
            self.signIn = signIn
            self.endedAt = endedAt
        }
    }

    /// The oldest first.
    public var signIns: [PastSignIn]

    public init(signIns: [PastSignIn] = []) {
        self.signIns = signIns
    }
}
