import Foundation
import PorticoBytes
import PorticoConfig
import PorticoHTML

/// The filter of the security event list, as entered.
package struct EventFilter: Sendable {
    /// The account id as shown to administrators; empty for all.
    package var person: String
    /// The kind of the events; nil for all.
    package var kind: SecurityEventKind?
    /// The first and the last day, such as `2026-11-21`, in the time zone of the administrator; empty for no limit.
    package var from: String
    package var to: String

    package init(person: String = "", kind: SecurityEventKind? = nil, from: String = "", to: String = "") {
        self.person = person
        self.kind = kind
        self.from = from
        self.to = to
    }

    /// The conditions as the query of an address.
    package var query: [(String, String)] {
        [("person", person), ("kind", kind?.rawValue ?? ""), ("from", from), ("to", to)].filter { !$0.1.isEmpty }
    }

    /// The start of the first day, and the end of the last one; nil for no limit.
    ///
    /// - Parameter zone: the time zone of the days; nil for UTC.
    /// - Throws: ``EventFilterProblem/date``
    package func times(in zone: TimeZone?) throws(EventFilterProblem) -> (since: Date?, until: Date?) {
        let (first, last) = (CalendarDate(from), CalendarDate(to))
        guard first != nil || from.isEmpty, last != nil || to.isEmpty else { throw .date }
        let zone = zone ?? .gmt
        return (first?.start(in: zone), last?.end(in: zone))
    }
}

/// A row of the security event list.
package struct EventRow: Sendable {
    package var id: Int64
    package var kind: SecurityEventKind
    /// The person of the account; nil if there is none.
    package var person: EventPerson?
    /// The administrator who acted on the account; nil if the person did.
    package var actor: EventPerson?
    package var time: Date
    /// The browser and system as stored; empty if unknown.
    package var agent: String
    /// The network address; empty if unknown.
    package var address: String
    /// Details; empty if there are none.
    package var detail: String
    /// The number of occurrences; of people, for an import.
    package var count: Int
    /// The way of a sign-in; nil for the usual one, and for other events.
    package var way: SignInWayText?

    package init(
        id: Int64, kind: SecurityEventKind, person: EventPerson?, actor: EventPerson? = nil, time: Date,
        agent: String = "", address: String = "", detail: String = "", count: Int = 1,
        way: SignInWayText? = nil
    ) {
        self.id = id
        self.kind = kind
        self.person = person
        self.actor = actor
        self.time = time
        self.agent = agent
        self.address = address
        self.detail = detail
        self.count = count
        self.way = way
    }

    fileprivate func line(_ t: Strings, _ format: ReaderFormat) -> EventLine {
        let sentence = EventSentence(person: person, actor: actor == person ? nil : actor) {
            kind.sentence(of: $0, by: $1, count: count, t)
        }
        // The name is not unique.
        let user = person.map { $0.name == $0.user ? "" : $0.user } ?? ""
        let times = count > 1 && kind != .imported ? t.eventCount(count) : ""
        return EventLine(
            id: "event-\(id)", kind: kind, sentence: sentence,
            details: [user, format.place(agent: agent, address: address), detail(t, format), times], time: time,
            format: format)
    }

    /// The detail; keywords of the log are translated, addresses and names stay unchanged.
    private func detail(_ t: Strings, _ format: ReaderFormat) -> String {
        if let way { return way.sentence(t) }
        return switch (kind, detail) {
        case (.linkRefused, "used"): t.detailLinkUsed
        case (.linkRefused, "expired"): t.detailLinkExpired
        case (.linkRefused, "unknown"): t.detailLinkUnknown
        case (.denied, "administration"): t.administration
        case (.settingChanged, "brand"): t.brand
        case (.settingChanged, "workplaces"): t.workplaceHeader
        case (.settingChanged, "import"): t.settingsFile
        case (.settingChanged, let key):
            if let server = key.dropping(prefix: "brand of ") {
                format.facts([t.brand, String(server)])
            } else {
                AdministrationOption(rawValue: key)?.title(t) ?? key
            }
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
    /// The page with newer events; nil if there are none.
    package var newer: SitePath?
    /// See ``MoreRows/grows``.
    package var grows = true
    /// The path of the export of all events that match the filter.
    package var export: SitePath
    /// The error in the filter, see ``EventFilterProblem``.
    package var problem: EventFilterProblem?
    /// The current time, which determines today.
    package var now: Date
    /// The time zone of the administrator; nil if it is not known.
    package var zone: TimeZone?

    package init(
        filter: EventFilter, events: [EventRow], older: SitePath?, newer: SitePath? = nil, export: SitePath,
        problem: EventFilterProblem? = nil, now: Date, zone: TimeZone? = nil
    ) {
        self.filter = filter
        self.events = events
        self.older = older
        self.newer = newer
        self.export = export
        self.problem = problem
        self.now = now
        self.zone = zone
    }

    package func title(in language: String) -> String { Strings(language: language).securityEvents }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    /// The number of conditions in the filter.
    var count: Int { filter.query.count }

    func filterTitle(_ t: Strings) -> String { count == 0 ? t.filter : t.filterCount(count) }

    /// The periods up to today, as links that keep the other conditions.
    func periods(_ t: Strings) -> [(id: String, title: String, path: SitePath, isChosen: Bool)] {
        let today = CalendarDate(now, in: zone ?? .gmt)
        return [(1, t.today), (7, t.eventsLastDays(7)), (30, t.eventsLastDays(30))].map { days, title in
            var filter = self.filter
            (filter.from, filter.to) = ("\(today.adding(days: 1 - days))", "")
            return (
                "last-\(days)", title, SitePath.securityEvents.adding(query: filter.query),
                self.filter.from == filter.from && self.filter.to.isEmpty
            )
        }
    }

    func person(_ t: Strings) -> Field {
        // The list, which a search replaces, reports an unknown account. The field stays unchanged.
        Field(id: "person", kind: .search, label: t.username, value: filter.person, isRequired: false)
    }

    /// All kinds of events, with their form values.
    func kinds(_ t: Strings) -> [(value: String, title: String, isChosen: Bool)] {
        SecurityEventKind.allCases.map { ($0.rawValue, $0.title(t), $0 == filter.kind) }
    }

    /// The labels of the two days; without the administrator's time zone, they are days in UTC.
    func fromTitle(_ t: Strings) -> String { zone == nil ? t.eventsFromUTC : t.eventsFrom }
    func toTitle(_ t: Strings) -> String { zone == nil ? t.eventsToUTC : t.eventsTo }

    /// The number of events found. Screen readers speak it after the filter has changed.
    func found(_ t: Strings) -> String {
        if events.isEmpty { return problem == .person ? t.noSuchPerson : t.noEvents }
        return older == nil ? t.eventsFound(events.count) : t.eventsFoundFirst(events.count)
    }

    func empty(_ t: Strings) -> EmptyState {
        let action = EmptyState.Action(title: t.filterReset, path: .securityEvents)
        return EmptyState(
            id: "no-events", icon: .search, text: found(t), action: count == 0 ? nil : action, result: "found")
    }

    var more: MoreRows { MoreRows(list: "event-list", previous: newer, next: older, grows: grows) }

    func days(_ t: Strings) -> [EventDay] {
        let format = ReaderFormat(t, zone: zone)
        return EventDay.days(of: events.map { $0.line(t, format) }, id: "day", now: now, zone: zone, t)
    }

    func exporting(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "event-more", footer: t.exportEventsFooter,
            cells: [.link(LinkCell(id: "export-events", title: t.export, path: export))])
    }
}

/// An error in the filter.
package enum EventFilterProblem: Error, Hashable, Sendable {
    /// No account has this user name.
    case person
    /// One of the dates is invalid.
    case date
}
