import Foundation
import PorticoHTML

/// An invitation that has not led to an account yet.
package struct InvitationRow: Sendable {
    package var email: String
    /// The suggested display name; empty for none.
    package var name: String
    package var isAdministrator: Bool
    /// The state of its link.
    package var state: State

    /// The state of the link of an invitation.
    package enum State: Hashable, Sendable {
        /// The mail has not been sent yet.
        case waiting
        case works(until: Date)
        case expired(Date)
    }

    package init(email: String, name: String, isAdministrator: Bool, state: State) {
        self.email = email
        self.name = name
        self.isAdministrator = isAdministrator
        self.state = state
    }

    /// - Parameter hasRole: whether the table has the column of the role.
    func row(_ number: Int, account: String, hasRole: Bool, _ t: Strings) -> DataTable.Row {
        let id = "invitation-\(number)"
        let (state, end): (String, TableCell) =
            switch state {
            case .waiting: (t.invitationWaiting, .text(""))
            case .works(let end): (t.invitationOpen, .time(end))
            case .expired(let end): (t.invitationExpired, .time(end))
            }
        let actions = [
            RowAction(
                id: "\(id)-again", title: t.invitationSendAgain, label: t.rowAction(t.invitationSendAgain, email),
                target: .post(.sendInvitationAgain, fields: [("account", account), ("email", email)])),
            RowAction(
                id: "\(id)-withdraw", title: t.invitationWithdraw, label: t.rowAction(t.invitationWithdraw, email),
                target: .question(.withdrawInvitation.adding(query: [("email", email)])), isDestructive: true),
        ]
        let role: [TableCell] = hasRole ? [.text(isAdministrator ? t.administrator : "")] : []
        return DataTable.Row(
            id: id, title: email, cells: [.text(name)] + role + [.text(state), end, .actions(actions)])
    }
}

/// The invitations that have not led to accounts yet.
package struct InvitationsPage: RootPage, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var invitations: [InvitationRow]

    package init(account: String, invitations: [InvitationRow]) {
        self.account = account
        self.invitations = invitations
    }

    package func title(in language: String) -> String { Strings(language: language).invitations }

    package func back(in language: String) -> (title: String, path: SitePath)? {
        (Strings(language: language).people, .people)
    }

    func empty(_ t: Strings) -> EmptyState {
        EmptyState(
            id: "no-invitations", icon: .envelope, text: t.noInvitations,
            action: EmptyState.Action(title: t.invitePerson, path: .invitePerson))
    }

    /// The table, without the column of the role if nobody is invited as an administrator.
    func table(_ t: Strings) -> DataTable {
        let hasRole = invitations.contains(where: \.isAdministrator)
        let role = hasRole ? [DataTable.Column(t.role, compactPlace: .line)] : []
        return DataTable(
            id: "invitation-list", label: t.invitations,
            columns: [DataTable.Column(t.emailAddress), DataTable.Column(t.name, compactPlace: .line)] + role + [
                DataTable.Column(t.state, compactPlace: .line),
                DataTable.Column(t.invitationExpires, compactPlace: .line),
                DataTable.Column(t.tableActions, compactPlace: .trailing, hidesTitle: true),
            ],
            rows: invitations.enumerated().map { $1.row($0, account: account, hasRole: hasRole, t) })
    }
}
