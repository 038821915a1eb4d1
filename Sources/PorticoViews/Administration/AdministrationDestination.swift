import PorticoBytes
import PorticoComponents
import PorticoHTML

/// The pages to which the administration links, in the order of the links.
package enum AdministrationDestination: String, CaseIterable, Sendable {
    case people
    case events
    case mail
    case brand
    case nodes
    case installation

    /// - Parameter hasNodes: whether the site can have several servers.
    static func all(hasNodes: Bool) -> [AdministrationDestination] {
        allCases.filter { hasNodes || $0 != .nodes }
    }

    /// The destination that leads to a page; nil if none does.
    init?(leadingTo page: SitePath) {
        let found = Self.allCases.first { destination in
            destination.places.contains { page.path == $0.path || page.path.begins(with: "\($0.path)/") }
        }
        guard let found else { return nil }
        self = found
    }

    package var path: SitePath {
        switch self {
        case .people: .people
        case .events: .securityEvents
        case .mail: .mailQueue
        case .brand: .brand
        case .nodes: .nodes
        case .installation: .installation
        }
    }

    /// The paths at or below which its pages are.
    private var places: [SitePath] { self == .people ? [.people, .invitations, .persons] : [path] }

    private func title(_ t: Strings) -> String {
        switch self {
        case .people: t.people
        case .events: t.securityEvents
        case .mail: t.mailQueue
        case .brand: t.brand
        case .nodes: t.nodes
        case .installation: t.installation
        }
    }

    func cell(_ t: Strings, value: String?) -> Cell {
        .link(LinkCell(id: rawValue, title: title(t), value: value, path: path))
    }

    func navigationLink(_ t: Strings) -> SectionNavigation.Link {
        SectionNavigation.Link(id: "navigation-\(rawValue)", title: title(t), path: path)
    }
}

/// The counts that administrators see. A number that reaches ``most`` is shown as "100 or more".
package struct AdministrationCounts: Hashable, Sendable {
    /// The number of accounts, at most ``most``.
    package var people: Int
    /// The number of security events today, at most ``most``.
    package var events: Int
    /// The number of queued mails, at most ``most``.
    package var mail: Int
    /// The limit of the counts.
    package static let most = 100

    package init(people: Int, events: Int, mail: Int) {
        self.people = people
        self.events = events
        self.mail = mail
    }

    /// The count beside the link to a page; nil if that has none.
    func value(for destination: AdministrationDestination, _ t: Strings) -> String? {
        switch destination {
        case .people: Self.text(people, { "\($0)" }, t.orMore)
        case .events: Self.text(events, t.eventsToday, t.orMoreToday)
        case .mail: Self.text(mail, t.mailsWaiting, t.orMoreWaiting)
        case .brand, .nodes, .installation: nil
        }
    }

    private static func text(_ number: Int, _ few: (Int) -> String, _ many: (Int) -> String) -> String {
        number < most ? few(number) : many(most)
    }
}

/// A page of the administration, with the navigation to the others.
package struct AdministrationSection<Content: RootPage>: RootPage {
    private let content: Content
    private let path: SitePath
    private let hasNodes: Bool

    /// - Parameters:
    ///   - content: the page.
    ///   - path: its path.
    ///   - hasNodes: whether the site can have several servers.
    package init(_ content: Content, at path: SitePath, hasNodes: Bool) {
        self.content = content
        self.path = path
        self.hasNodes = hasNodes
    }

    package func title(in language: String) -> String { content.title(in: language) }
    package func back(in language: String) -> (title: String, path: SitePath)? { content.back(in: language) }
    package func trailing(in language: String) -> BarItem? { content.trailing(in: language) }

    package func navigation(in language: String) -> SectionNavigation? {
        let t = Strings(language: language)
        let overview = SectionNavigation.Link(id: "navigation-overview", title: t.overview, path: .administration)
        return SectionNavigation(
            title: t.administration, path: .administration,
            links: [overview] + AdministrationDestination.all(hasNodes: hasNodes).map { $0.navigationLink(t) },
            current: AdministrationDestination(leadingTo: path)?.path ?? .administration)
    }

    package func render(into html: inout HTMLWriter) { content.render(into: &html) }
}
