import PorticoHTML

/// An account in the list.
public struct PersonRow: Sendable {
    /// The account id as shown to administrators.
    public var user: String
    /// The display name of the account's server; nil for a local account.
    public var serverName: String?
    public var name: String
    public var email: String?
    public var isAdministrator: Bool
    public var isDisabled: Bool
    /// The page of the account.
    public var path: SitePath

    public init(
        user: String, serverName: String? = nil, name: String, email: String?, isAdministrator: Bool, isDisabled: Bool,
        path: SitePath
    ) {
        self.user = user
        self.serverName = serverName
        self.name = name
        self.email = email
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.path = path
    }

    func cell(_ t: Strings) -> Cell {
        let subtitle = [user, serverName ?? "", email ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
        return .link(
            LinkCell(
                id: "person-\(user)", title: name, subtitle: subtitle,
                value: isDisabled ? t.disabled : isAdministrator ? t.administrator : nil, path: path))
    }
}

/// The accounts of all servers, with a search field.
public struct PeoplePage: RootPage, Sendable {
    /// The search text; empty for all accounts.
    public var text: String
    public var people: [PersonRow]
    /// The next page; nil on the last one.
    public var next: SitePath?
    /// Whether to show the links to add people, which needs local accounts. A search leaves them out.
    public var invites: Bool

    public init(text: String, people: [PersonRow], next: SitePath?, invites: Bool = true) {
        self.text = text
        self.people = people
        self.next = next
        self.invites = invites
    }

    public func title(in language: String) -> String { Strings(language: language).people }
    public func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func field(_ t: Strings) -> Field {
        Field(
            id: "text", kind: .search, label: t.peopleSearch, value: text, hint: t.peopleSearchHint,
            isRequired: false, isLast: true)
    }

    func groups(_ t: Strings) -> CellGroups {
        var groups: [CellGroup] = []
        if invites, text.isEmpty {
            let add = LinkCell(id: "add", title: t.addPerson, path: .addPerson, opening: .presents(as: .formSheet))
            let invite = LinkCell(
                id: "invite", title: t.invitePerson, path: .invitePerson, opening: .presents(as: .formSheet))
            let invitations = LinkCell(id: "invitations", title: t.invitations, path: .invitations)
            let file = LinkCell(
                id: "import", title: t.importPeople, path: .importPeople, opening: .presents(as: .formSheet))
            let export = LinkCell(id: "export", title: t.exportPeople, path: .exportPeople)
            groups.append(
                CellGroup(
                    id: "people-more",
                    cells: [.link(add), .link(invite), .link(invitations), .link(file), .link(export)]))
        }
        if !people.isEmpty {
            groups.append(CellGroup(id: "people-list", cells: people.map { $0.cell(t) }))
        }
        if let next {
            let more = LinkCell(id: "next", title: t.more, path: next)
            groups.append(CellGroup(id: "people-next", cells: [.link(more)]))
        }
        return CellGroups(groups)
    }
}
