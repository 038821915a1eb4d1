import Foundation

/// What is kept of what an account did here: its sign-ins and its requests.
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

    /// A request that was answered, kept so that its repetition is answered alike.
    public struct PastRequest: Hashable, Sendable {
        public let route: String
        public let outcome: RequestOutcome
        public let time: Date

        public init(route: String, outcome: RequestOutcome, time: Date) {
            self.route = route
            self.outcome = outcome
            self.time = time
        }
    }

    /// The oldest first.
    public var signIns: [PastSignIn]
    /// The oldest first.
    public var requests: [PastRequest]

    public init(signIns: [PastSignIn] = [], requests: [PastRequest] = []) {
        self.signIns = signIns
        self.requests = requests
    }
}
