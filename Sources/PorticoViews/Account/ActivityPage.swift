import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that happened with an account.
public struct ActivityEntry: Sendable {
    /// What happened, see ``SecurityEventKind``.
    public var text: String
    public var time: Date
    /// For example "Firefox on Linux, 192.0.2.7"; empty where it is not known.
    public var place: String

    public init(text: String, time: Date, place: String) {
        self.text = text
        self.time = time
        self.place = place
    }

    /// A row, at its place in a list.
    func cell(_ id: String) -> Cell {
        .detail(DetailCell(id: id, title: text, value: .timeAnd(time, place)))
    }
}

/// What happened with the account lately, the newest first.
public struct ActivityPage: Presentable, Sendable {
    public var entries: [ActivityEntry]
    /// What happened before that, where there is something.
    public var older: SitePath?
    /// What people call the server that keeps the password, where that is another.
    public var passwordServer: String?

    public let presentation = Presentation(style: .pageSheet)
    public let presenter = SitePath.account

    public init(entries: [ActivityEntry], older: SitePath?, passwordServer: String? = nil) {
        self.entries = entries
        self.older = older
        self.passwordServer = passwordServer
    }

    public func title(in language: String) -> String { Strings(language: language).activityTitle }

    func groups(_ t: Strings) -> CellGroups {
        var groups: [CellGroup] = []
        if !entries.isEmpty {
            let cells = entries.enumerated().map { $1.cell("activity-\($0)") }
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
