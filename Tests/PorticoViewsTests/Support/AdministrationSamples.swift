import Foundation
import PorticoConfig
import PorticoHTML

@testable import PorticoComponents
@testable import PorticoViews

/// Pages of the administration and of development, with pinned times and ids.
enum AdministrationSamples {
    private static let time = AccountSamples.time
    private static let hostile = AccountSamples.hostile

    static let people = [
        PersonRow(
            user: "ada", name: "Ada Lovelace", email: "ada@example.com", isAdministrator: true, isDisabled: false,
            lastSeen: time.addingTimeInterval(3600), path: .person("ada")),
        PersonRow(
            user: "b+c@d", name: hostile, email: nil, isAdministrator: false, isDisabled: true,
            lookalike: "ada", path: .person("b+c@d")),
        PersonRow(
            user: "works:ada", serverName: hostile, name: "Ada Lovelace", email: nil, isAdministrator: false,
            isDisabled: false, path: .person("works:ada")),
    ]

    static func person(_ change: (inout PersonPage) -> Void = { _ in }) -> PersonPage {
        var page = PersonPage(
            account: AccountSamples.account, user: "grace", name: "Grace Hopper", email: "grace@example.com",
            createdAt: time, isAdministrator: false, isDisabled: false, isLastAdministrator: false, sessions: 2,
            events: [ActivityEntry(id: 7, kind: .signedIn, time: time, address: "192.0.2.7")],
            now: time)
        change(&page)
        return page
    }

    private static let events = [
        EventRow(
            id: 12, kind: .disabled, person: grace, actor: ada, time: time, agent: "Firefox on Linux",
            address: "192.0.2.7", detail: hostile),
        EventRow(
            id: 10, kind: .invited, person: nil, actor: ada, time: time, address: "192.0.2.7",
            detail: "eve@example.com"),
        EventRow(id: 9, kind: .linkRefused, person: nil, time: time - 86_400, detail: "used"),
        EventRow(id: 8, kind: .imported, person: nil, actor: ada, time: time - 86_400, count: 1000),
        EventRow(id: 7, kind: .signInFailed, person: nil, time: time - 400 * 86_400),
    ]
    private static let ada = EventPerson(user: "ada", name: "Ada Lovelace", path: .person("ada"))
    private static let grace = EventPerson(user: "grace", name: hostile, path: .person("grace"))

    /// The list of some events, without a filter.
    static func eventsPage(_ events: [EventRow], zone: TimeZone? = nil) -> SecurityEventsPage {
        SecurityEventsPage(
            filter: EventFilter(), events: events, older: nil, export: .exportSecurityEvents, now: time, zone: zone)
    }

    private static let mails = [
        MailRow(
            id: 3, kind: .newSignIn, recipient: "ada@example.com", queuedAt: time, attempts: 2,
            nextAttempt: time.addingTimeInterval(60), problem: "connection refused"),
        MailRow(
            id: 4, kind: .welcome, recipient: "grace@example.com", queuedAt: time, attempts: 9, nextAttempt: nil,
            problem: hostile),
        MailRow(
            id: 5, kind: .passwordReset, recipient: "eve@example.com", queuedAt: time, attempts: 0,
            nextAttempt: time.addingTimeInterval(120), isUnderWay: true, problem: ""),
    ]

    static let settings: [InstallationSetting] = [
        .init(.mailHost, .outbox),
        .init(.registration, .registrationByInvitation, text: "invitation"),
        .init(.idle, .duration(.seconds(43_200)), text: "43200", range: 60...315_360_000),
        .init(.attemptsPerAccount, .number(10), text: "10", range: 1...1_000_000),
        .init(.trustedProxies, .none),
        .init(.appName, .text("Portico"), text: hostile),
    ]

    private static let invitations = [
        InvitationRow(email: hostile, name: hostile, isAdministrator: true, state: .waiting),
        InvitationRow(email: "eve@example.org", name: "", isAdministrator: false, state: .works(until: time)),
        InvitationRow(email: "bob@example.org", name: "Bob", isAdministrator: false, state: .expired(time)),
    ]

    private static let nodes = [
        InstallationNode(
            name: "door-1 4711", version: "0.1.0", since: time, streams: 12, isLeading: true,
            lastSeen: time.addingTimeInterval(91)),
        InstallationNode(
            name: hostile, version: hostile, since: time, streams: 0, isLeading: false, lastSeen: time),
    ]

    static let rehearsed = [
        RehearsedPerson(user: "grace", name: hostile, lastUse: time),
        RehearsedPerson(user: "works:eve", name: "", lastUse: time.addingTimeInterval(-86_400), needsReset: true),
    ]

    static func counts(people: Int, events: Int, mail: Int) -> AdministrationCounts {
        AdministrationCounts(people: people, events: events, mail: mail)
    }

    private static func section(_ page: some RootPage, at path: SitePath) -> any RootPage {
        AdministrationSection(page, at: path, hasNodes: true)
    }

    static let pages: [(String, any RootPage)] = [
        ("administration-invitations", InvitationsPage(account: AccountSamples.account, invitations: invitations)),
        ("administration-invitations-none", InvitationsPage(account: AccountSamples.account, invitations: [])),
        (
            "administration",
            section(AdministrationPage(counts: counts(people: 20_000, events: 1, mail: 3)), at: .administration)
        ),
        (
            "people",
            PeoplePage(
                filter: PeopleFilter(text: hostile, role: .administrator, server: "works"), sort: "-name",
                servers: [("local", hostile), ("works", "The works")], people: people, total: 10_001,
                previous: "/administration/people?before=a", next: "/administration/people?after=b",
                now: time.addingTimeInterval(7200))
        ),
        ("people-few", PeoplePage(people: people, total: 1004, invites: false, now: time)),
        (
            "person-limited",
            person { $0.obstacles = [.disabled, .passwordMissing, .serverUnknown, .limited(until: time)] }
        ),
        (
            "person-sessions",
            section(
                PersonSessionsPage(
                    user: "grace", name: hostile, sessions: AccountSamples.sessions,
                    now: time.addingTimeInterval(7200)),
                at: .personSessions("grace"))
        ),
        (
            "person-sessions-none",
            PersonSessionsPage(user: "grace", name: "", sessions: [], now: time)
        ),
        ("people-none", PeoplePage(filter: PeopleFilter(text: "nobody"), people: [], total: 0, now: time)),
        ("person", person()),
        ("person-second-factor", person { $0.hasSecondFactor = true }),
        ("person-reset", person { ($0.hasSecondFactor, $0.resetAt) = (true, time + 86_400) }),
        (
            "person-last-administrator",
            person {
                $0.isAdministrator = true
                $0.isLastAdministrator = true
            }
        ),
        (
            "person-elsewhere",
            person {
                ($0.user, $0.serverName, $0.employeeNumber, $0.email) = ("works:grace", hostile, "0107", nil)
            }
        ),
        (
            "person-disabled",
            person {
                ($0.isDisabled, $0.email, $0.sessions, $0.events) = (true, nil, 0, [])
                ($0.lookalike, $0.app) = ("ada", .due)
            }
        ),
        (
            "events",
            SecurityEventsPage(
                filter: EventFilter(person: "grace", kind: .disabled, from: "2026-11-01", to: "2026-11-30"),
                events: events, older: "/administration/events?before=7", newer: "/administration/events?after=12",
                export: "/administration/events/export?person=grace", now: time,
                zone: TimeZone(identifier: "Europe/Berlin"))
        ),
        (
            "events-problem",
            SecurityEventsPage(
                filter: EventFilter(person: hostile, from: hostile), events: [], older: nil,
                export: .exportSecurityEvents, problem: .person, now: time)
        ),
        (
            "mail-queue",
            MailQueuePage(
                account: AccountSamples.account, mails: mails, hasMore: true, now: time.addingTimeInterval(3600))
        ),
        ("mail-queue-empty", MailQueuePage(account: AccountSamples.account, mails: [], now: time)),
        ("installation", InstallationPage(settings: settings)),
        (
            "rehearsed-people",
            RehearsedPeoplePage(
                people: rehearsed,
                pagination: Pagination(id: "rehearsed-pages", shown: 51...52, total: 52, previous: .rehearsal("all")),
                now: time.addingTimeInterval(7200))
        ),
        ("rehearsed-nobody", RehearsedPeoplePage(people: [], pagination: nil, now: time)),
        (
            "administration-of-nodes",
            AdministrationPage(counts: counts(people: 2, events: 1, mail: 0), nodes: 2)
        ),
        ("nodes", NodesPage(nodes: nodes, now: time.addingTimeInterval(90))),
        (
            "outbox",
            OutboxPage(mails: [OutboxRow(id: "1", to: "ada@example.com", subject: hostile, date: time)])
        ),
        ("outbox-empty", OutboxPage(mails: [])),
        ("outbox-message", message),
    ]

    static let message = OutboxMessagePage(
        id: "1", to: "ada@example.com", subject: "Hello", date: time,
        text: """
            Hello,

            http://127.0.0.1:8080/registration/confirm?token=t0ken
            http://127.0.0.1:8080.example.com/registration
            See http://127.0.0.1:8080/
            """, html: "<p>\(hostile)</p>", origin: "http://127.0.0.1:8080")
}
