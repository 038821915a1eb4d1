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

    func group(_ number: Int, account: String, _ t: Strings) -> CellGroup {
        let id = "invitation-\(number)"
        func detail(_ part: String, _ title: String, _ value: CellValue) -> Cell {
            .detail(DetailCell(id: "\(id)-\(part)", title: title, value: value))
        }
        var cells = name.isEmpty ? [] : [detail("name", t.name, .text(name))]
        if isAdministrator { cells.append(detail("role", t.role, .text(t.administrator))) }
        let (title, value): (String, CellValue) =
            switch state {
            case .waiting: (t.state, .text(t.invitationWaiting))
            case .works(let end): (t.invitationExpires, .time(end))
            case .expired(let end): (t.invitationExpired, .time(end))
            }
        cells.append(detail("state", title, value))
        cells += [
            .action(
                ActionCell(
                    id: "\(id)-again", title: t.invitationSendAgain, action: .sendInvitationAgain,
                    fields: [("account", account), ("email", email)])),
            .link(
                LinkCell(
                    id: "\(id)-withdraw", title: t.invitationWithdraw,
                    path: .withdrawInvitation.adding(query: [("email", email)]),
                    opening: .presents(as: .confirmationDialog), isDestructive: true)),
        ]
        return CellGroup(id: id, header: email, cells: cells)
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

    func groups(_ t: Strings) -> CellGroups {
        CellGroups(invitations.enumerated().map { $1.group($0, account: account, t) })
    }
}
