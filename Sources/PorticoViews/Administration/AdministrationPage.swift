import PorticoHTML

/// The ways to what those who administer look after.
public struct AdministrationPage: RootPage, Sendable {
    /// How many accounts there are, counted up to ``most``.
    public var people: Int
    /// How many security events there were today, by UTC, counted up to ``most``.
    public var events: Int
    /// How many mails wait, counted up to ``most``.
    public var mail: Int
    /// Nobody counts further.
    public static let most = 100

    public init(people: Int, events: Int, mail: Int) {
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
                link("people", t.people, to: .people, count(people, of: { "\($0)" }, t.orMore)),
                link("events", t.securityEvents, to: .securityEvents, count(events, of: t.eventsToday, t.orMoreToday)),
                link("mail", t.mailQueue, to: .mailQueue, count(mail, of: t.mailsWaiting, t.orMoreWaiting)),
                link("installation", t.installation, to: .installation, nil),
            ])
    }

    private func count(_ number: Int, of few: (Int) -> String, _ many: (Int) -> String) -> String {
        number < Self.most ? few(number) : many(Self.most)
    }

    private func link(_ id: String, _ title: String, to path: SitePath, _ value: String?) -> Cell {
        .link(LinkCell(id: id, title: title, value: value, path: path))
    }
}

/// What leads back to the administration.
func backToAdministration(_ language: String) -> (title: String, path: SitePath)? {
    (Strings(language: language).administration, .administration)
}
