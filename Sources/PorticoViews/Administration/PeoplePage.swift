import PorticoHTML

/// An account in the list.
package struct PersonRow: Sendable {
    /// The account id as shown to administrators.
    package var user: String
    /// The display name of the account's server; nil for a local account.
    package var serverName: String?
    package var name: String
    package var email: String?
    package var isAdministrator: Bool
    package var isDisabled: Bool
    /// The page of the account.
    package var path: SitePath

    package init(
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
package struct PeoplePage: RootPage, Sendable {
    /// The search text; empty for all accounts.
    package var text: String
    package var people: [PersonRow]
    /// The next page; nil on the last one.
    package var next: SitePath?
    /// Whether to show the links to add people, which needs local accounts. A search leaves them out.
    package var invites: Bool

    package init(text: String, people: [PersonRow], next: SitePath?, invites: Bool = true) {
        self.text = text
        self.people = people
        self.next = next
        self.invites = invites
    }

    package func title(in language: String) -> String { Strings(language: language).people }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    func field(_ t: Strings) -> Field {
        Field(
            id: "text", kind: .search, label: t.peopleSearch, value: text, hint: t.peopleSearchHint,
            isRequired: false, isLast: true)
    }

    /// The number of people found. Screen readers speak it after a search.
    func found(_ t: Strings) -> String {
        if people.isEmpty { return t.nobodyFound }
        return next == nil ? t.peopleFound(people.count) : t.peopleFoundFirst(people.count)
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
