import Foundation
import PorticoConfig
import PorticoHTML

extension MailKind {
    func title(_ t: Strings) -> String {
        switch self {
        case .registration: t.queuedMailRegistration
        case .alreadyRegistered: t.queuedMailAlreadyRegistered
        case .invitation: t.queuedMailInvitation
        case .welcome: t.queuedMailWelcome
        case .passwordReset: t.queuedMailPasswordReset
        case .passwordChanged: t.queuedMailPasswordChanged
        case .emailChange: t.queuedMailEmailChange
        case .emailChanged: t.queuedMailEmailChanged
        case .newSignIn: t.queuedMailNewSignIn
        case .signInLimited: t.queuedMailSignInLimited
        case .accountDeleted: t.queuedMailAccountDeleted
        }
    }
}

/// A queued mail.
public struct MailRow: Sendable {
    public var id: Int64
    public var kind: MailKind
    public var recipient: String
    public var queuedAt: Date
    /// The number of attempts to send it.
    public var attempts: Int
    /// The time of the next attempt; nil if the server has given up.
    public var nextAttempt: Date?
    /// The error of the last attempt; empty if there was none.
    public var problem: String

    public init(
        id: Int64, kind: MailKind, recipient: String, queuedAt: Date, attempts: Int, nextAttempt: Date?,
        problem: String
    ) {
        self.id = id
        self.kind = kind
        self.recipient = recipient
        self.queuedAt = queuedAt
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.problem = problem
    }

    func group(_ t: Strings, now: Date) -> CellGroup {
        var cells = [
            cell("kind", t.queuedMailKind, .text(kind.title(t))),
            cell("queued", t.queuedMailQueued, .ago(queuedAt, now: now)),
            cell("attempts", t.queuedMailAttempts, .text("\(attempts)")),
            cell("next", t.queuedMailNext, nextAttempt.map { .time($0) } ?? .text(t.queuedMailGivenUp)),
        ]
        if !problem.isEmpty { cells.append(cell("problem", t.queuedMailProblem, .text(problem))) }
        return CellGroup(id: "mail-\(id)", header: recipient, cells: cells)
    }

    private func cell(_ part: String, _ title: String, _ value: CellValue) -> Cell {
        .detail(DetailCell(id: "mail-\(id)-\(part)", title: title, value: value))
    }
}

/// The queued mails, oldest first.
public struct MailQueuePage: RootPage, Sendable {
    public var mails: [MailRow]
    /// Whether there are more mails than shown.
    public var hasMore: Bool
    /// The time to which the times are relative.
    public var now: Date

    public init(mails: [MailRow], hasMore: Bool = false, now: Date) {
        self.mails = mails
        self.hasMore = hasMore
        self.now = now
    }

    public func title(in language: String) -> String { Strings(language: language).mailQueue }
    public func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func groups(_ t: Strings) -> CellGroups { CellGroups(mails.map { $0.group(t, now: now) }) }
}
