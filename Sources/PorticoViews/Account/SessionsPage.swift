import Foundation
import PorticoHTML

/// The sign-ins of the account, with buttons to end them.
package struct SessionsPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var sessions: [SessionRow]
    /// The current time, to which the last uses are relative.
    package var now: Date

    package let presentation = Presentation()
    package let presenter = SitePath.account

    package init(account: String, sessions: [SessionRow], now: Date) {
        self.account = account
        self.sessions = sessions
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).sessionsTitle }

    func groups(_ t: Strings) -> CellGroups {
        let cells = SessionCell.cells(sessions, account: account, end: .endOneSession, now: now)
        let (here, elsewhere) = (cells.filter(\.newest.isThis), cells.filter { !$0.newest.isThis })
        var groups = [CellGroup(id: "this-session", header: t.thisBrowser, cells: here.map { .session($0) })]
        if !elsewhere.isEmpty {
            groups.append(
                CellGroup(id: "sessions-elsewhere", header: t.sessionsElsewhere, cells: elsewhere.map { .session($0) }))
            let all = ActionCell(
                id: "end-others", title: t.signOutEverywhereElse, action: .endOtherSessions,
                fields: [("account", account)], isDestructive: true)
            groups.append(CellGroup(id: "other-sessions", footer: t.signOutElsewhereFooter, cells: [.action(all)]))
        }
        return CellGroups(groups)
    }
}
