/// A waiting time in a readable unit, rounded up.
enum RetryDelay: Hashable {
    case seconds(Int)
    /// From 90 seconds.
    case minutes(Int)
    /// From 90 minutes.
    case hours(Int)

    init(seconds: Int) {
        switch seconds {
        case ..<90: self = .seconds(max(seconds, 1))
        case ..<5_400: self = .minutes((seconds + 59) / 60)
        default: self = .hours((seconds - 1) / 3_600 + 1)
        }
    }

    func afterTooManyAttempts(_ t: Strings) -> String {
        switch self {
        case .seconds(let seconds): t.loginTooManyAttempts(seconds)
        case .minutes(let minutes): t.loginTooManyAttemptsMinutes(minutes)
        case .hours(let hours): t.loginTooManyAttemptsHours(hours)
        }
    }

    /// - Parameter seconds: the waiting time; nil if waiting does not help.
    static func afterTooManyAttempts(_ seconds: Int?, passwordServer: String?, _ t: Strings) -> String {
        seconds.map { RetryDelay(seconds: $0).afterTooManyAttempts(t) }
            ?? untilUnlocked(passwordServer: passwordServer, t)
    }

    /// - Parameter seconds: the waiting time; nil if waiting does not help.
    static func afterTooManyCodes(_ seconds: Int?, _ t: Strings) -> String {
        seconds.map { RetryDelay(seconds: $0).afterTooManyAttempts(t) } ?? t.codeLimited
    }

    /// The sentence after too many consecutive failures. It must not reveal whether the account exists or has an
    /// address.
    static func untilUnlocked(passwordServer: String?, _ t: Strings) -> String {
        passwordServer.map { t.loginTooManyAttemptsElsewhere($0) } ?? t.loginNeedsOtherPassword
    }

    func untilRetry(_ t: Strings) -> String {
        switch self {
        case .seconds(let seconds): t.retryAfter(seconds)
        case .minutes(let minutes): t.retryAfterMinutes(minutes)
        case .hours(let hours): t.retryAfterHours(hours)
        }
    }
}
