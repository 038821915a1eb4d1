import PorticoConfig
import PorticoHTML

/// An error message and the next step, without internal details.
package struct ErrorPage: Sendable {
    /// The HTTP status; an unknown status gets a generic message.
    package var status: Int
    /// The reason, if the status alone is not specific enough.
    package var reason: Reason?
    /// The id of the error in the log; nil if nothing was logged.
    package var errorID: String?
    /// The page to retry; nil if retrying does not help.
    package var retry: SitePath?
    /// Seconds to wait before retrying; nil if unknown.
    package var retryAfter: Int?
    /// The name of the application.
    package var appName: String
    /// The help pages of the brand; nil if there are none.
    package var help: WebURL?
    /// The label of the account that is logged in, for whom the page keeps its bar; nil if nobody is.
    package var person: String?
    /// The languages to choose from.
    package var languages: [Language] = []
    /// The page to show in another language, without its query, which may be secret; nil for the launch.
    package var place: SitePath?

    /// The reason why a valid request cannot be fulfilled.
    package enum Reason: String, Sendable, CaseIterable {
        /// The account is the last administrator.
        case lastAdministrator
        /// The person has no email address.
        case emailMissing
        /// The account must have an authenticator app.
        case secondFactorRequired
        /// The account could not log in without this way.
        case lastWay
        /// The browser has the maximum number of signed-in accounts.
        case tooManyAccounts
        /// The password is stored by the server of the account.
        case passwordElsewhere
        /// The disk is full, or the database is not writable.
        case cannotSave
        /// The server cannot be reached. The service worker shows the page at the requested address.
        case offline
    }

    package init(
        status: Int, reason: Reason? = nil, errorID: String? = nil, retry: SitePath? = nil, retryAfter: Int? = nil,
        appName: String = "", help: WebURL? = nil, person: String? = nil
    ) {
        self.status = status
        self.reason = reason
        self.errorID = errorID
        self.retry = retry
        self.retryAfter = retryAfter
        self.appName = appName
        self.help = help
        self.person = person
    }

    var bar: Bar? {
        guard person != nil else { return nil }
        var bar = Bar(leading: .home)
        bar.hasMenu = true
        return bar
    }

    /// The person to whom the page is not allowed; another account may be.
    var refusedPerson: String? { status == 403 ? person : nil }

    var canRetry: Bool { retry != nil || reason == .offline }

    func title(_ t: Strings) -> String {
        switch status {
        case _ where reason == .offline: t.errorOfflineTitle
        case _ where reason != nil: t.errorReasonTitle
        case 401: t.loginTitle
        case 403: t.errorForbiddenTitle
        case 404: t.errorNotFoundTitle
        case 409: t.errorConflictTitle
        case 410: t.errorGoneTitle
        case 413: t.errorTooLargeTitle
        case 421: t.errorMisdirectedTitle
        case 429: t.errorTooManyTitle
        case 503: t.errorUnavailableTitle
        case 400..<500: t.errorRequestTitle
        default: t.errorServerTitle
        }
    }

    func sentence(_ t: Strings) -> String {
        reason?.sentence(t) ?? sentenceOfStatus(t)
    }

    private func sentenceOfStatus(_ t: Strings) -> String {
        switch status {
        case 401: t.errorUnauthorized
        case 403: t.errorForbidden
        case 404: t.errorNotFound
        case 405: t.errorMethod
        case 409: t.errorConflict
        case 410: t.errorGone
        case 413: t.errorTooLarge
        case 414: t.errorAddressTooLong
        case 415: t.errorMediaType
        case 421: t.errorMisdirected
        case 422: t.errorUnprocessable
        case 429: t.errorTooMany
        case 503: t.errorUnavailable
        case 400..<500: t.errorRequest
        default: t.errorServer
        }
    }
}

extension ErrorPage.Reason {
    fileprivate func sentence(_ t: Strings) -> String {
        switch self {
        case .lastAdministrator: t.personLastAdministrator
        case .emailMissing: t.personWithoutEmail
        case .secondFactorRequired: t.factorRequired
        case .lastWay: t.identityIsLastWay
        case .tooManyAccounts: t.profilesFull
        case .passwordElsewhere: t.errorPasswordElsewhere
        case .cannotSave: t.errorCannotSave
        case .offline: t.offline
        }
    }
}
