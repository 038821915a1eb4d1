import Foundation

/// The stored sign-ins of an account.
public struct AccountHistory: Hashable, Sendable {
    /// A sign-in, in force or not.
    public struct PastSignIn: Hashable, Sendable {
        public let signIn: SignIn
        /// The time of its end; nil if it is in force or has expired.
        public let endedAt: Date?

        public init(signIn: SignIn, endedAt: Date?) {
            self.signIn = signIn
            self.endedAt = endedAt
        }
    }

    /// Oldest first.
    public var signIns: [PastSignIn]

    public init(signIns: [PastSignIn] = []) {
        self.signIns = signIns
    }
}
