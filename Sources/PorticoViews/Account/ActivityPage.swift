import Foundation
import PorticoHTML

/// A security event of an account, as a line of text.
public struct ActivityEntry: Sendable {
    /// The sentence about the event, see ``SecurityEventKind``.
    public var text: String
    public var time: Date
    /// For example "Firefox on Linux, 192.0.2.7"; empty if unknown.
    public var place: String

    public init(text: String, time: Date, place: String) {
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
public struct ActivityPage: Presentable, Sendable {
    public var entries: [ActivityEntry]
    /// The page with older events; nil if there are none.
    public var older: SitePath?
    /// The display name of the server that stores the password; nil if this server does.
    public var passwordServer: String?
    /// The current time, to which the times of the events are relative.
    public var now: Date

    public let presentation = Presentation()
    public let presenter = SitePath.account

    public init(entries: [ActivityEntry], older: SitePath?, passwordServer: String? = nil, now: Date) {
        self.entries = entries
        self.older = older
        self.passwordServer = passwordServer
        self.now = now
    }

    public func title(in language: String) -> String { Strings(language: language).activityTitle }

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
