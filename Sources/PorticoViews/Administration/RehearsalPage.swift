import Foundation
import PorticoConfig
import PorticoHTML

/// A person whom a stricter rule of second factors would stop.
package struct RehearsedPerson: Sendable {
    /// The account id as shown to administrators.
    package var user: String
    package var name: String
    package var lastUse: Date
    /// Whether the person has only passkeys, which do not work at the address of the site.
    package var needsReset: Bool

    package init(user: String, name: String, lastUse: Date, needsReset: Bool = false) {
        self.user = user
        self.name = name
        self.lastUse = lastUse
        self.needsReset = needsReset
    }

    fileprivate func cell(_ number: Int, now: Date, _ t: Strings) -> Cell {
        .detail(
            DetailCell(
                id: "rehearsed-\(number)", title: ReaderFormat(t).isolated(name.isEmpty ? user : name),
                subtitle: "\(ReaderFormat(t).isolated(user))\n\(needsReset ? t.rehearsalReset : t.rehearsalNext)",
                value: .ago(min(lastUse, now), now: now)))
    }
}

extension CellGroup {
    fileprivate init(_ people: [RehearsedPerson], from first: Int, now: Date, _ t: Strings) {
        self.init(
            id: "rehearsed", header: t.rehearsalPeople,
            cells: people.enumerated().map { $1.cell(first + $0, now: now, t) })
    }
}

/// The people whom a stricter rule of second factors would stop, before it is saved.
package struct RehearsalPage: Presentable, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    package var policy: SecondFactorPolicy
    /// The version of the edited setting.
    package var version: Int64
    /// The number of all people.
    package var count: Int
    /// The first of them.
    package var people: [RehearsedPerson]
    /// The current time, to which the times are relative.
    package var now: Date

    package let presentation = Presentation(style: .formSheet)
    package let presenter = SitePath.installation

    package init(
        account: String, policy: SecondFactorPolicy, version: Int64, count: Int, people: [RehearsedPerson], now: Date
    ) {
        self.account = account
        self.policy = policy
        self.version = version
        self.count = count
        self.people = people
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).rehearsalTitle }

    var path: SitePath { .setting(AdministrationOption.secondFactor.rawValue) }

    var hidden: HiddenFields {
        HiddenFields([
            ("account", account), ("version", "\(version)"), ("value", policy.rawValue), ("rehearsed", "on"),
        ])
    }

    func sentence(_ t: Strings) -> String { count == 0 ? t.rehearsalNobody : t.rehearsalCount(count) }

    func groups(_ t: Strings) -> CellGroups {
        guard count > 0 else { return CellGroups([]) }
        var group = CellGroup(people, from: 1, now: now, t)
        if count > people.count {
            group.cells.append(
                .link(LinkCell(id: "rehearsed-all", title: t.rehearsalAll, path: .rehearsal(policy.rawValue))))
        }
        return CellGroups([group])
    }
}

/// All people whom a stricter rule of second factors would stop.
package struct RehearsedPeoplePage: RootPage, Sendable {
    package var people: [RehearsedPerson]
    package var pagination: Pagination?
    /// The current time, to which the times are relative.
    package var now: Date

    package init(people: [RehearsedPerson], pagination: Pagination?, now: Date) {
        self.people = people
        self.pagination = pagination
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).rehearsalPeople }

    package func back(in language: String) -> (title: String, path: SitePath)? {
        (Strings(language: language).installation, .installation)
    }

    func groups(_ t: Strings) -> CellGroups {
        guard !people.isEmpty else {
            return CellGroups([CellGroup(id: "rehearsed", cells: [], empty: t.rehearsalNobody)])
        }
        return CellGroups([CellGroup(people, from: pagination?.shown.lowerBound ?? 1, now: now, t)])
    }
}
