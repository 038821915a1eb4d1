import PorticoHTML

/// Asks before a link of a mail changes something about an account.
package struct LinkQuestionPage: CoverPage, Sendable {
    /// The change.
    package enum Question: String, Sendable {
        /// Allows further sign-ins after too many failures.
        case liftLimits = "lift-limits"
        /// Stops a reset of the ways to log in.
        case stopReset = "stop-reset"
    }

    package var question: Question
    /// The token of the link, sent back with the form.
    package var token: String
    package var username: String
    package var appName: String

    package init(_ question: Question, token: String, username: String, appName: String) {
        self.question = question
        self.token = token
        self.username = username
        self.appName = appName
    }

    package func title(in language: String) -> String { title(Strings(language: language)) }

    func title(_ t: Strings) -> String {
        switch question {
        case .liftLimits: t.liftLimits
        case .stopReset: t.stopReset
        }
    }

    func introduction(_ t: Strings) -> String {
        switch question {
        case .liftLimits: t.liftLimitsIntroduction(username, appName)
        case .stopReset: t.stopResetIntroduction(username, appName)
        }
    }

    var action: SitePath {
        switch question {
        case .liftLimits: .liftLimits
        case .stopReset: .stopFactorsReset
        }
    }
}
