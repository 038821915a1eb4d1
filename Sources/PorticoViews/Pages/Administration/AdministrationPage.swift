import PorticoHTML

/// The ways to what those who administer look after.
public struct AdministrationPage: RootPage, Sendable {
    /// How many accounts there are; nil where nobody counted.
    public var people: Int?
    /// How many security events there were in the last day; nil where nobody counted.
    public var events: Int?
    /// How many mails wait; nil where nobody counted.
    public var mail: Int?

    public init(people: Int? = nil, events: Int? = nil, mail: Int? = nil) {
        self.people = people
        self.events = events
        self.mail = mail
    }

    public func title(in language: String) -> String { Strings(language: language).administration }
    public func back(in language: String) -> (title: String, path: SitePath)? { nil }

    func group(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "administration-pages",
            cells: [
                link("people", t.people, to: .people, people.map { "\($0)" }),
                link("events", t.securityEvents, to: .securityEvents, events.map(t.eventsToday)),
                link("mail", t.mailQueue, to: .mailQueue, mail.map(t.mailsWaiting)),
                link("installation", t.installation, to: .installation, nil),
            ])
    }

    private func link(_ id: String, _ title: String, to path: SitePath, _ value: String?) -> Cell {
        .link(LinkCell(id: id, title: title, value: value, path: path))
    }
}

/// What leads back to the administration.
func backToAdministration(_ language: String) -> (title: String, path: SitePath)? {
    (Strings(language: language).administration, .administration)
}
