import PorticoHTML

/// Asks for the code of a mail in the browser that asked for it. It is the same whether or not an account exists.
package struct MailCodePage: CoverPage, Sendable {
    package var appName: String
    /// The target after the sign-in.
    package var next: SitePath?
    /// The lifetime of link and code in minutes.
    package var minutes: Int
    package var problem: Problem?

    /// The reason why a code was not accepted.
    package enum Problem: Hashable, Sendable {
        case missing
        /// The code is wrong, or does not work any more.
        case wrong
        /// There were too many wrong codes.
        case usedUp
        /// Too many wrong codes came from the network. nil for more than a day.
        case limited(seconds: Int?)
        /// The browser has the maximum number of signed-in accounts.
        case tooManyAccounts(maximum: Int)
    }

    package init(appName: String, next: SitePath? = nil, minutes: Int = 10, problem: Problem? = nil) {
        self.appName = appName
        self.next = next
        self.minutes = minutes
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).checkYourMail }

    /// The id of the text that screen readers read with the field.
    var description: String { problem == nil ? "mail-code-text" : "sign-in-message" }

    func message(_ t: Strings) -> String? {
        switch problem {
        case nil: nil
        case .missing: t.mailedCodeMissing
        case .wrong: t.mailedCodeWrong
        case .usedUp: t.mailedCodeUsedUp
        case .limited(let seconds): RetryDelay(seconds: seconds ?? 86_400).afterTooManyAttempts(t)
        case .tooManyAccounts(let maximum): t.loginTooManyAccounts(maximum)
        }
    }
}
