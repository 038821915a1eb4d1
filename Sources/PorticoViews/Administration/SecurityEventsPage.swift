import Foundation
import PorticoConfig
import PorticoHTML

/// The filter of the security event list, as entered.
package struct EventFilter: Sendable {
    /// The account id as shown to administrators; empty for all.
    package var person: String
    /// The kind of the events; nil for all.
    package var kind: SecurityEventKind?
    /// The first and the last date, such as `2026-11-21`, in UTC; empty for no limit.
    package var from: String
    package var to: String

    package init(person: String = "", kind: SecurityEventKind? = nil, from: String = "", to: String = "") {
        self.person = person
        self.kind = kind
        self.from = from
        self.to = to
    }
}

/// A row of the security event list.
package struct EventRow: Sendable {
    package var id: Int64
    package var kind: SecurityEventKind
    /// The id of the account as shown to administrators; nil if there is none.
    package var person: String?
    /// The account that acted on the account; nil if the person did.
    package var actor: String?
    package var time: Date
    /// For example "Firefox on Linux, 192.0.2.7"; empty if unknown.
    package var place: String
    /// Details; empty if there are none.
    package var detail: String
    /// The number of occurrences.
    package var count: Int

    package init(
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
        var lines = [ReaderFormat(t).time(time)]
        lines += who.isEmpty ? [t.nobodyKnown] : who
        lines += [place, detail(t), count > 1 ? t.eventCount(count) : ""].filter { !$0.isEmpty }
        return .detail(
            DetailCell(
                id: "event-\(id)", title: kind.title(t), subtitle: lines.joined(separator: "\n"), value: .text("")))
    }

    /// The detail; keywords of the log are translated, addresses and keys stay unchanged.
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

/// The security events, newest first.
package struct SecurityEventsPage: RootPage, Sendable {
    package var filter: EventFilter
    package var events: [EventRow]
    /// The page with older events; nil if there are none.
    package var older: SitePath?
    /// The path of the export of all events that match the filter.
    package var export: SitePath
    /// The error in the filter, see ``EventFilterProblem``.
    package var problem: EventFilterProblem?

    package init(
        filter: EventFilter, events: [EventRow], older: SitePath?, export: SitePath,
        problem: EventFilterProblem? = nil
    ) {
        self.filter = filter
        self.events = events
        self.older = older
        self.export = export
        self.problem = problem
    }

    package func title(in language: String) -> String { Strings(language: language).securityEvents }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    /// The number of conditions in the filter.
    var count: Int {
        [filter.person, filter.kind?.rawValue ?? "", filter.from, filter.to].count { !$0.isEmpty }
    }

    func filterTitle(_ t: Strings) -> String { count == 0 ? t.filter : t.filterCount(count) }

    func person(_ t: Strings) -> Field {
        // The list, which a search replaces, reports an unknown account. The field stays unchanged.
        Field(id: "person", kind: .search, label: t.username, value: filter.person, isRequired: false)
    }

    /// All kinds of events, with their form values.
    func kinds(_ t: Strings) -> [(value: String, title: String, isChosen: Bool)] {
        SecurityEventKind.allCases.map { ($0.rawValue, $0.title(t), $0 == filter.kind) }
    }

    /// The number of events found. Screen readers speak it after the filter has changed.
    func found(_ t: Strings) -> String {
        if events.isEmpty { return problem == .person ? t.noSuchPerson : t.noEvents }
        return older == nil ? t.eventsFound(events.count) : t.eventsFoundFirst(events.count)
    }

    func list(_ t: Strings) -> CellGroups {
        var groups: [CellGroup] = []
        if !events.isEmpty { groups.append(CellGroup(id: "event-list", cells: events.map { $0.cell(t) })) }
        var links: [Cell] = []
        if let older { links.append(.link(LinkCell(id: "older", title: t.older, path: older))) }
        links.append(.link(LinkCell(id: "export-events", title: t.export, path: export)))
        groups.append(CellGroup(id: "event-more", footer: t.exportEventsFooter, cells: links))
        return CellGroups(groups)
    }
}

/// An error in the filter.
package enum EventFilterProblem: Hashable, Sendable {
    /// No account has this user name.
    case person
    /// One of the dates is invalid.
    case date
}
