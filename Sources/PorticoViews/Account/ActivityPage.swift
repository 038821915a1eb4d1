import Foundation
import PorticoHTML

/// A security event of an account, as a line of text.
package struct ActivityEntry: Sendable {
    /// The sentence about the event, see ``SecurityEventKind``.
    package var text: String
    package var time: Date
    /// For example "Firefox on Linux, 192.0.2.7"; empty if unknown.
    package var place: String

    package init(text: String, time: Date, place: String) {
        self.text = text
        self.time = time
        self.place = place
    }

    /// The list row with this id.
    func cell(_ id: String, now: Date) -> Cell {
        .detail(DetailCell(id: id, title: text, subtitle: place, value: .ago(time, now: now)))
    }
}

/// The recent security events of the account, newest first.
package struct ActivityPage: Presentable, Sendable {
    package var entries: [ActivityEntry]
    /// The page with older events; nil if there are none.
    package var older: SitePath?
    /// The display name of the server that stores the password; nil if this server does.
    package var passwordServer: String?
    /// The current time, to which the times of the events are relative.
    package var now: Date

    package let presentation = Presentation()
    package let presenter = SitePath.account

    package init(entries: [ActivityEntry], older: SitePath?, passwordServer: String? = nil, now: Date) {
        self.entries = entries
        self.older = older
        self.passwordServer = passwordServer
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).activityTitle }

    func groups(_ t: Strings) -> CellGroups {
        var groups: [CellGroup] = []
        if !entries.isEmpty {
            let cells = entries.enumerated().map { $1.cell("activity-\($0)", now: now) }
            let footer = passwordServer.map { t.activityFooterElsewhere($0) } ?? t.activityFooter
            groups.append(CellGroup(id: "activity-list", footer: footer, cells: cells))
        }
        if let older {
            let link = LinkCell(id: "older", title: t.older, path: older, opening: .navigates)
            groups.append(CellGroup(id: "activity-more", cells: [.link(link)]))
        }
        return CellGroups(groups)
    }
}
