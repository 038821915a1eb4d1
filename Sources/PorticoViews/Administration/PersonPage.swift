import Foundation
import PorticoConfig
import PorticoHTML

/// One account, with the actions for administrators.
package struct PersonPage: RootPage, Sendable {
    /// The account that the page is rendered for.
    package var account: String
    /// The account id as shown to administrators.
    package var user: String
    /// The display name of the account's server, which stores the password; nil for a local account.
    package var serverName: String?
    /// The person's employee number at the gateway.
    package var employeeNumber: String?
    package var name: String
    /// The user name of another account, as shown to administrators, that the name looks like; nil if there is none.
    package var lookalike: String?
    package var email: String?
    package var createdAt: Date
    package var isAdministrator: Bool
    package var isDisabled: Bool
    /// nil while nobody can have an authenticator app.
    package var app: PersonApp?
    /// The names of the account's groups.
    package var groups: [String]
    /// Whether it is the last administrator.
    package var isLastAdministrator: Bool
    /// Everything that prevents the person from signing in; empty if nothing does.
    package var obstacles: [SignInObstacle]
    /// The number of its passkeys.
    package var passkeys = 0
    /// Whether it has a second factor.
    package var hasSecondFactor = false
    /// The time from which a reset of the ways to log in takes effect; nil if none waits.
    package var resetAt: Date?
    /// The number of active sign-ins.
    package var sessions: Int
    /// The recent events of the account, newest first.
    package var events: [ActivityEntry]
    /// The current time, to which the times of the events are relative.
    package var now: Date

    package init(
        account: String, user: String, serverName: String? = nil, employeeNumber: String? = nil, name: String,
        lookalike: String? = nil, email: String?, createdAt: Date, isAdministrator: Bool, isDisabled: Bool,
        app: PersonApp? = nil, groups: [String] = [],
        isLastAdministrator: Bool, obstacles: [SignInObstacle] = [], sessions: Int, events: [ActivityEntry], now: Date
    ) {
        self.account = account
        self.user = user
        self.serverName = serverName
        self.employeeNumber = employeeNumber
        self.name = name
        self.lookalike = lookalike
        self.email = email
        self.createdAt = createdAt
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.app = app
        self.groups = groups
        self.isLastAdministrator = isLastAdministrator
        self.sessions = sessions
        self.events = events
        self.now = now
        self.obstacles = obstacles
    }

    package func title(in language: String) -> String {
        ReaderFormat(Strings(language: language)).isolated(name.isEmpty ? user : name)
    }

    package func back(in language: String) -> (title: String, path: SitePath)? {
        (Strings(language: language).people, .people)
    }
}

/// The authenticator app of a person, as administrators see it.
package enum PersonApp: Hashable, Sendable, CaseIterable {
    case setUp
    case missing
    /// The account must have one: the person sets it up at the next login.
    case due

    func words(_ t: Strings) -> String {
        switch self {
        case .setUp: t.personAppSetUp
        case .missing: t.personAppMissing
        case .due: t.personAppDue
        }
    }
}

extension SignInObstacle {
    func cells(_ t: Strings) -> [Cell] {
        switch self {
        case .disabled: [cell("disabled", t.obstacleDisabled, t)]
        case .passwordMissing: [cell("password", t.obstaclePassword, t)]
        case .serverUnknown: [cell("server", t.obstacleServer, t)]
        case .limited(let end):
            [
                cell("limit", t.obstacleLimit, t),
                .detail(DetailCell(id: "obstacle-limit-end", title: t.obstacleEnds, value: .time(end))),
            ]
        }
    }

    private func cell(_ id: String, _ reason: String, _ t: Strings) -> Cell {
        .detail(DetailCell(id: "obstacle-\(id)", title: t.cannotSignIn, subtitle: reason, value: .text("")))
    }

    var isLimit: Bool { if case .limited = self { true } else { false } }
}

/// The sign-ins of one account, for administrators.
package struct PersonSessionsPage: RootPage, Sendable {
    /// The account id as shown to administrators.
    package var user: String
    package var name: String
    package var sessions: [SessionRow]
    /// The current time, to which the last uses are relative.
    package var now: Date

    package init(user: String, name: String, sessions: [SessionRow], now: Date) {
        self.user = user
        self.name = name
        self.sessions = sessions
        self.now = now
    }

    package func title(in language: String) -> String { Strings(language: language).signIns }

    package func back(in language: String) -> (title: String, path: SitePath)? {
        (ReaderFormat(Strings(language: language)).isolated(name.isEmpty ? user : name), .person(user))
    }

    var group: CellGroup {
        let cells = SessionCell.cells(sessions, end: .endPersonSession(user), now: now)
        return CellGroup(id: "person-session-list", cells: cells.map { .session($0) })
    }
}
