import PorticoConfig
import PorticoHTML

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which security events to list, as it was typed.
public struct EventFilter: Sendable {
    /// An account, as those who administer call it; empty for everybody.
    public var person: String
    public var kind: SecurityEventKind?
    /// Dates such as `2026-11-21`, in UTC, both included; empty where it does not matter.
    public var from: String
    public var to: String

    public init(person: String = "", kind: SecurityEventKind? = nil, from: String = "", to: String = "") {
        self.person = person
        self.kind = kind
        self.from = from
        self.to = to
    }
}

/// A security event.
public struct EventRow: Sendable {
    public var id: Int64
    public var kind: SecurityEventKind
    /// The account that it is about, as those who administer call it; nil where it fits none.
    public var person: String?
    /// The account of who did it, where that is somebody else.
    public var actor: String?
    public var time: Date
    /// For example "Firefox on Linux, 192.0.2.7"; empty where it is not known.
    public var place: String
    /// More about it; empty where there is nothing more.
    public var detail: String
    /// How often it happened.
    public var count: Int

    public init(
        id: Int64, kind: SecurityEventKind, person: String?, actor: String? = nil, time: Date, place: String,
        detail: String = "", count: Int = 1
    ) {
        self.id = id
        self.kind = kind
        self.person = person
        self.actor = actor
        self.time = time
        self.place = place
        self.detail = detail
        self.count = count
    }

    func cell(_ t: Strings) -> Cell {
        let who = [person, actor.map(t.byPerson)].compactMap(\.self)
        let lines = [
            who.isEmpty ? t.nobodyKnown : who.joined(separator: " "), place, detail(t),
            count > 1 ? t.eventCount(count) : "",
        ].filter { !$0.isEmpty }
        return .detail(
            DetailCell(
                id: "event-\(id)", title: kind.title(t), value: .timeAnd(time, lines.joined(separator: "\n"))))
    }

    /// What the log has as a word of its own is told in people's words; an address or a key stays as it is.
    private func detail(_ t: Strings) -> String {
        switch (kind, detail) {
        case (.linkRefused, "used"): t.detailLinkUsed
        case (.linkRefused, "expired"): t.detailLinkExpired
        case (.linkRefused, "unknown"): t.detailLinkUnknown
        case (.denied, "administration"): t.administration
        default: detail
        }
    }
}

/// The log of security events, the newest first.
public struct SecurityEventsPage: RootPage, Sendable {
    public var filter: EventFilter
    public var events: [EventRow]
    /// What happened before that, where there is something.
    public var older: SitePath?
    /// All events that fit the filter, as a file.
    public var export: SitePath
    /// What in the filter cannot be understood, see ``EventFilterProblem``.
    public var problem: EventFilterProblem?

    public init(
        filter: EventFilter, events: [EventRow], older: SitePath?, export: SitePath,
        problem: EventFilterProblem? = nil
    ) {
        self.filter = filter
        self.events = events
        self.older = older
        self.export = export
        self.problem = problem
    }

    public func title(in language: String) -> String { Strings(language: language).securityEvents }
    public func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func person(_ t: Strings) -> Field {
        Field(
            id: "person", kind: .search, label: t.username, value: filter.person,
            problem: problem == .person ? t.noSuchPerson : nil, isRequired: false)
    }

    /// Every kind of event, as the form sends it.
    func kinds(_ t: Strings) -> [(value: String, title: String, isChosen: Bool)] {
        SecurityEventKind.allCases.map { ($0.rawValue, $0.title(t), $0 == filter.kind) }
    }

    func list(_ t: Strings) -> CellGroups {
        var groups: [CellGroup] = []
        if !events.isEmpty { groups.append(CellGroup(id: "event-list", cells: events.map { $0.cell(t) })) }
        var links: [Cell] = []
        if let older { links.append(.link(LinkCell(id: "older", title: t.older, path: older))) }
        links.append(.link(LinkCell(id: "export-events", title: t.exportEvents, path: export)))
        groups.append(CellGroup(id: "event-more", footer: t.exportEventsFooter, cells: links))
        return CellGroups(groups)
    }
}

/// What in a filter cannot be understood.
public enum EventFilterProblem: Hashable, Sendable {
    /// Nobody has that user name.
    case person
    /// One of the dates is none.
    case date
}
