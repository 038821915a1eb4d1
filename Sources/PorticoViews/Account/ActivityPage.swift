import Foundation
import PorticoConfig
import PorticoHTML

/// A security event of an account, in a list about this account alone.
package struct ActivityEntry: Sendable {
    package var id: Int64
    package var kind: SecurityEventKind
    package var time: Date
    /// The browser and system as stored; empty if unknown.
    package var agent: String
    /// The network address; empty if unknown.
    package var address: String
    /// The way of a sign-in; nil for the usual one, and for other events.
    package var way: SignInWayText?

    package init(
        id: Int64, kind: SecurityEventKind, time: Date, agent: String = "", address: String = "",
        way: SignInWayText? = nil
    ) {
        self.id = id
        self.kind = kind
        self.time = time
        self.agent = agent
        self.address = address
        self.way = way
    }

    /// The row for administrators, with this id.
    func cell(_ id: String, now: Date, _ t: Strings) -> Cell {
        let place = ReaderFormat(t).place(agent: agent, address: address)
        return .detail(DetailCell(id: id, title: kind.title(t), subtitle: place, value: .ago(time, now: now)))
    }

    /// The line for the person.
    fileprivate func line(_ t: Strings, _ format: ReaderFormat) -> EventLine {
        EventLine(
            id: "activity-\(id)", kind: kind, sentence: EventSentence(kind.ownSentence(t)),
            details: [format.place(agent: agent, address: address), way?.sentence(t) ?? ""],
            time: time, format: format)
    }
}

/// The recent security events of the account, newest first.
package struct ActivityPage: Presentable, Sendable {
    package var entries: [ActivityEntry]
    /// The page with older events; nil if there are none.
    package var older: SitePath?
    /// The page with newer events; nil if there are none.
    package var newer: SitePath?
    /// See ``MoreRows/grows``.
    package var grows = true
    /// The display name of the server that stores the password; nil if this server does.
    package var passwordServer: String?
    /// The current time, which determines today.
    package var now: Date
    /// The time zone of the person; nil if it is not known.
    package var zone: TimeZone?

    package let presentation = Presentation()
    package let presenter = SitePath.launch

    package init(
        entries: [ActivityEntry], older: SitePath?, newer: SitePath? = nil, passwordServer: String? = nil, now: Date,
        zone: TimeZone? = nil
    ) {
        self.entries = entries
        self.older = older
        self.newer = newer
        self.passwordServer = passwordServer
        self.now = now
        self.zone = zone
    }

    package func title(in language: String) -> String { Strings(language: language).activityTitle }

    var more: MoreRows { MoreRows(list: "activity-list", previous: newer, next: older, grows: grows) }

    func days(_ t: Strings) -> [EventDay] {
        let format = ReaderFormat(t, zone: zone)
        return EventDay.days(of: entries.map { $0.line(t, format) }, id: "activity-day", now: now, zone: zone, t)
    }

    func footer(_ t: Strings) -> String {
        passwordServer.map { t.activityFooterElsewhere($0) } ?? t.activityFooter
    }
}
