import PorticoHTML

/// What went wrong, in a plain sentence, and what to do next. Shows no internals.
public struct ErrorPage: Sendable {
    /// The HTTP status; one without a sentence of its own gets a general one.
    public var status: Int
    /// What stands in the way, where the status alone does not say it.
    public var reason: Reason?
    /// What to tell the people who run the server, where there is something in their log.
    public var errorID: String?
    /// The page to try again; nil where trying again cannot help.
    public var retry: SitePath?
    /// Seconds to wait before that, where they are known.
    public var retryAfter: Int?

    /// Why something cannot be done, although nothing is wrong with how it was asked for.
    public enum Reason: String, Sendable, CaseIterable {
        /// Nobody would be left who may administer.
        case lastAdministrator
        /// A mail could not reach the person.
        case emailMissing
        /// As many accounts are signed in to in this browser as may be.
        case tooManyAccounts
        /// The password is kept by the server of the account.
        case passwordElsewhere
        /// The disk is full, or the database cannot be written.
        case cannotSave
    }

    public init(
        status: Int, reason: Reason? = nil, errorID: String? = nil, retry: SitePath? = nil, retryAfter: Int? = nil
    ) {
        self.status = status
        self.reason = reason
        self.errorID = errorID
        self.retry = retry
        self.retryAfter = retryAfter
    }

    func title(_ t: Strings) -> String {
        switch status {
        case _ where reason != nil: t.errorReasonTitle
        case 401: t.errorUnauthorizedTitle
        case 403: t.errorForbiddenTitle
        case 404: t.errorNotFoundTitle
        case 405: t.errorMethodTitle
        case 409: t.errorConflictTitle
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
        case 413: t.errorTooLarge
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
        case .tooManyAccounts: t.profilesFull
        case .passwordElsewhere: t.errorPasswordElsewhere
        case .cannotSave: t.errorCannotSave
        }
    }
}
