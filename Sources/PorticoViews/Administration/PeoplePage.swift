import Foundation
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
    /// The time of the last request of any browser; nil if the person never logged in.
    package var lastSeen: Date?
    /// The user name of another account, as shown to administrators, that the name looks like; nil if there is none.
    package var lookalike: String?
    /// The page of the account.
    package var path: SitePath

    package init(
        user: String, serverName: String? = nil, name: String, email: String?, isAdministrator: Bool, isDisabled: Bool,
        lastSeen: Date? = nil, lookalike: String? = nil, path: SitePath
    ) {
        self.user = user
        self.serverName = serverName
        self.name = name
        self.email = email
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.lastSeen = lastSeen
        self.lookalike = lookalike
        self.path = path
    }

    func row(_ t: Strings, now: Date) -> DataTable.Row {
        let title = name.isEmpty ? user : name
        let format = ReaderFormat(t)
        return DataTable.Row(
            id: "person-\(user)", title: title,
            subtitle: format.facts([user, serverName ?? "", email ?? ""]),
            badge: lookalike.map { Badge(t.looksLikeUserName($0), kind: .warning) },
            avatar: Avatar(title), path: path,
            cells: [
                .text(format.facts([user, serverName ?? ""])), .text(email ?? ""),
                .text(isAdministrator ? t.administrator : ""),
                isDisabled ? .value(.badge(Badge(t.disabled))) : .text(""),
                lastSeen.map { .ago(min($0, now), now: now) } ?? .text(""),
            ], value: user)
    }
}

/// The conditions of the list of people. Each is a field of its address.
package struct PeopleFilter: Hashable, Sendable {
    /// The search text; empty for all accounts.
    package var text: String
    package var role: Role?
    package var state: State?
    /// The id of a server; nil for all.
    package var server: String?

    package enum Role: String, Hashable, Sendable, CaseIterable {
        case administrator
        /// Everyone who is no administrator.
        case person
    }

    package enum State: String, Hashable, Sendable, CaseIterable {
        case enabled
        case disabled
        case withoutEmail = "without-email"
    }

    package init(text: String = "", role: Role? = nil, state: State? = nil, server: String? = nil) {
        self.text = text
        self.role = role
        self.state = state
        self.server = server
    }

    /// The fields of the address.
    package var query: [(String, String)] {
        [("text", text), ("role", role?.rawValue ?? ""), ("state", state?.rawValue ?? ""), ("server", server ?? "")]
            .filter { !$0.1.isEmpty }
    }

    /// The number of conditions besides the search text.
    var count: Int { query.count { $0.0 != "text" } }
}

/// The accounts of all servers, with a search field and filters.
package struct PeoplePage: RootPage, Sendable {
    package var filter: PeopleFilter
    /// The order of the list, as in the address; nil for the usual one, by name.
    package var sort: String?
    /// Whether the address has an order.
    package var choosesOrder: Bool
    /// The servers to choose from, with their names; empty unless there are several.
    package var servers: [(id: String, name: String)]
    package var people: [PersonRow]
    /// The number of accounts that match the filter, at most one more than ``most``.
    package var total: Int
    /// The page before; nil on the first one.
    package var previous: SitePath?
    /// The next page; nil on the last one.
    package var next: SitePath?
    /// See ``MoreRows/grows``.
    package var grows: Bool
    /// Whether people can be added and exported, which needs local accounts.
    package var invites: Bool
    /// The current time, to which the times are relative.
    package var now: Date

    package init(
        filter: PeopleFilter = PeopleFilter(), sort: String? = nil, choosesOrder: Bool = false,
        servers: [(id: String, name: String)] = [],
        people: [PersonRow], total: Int, previous: SitePath? = nil, next: SitePath? = nil, grows: Bool = true,
        invites: Bool = true, now: Date
    ) {
        self.filter = filter
        self.sort = sort
        self.choosesOrder = choosesOrder
        self.servers = servers
        self.people = people
        self.total = total
        self.previous = previous
        self.next = next
        self.grows = grows
        self.invites = invites
        self.now = now
    }

    /// The greatest number that the page states; more people are "more than" it.
    package static let most = 10_000

    package func title(in language: String) -> String { Strings(language: language).people }
    package func back(in language: String) -> (title: String, path: SitePath)? { backToAdministration(language) }

    package func trailing(in language: String) -> BarItem? {
        invites ? BarItem.add(title: Strings(language: language).addPeople, .newPeople) : nil
    }

    func search(_ t: Strings) -> Field {
        Field(
            id: "text", kind: .search, label: t.peopleSearch, value: filter.text, hint: t.peopleSearchHint,
            isRequired: false, isLast: true)
    }

    func filterTitle(_ t: Strings) -> String { filter.count == 0 ? t.filter : t.filterCount(filter.count) }

    /// The filters, each with its choices. The value of the first choice is empty, and means all.
    func conditions(_ t: Strings) -> [PeopleCondition] {
        let roles = PeopleFilter.Role.allCases.map { (value: $0.rawValue, title: $0.title(t)) }
        let states = PeopleFilter.State.allCases.map { (value: $0.rawValue, title: $0.title(t)) }
        var conditions = [
            PeopleCondition(
                id: "role", label: t.role, choices: [(value: "", title: t.peopleAll)] + roles,
                value: filter.role?.rawValue),
            PeopleCondition(
                id: "state", label: t.state, choices: [(value: "", title: t.peopleAll)] + states,
                value: filter.state?.rawValue),
        ]
        if !servers.isEmpty {
            let choices = servers.map { (value: $0.id, title: $0.name) }
            conditions.append(
                PeopleCondition(
                    id: "server", label: t.server, choices: [(value: "", title: t.peopleAllServers)] + choices,
                    value: filter.server))
        }
        return conditions
    }

    /// The number of people found. Screen readers speak it after a search.
    func found(_ t: Strings) -> String {
        if people.isEmpty { return t.nobodyFound }
        return total > Self.most ? t.peopleMoreThan(Self.most) : t.peopleCount(total)
    }

    func empty(_ t: Strings) -> EmptyState {
        let action = EmptyState.Action(title: t.peopleReset, path: .people)
        return EmptyState(
            id: "no-people", icon: .people, text: found(t), action: filter.query.isEmpty ? nil : action,
            result: "found")
    }

    func list(_ t: Strings) -> DataTable {
        DataTable(
            id: "people-list", label: t.people,
            columns: [
                DataTable.Column(t.name, sort: "name"), DataTable.Column(t.username, sort: "username"),
                DataTable.Column(t.emailAddress), DataTable.Column(t.role, compactPlace: .trailing),
                DataTable.Column(t.state, compactPlace: .trailing), DataTable.Column(t.personLastSeen),
            ],
            rows: people.map { $0.row(t, now: now) },
            sorting: DataTable.Sorting(
                sort ?? "name", at: .people.adding(query: filter.query), isChosen: choosesOrder),
            selection: DataTable.Selection(actions: actions(t)))
    }

    private func actions(_ t: Strings) -> [DataTable.Selection.Action] {
        let questions = PeopleAction.allCases.map { action in
            DataTable.Selection.Action(
                id: "people-\(action.rawValue)", title: action.title(t), path: .people(action),
                presentedAs: .confirmationDialog, isDestructive: action != .enable)
        }
        let export = DataTable.Selection.Action(id: "people-export", title: t.selectedExport, path: .exportPeople)
        return invites ? questions + [export] : questions
    }

    var more: MoreRows { MoreRows(list: "people-list", previous: previous, next: next, grows: grows) }

    /// The links below the list.
    func others(_ t: Strings) -> CellGroup {
        CellGroup(
            id: "people-more",
            cells: invites
                ? [
                    .link(LinkCell(id: "invitations", title: t.invitations, path: .invitations)),
                    .link(LinkCell(id: "export", title: t.exportPeople, path: .exportPeople)),
                ] : [])
    }
}

/// A filter of the list of people.
struct PeopleCondition: Sendable {
    /// The id and name of the field.
    let id: String
    let label: String
    let choices: [(value: String, title: String)]
    /// The chosen value; nil for the first choice.
    let value: String?
}

extension PeopleAction {
    fileprivate func title(_ t: Strings) -> String {
        switch self {
        case .disable: t.selectedDisable
        case .enable: t.selectedEnable
        case .endSessions: t.selectedEndSignIns
        }
    }
}

extension PeopleFilter.Role {
    fileprivate func title(_ t: Strings) -> String {
        switch self {
        case .administrator: t.peopleAdministrators
        case .person: t.peopleNotAdministrators
        }
    }
}

extension PeopleFilter.State {
    fileprivate func title(_ t: Strings) -> String {
        switch self {
        case .enabled: t.peopleEnabled
        case .disabled: t.peopleDisabled
        case .withoutEmail: t.peopleWithoutEmail
        }
    }
}
