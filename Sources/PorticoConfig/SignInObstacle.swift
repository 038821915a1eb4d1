import Foundation

/// A reason that prevents a sign-in to an account.
public enum SignInObstacle: Hashable, Sendable {
    case disabled
    /// The person has not chosen a password yet.
    case passwordMissing
    /// This server does not know the account's server any more.
    case serverUnknown
    /// Too many sign-ins have failed. The limit does not apply to browsers in which the account was used before.
    case limited(until: Date)
}
