import Foundation
import PorticoHTML

/// The sign-ins of the account, with buttons to end them.
package struct SessionsPage: Presentable, Sendable {
    package var sessions: [SessionRow]
    /// The time at which the sign-in of this request expires.
    package var expires: Date
    /// The current time, to which the last uses are relative.
    package var now: Date

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(sessions: [SessionRow], expires: Date, now: Date) {
        self.sessions = sessions
        self.expires = expires
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).sessionsTitle }

    func groups(_ t: Strings) -> CellGroups {
        let cells = SessionCell.cells(sessions, end: .endOneSession, now: now)
        let (here, elsewhere) = (cells.filter(\.newest.isThis), cells.filter { !$0.newest.isThis })
        let end = DetailCell(id: "session-expires", title: t.expires, value: .time(expires))
        var groups = [
            CellGroup(id: "this-session", header: t.thisBrowser, cells: here.map { .session($0) } + [.detail(end)])
        ]
        if !elsewhere.isEmpty {
            groups.append(
                CellGroup(id: "sessions-elsewhere", header: t.sessionsElsewhere, cells: elsewhere.map { .session($0) }))
            let all = LinkCell(
                id: "end-others", title: t.signOutEverywhereElse, path: .endOtherSessions,
                opening: .presents(as: .confirmationDialog), isDestructive: true)
            groups.append(CellGroup(id: "other-sessions", footer: t.signOutElsewhereFooter, cells: [.link(all)]))
        }
        return CellGroups(groups)
    }
}
