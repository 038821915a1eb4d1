import Foundation

/// A reason why the person of an account cannot sign in.
public enum SignInObstacle: Hashable, Sendable {
    case disabled
    /// The person has not chosen a password yet.
    case passwordMissing
    /// This server does not know the account's server any more.
    case serverUnknown
    /// Too many sign-ins have failed. Browsers in which the account was used before are not concerned.
    case limited(until: Date)
}
