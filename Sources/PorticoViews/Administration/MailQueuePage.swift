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
        case .factorsChanged: t.queuedMailFactorsChanged
        case .factorsResetBegun: t.queuedMailFactorsResetBegun
        case .newSignIn: t.queuedMailNewSignIn
        case .signInLink: t.queuedMailSignInLink
        case .signInLimited: t.queuedMailSignInLimited
        case .codesLimited: t.queuedMailCodesLimited
        case .accountDeleted: t.queuedMailAccountDeleted
        }
    }
}

/// A queued mail.
package struct MailRow: Sendable {
    package var id: Int64
    package var kind: MailKind
    package var recipient: String
    package var queuedAt: Date
    /// The number of attempts to send it.
    package var attempts: Int
    /// The time of the next attempt; nil if the server has given up.
    package var nextAttempt: Date?
    /// Whether it is being sent.
    package var isUnderWay: Bool
    /// The error of the last attempt, in English; empty if there was none.
    package var problem: String

    package init(
        id: Int64, kind: MailKind, recipient: String, queuedAt: Date, attempts: Int, nextAttempt: Date?,
        isUnderWay: Bool = false, problem: String
    ) {
        self.id = id
        self.kind = kind
        self.recipient = recipient
        self.queuedAt = queuedAt
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.isUnderWay = isUnderWay
        self.problem = problem
    }

    func row(_ t: Strings, account: String, now: Date) -> DataTable.Row {
        let next: TableCell =
            isUnderWay ? .text(t.queuedMailUnderWay) : nextAttempt.map { .time($0) } ?? .text(t.queuedMailGivenUp)
        var actions: [RowAction] = []
        if !isUnderWay { actions.append(action("send", t.queuedMailSendNow, .sendMailNow, account, t)) }
        if nextAttempt == nil {
            actions.append(
                RowAction(
                    id: "mail-\(id)-drop", title: t.queuedMailDrop, label: t.rowAction(t.queuedMailDrop, recipient),
                    target: .question(.dropMail.adding(query: [("mail", "\(id)")])), isDestructive: true))
        }
        return DataTable.Row(
            id: "mail-\(id)", title: recipient,
            cells: [
                .text(kind.title(t)), .ago(queuedAt, now: now), .text("\(attempts)"), next,
                problem.isEmpty ? .text("") : .message(problem), .actions(actions),
            ])
    }

    private func action(
        _ part: String, _ title: String, _ path: SitePath, _ account: String, _ t: Strings
    ) -> RowAction {
        RowAction(
            id: "mail-\(id)-\(part)", title: title, label: t.rowAction(title, recipient),
            target: .post(path, fields: [("account", account), ("mail", "\(id)")]))
    }
}

/// The queued mails, oldest first.
package struct MailQueuePage: RootPage, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var mails: [MailRow]
    /// Whether there are more mails than shown.
    package var hasMore: Bool
    /// The current time, to which the times are relative.
    package var now: Date

    package init(account: String, mails: [MailRow], hasMore: Bool = false, now: Date) {
        self.account = account
        self.mails = mails
        self.hasMore = hasMore
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).mailQueue }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func empty(_ t: Strings) -> EmptyState {
        EmptyState(
            id: "no-mail", icon: .envelope, text: t.mailQueueEmpty,
            action: EmptyState.Action(title: t.mailSettings, path: .installation))
    }

    func table(_ t: Strings) -> DataTable {
        DataTable(
            id: "mail-list", label: t.mailQueue,
            columns: [
                DataTable.Column(t.queuedMailTo), DataTable.Column(t.queuedMailKind, compactPlace: .line),
                DataTable.Column(t.queuedMailQueued, compactPlace: .line),
                DataTable.Column(t.queuedMailAttempts, alignment: .trailing, compactPlace: .line),
                DataTable.Column(t.queuedMailNext, compactPlace: .line),
                DataTable.Column(t.queuedMailProblem, compactPlace: .line),
                DataTable.Column(t.tableActions, compactPlace: .trailing, hidesTitle: true),
            ],
            rows: mails.map { $0.row(t, account: account, now: now) })
    }
}
