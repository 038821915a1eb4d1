import PorticoHTML

/// Links to the administration pages.
package struct AdministrationPage: RootPage, Sendable {
    /// The number of accounts, at most ``most``.
    package var people: Int
    /// The number of security events today (UTC), at most ``most``.
    package var events: Int
    /// The number of queued mails, at most ``most``.
    package var mail: Int
    /// The number of servers; nil if there can be only one.
    package var nodes: Int?
    /// The limit of the counts; a higher number is shown as "100 or more".
    package static let most = 100

    package init(people: Int, events: Int, mail: Int, nodes: Int? = nil) {
        self.people = people
        self.events = events
        self.mail = mail
        self.nodes = nodes
    }

    package func title(in language: String) -> String { Strings(language: language).administration }
    package func back(in language: String) -> (title: String, path: SitePath)? { nil }

    func group(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "administration-pages",
            cells: [
                link("people", t.people, to: .people, count(people, of: { "\($0)" }, t.orMore)),
                link("events", t.securityEvents, to: .securityEvents, count(events, of: t.eventsToday, t.orMoreToday)),
                link("mail", t.mailQueue, to: .mailQueue, count(mail, of: t.mailsWaiting, t.orMoreWaiting)),
                link("brand", t.brand, to: .brand, nil),
                nodes.map { link("nodes", t.nodes, to: .nodes, "\($0)") },
                link("installation", t.installation, to: .installation, nil),
            ].compactMap(\.self))
    }

    private func count(_ number: Int, of few: (Int) -> String, _ many: (Int) -> String) -> String {
        number < Self.most ? few(number) : many(Self.most)
    }

    private func link(_ id: String, _ title: String, to path: SitePath, _ value: String?) -> Cell {
        .link(LinkCell(id: id, title: title, value: value, path: path))
    }
}

/// The title and path of the link back to the administration page.
func backToAdministration(_ language: String) -> (title: String, path: SitePath)? {
    (Strings(language: language).administration, .administration)
}
