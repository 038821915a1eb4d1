/// How long to wait, told in the unit that people think in: never less than it takes.
enum RetryDelay: Hashable {
    case seconds(Int)
    /// From a minute and a half on.
    case minutes(Int)
    /// From an hour and a half on.
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

    /// The same for a wait of some seconds; nil where that does not help.
    static func afterTooManyAttempts(_ seconds: Int?, passwordServer: String?, _ t: Strings) -> String {
        seconds.map { RetryDelay(seconds: $0).afterTooManyAttempts(t) }
            ?? untilUnlocked(passwordServer: passwordServer, t)
    }

    /// What helps after too many attempts. Where another server keeps the password, that is a day.
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
