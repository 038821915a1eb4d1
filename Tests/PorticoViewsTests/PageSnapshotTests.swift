import Foundation
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Pages, as text")
struct PageSnapshotTests {
    private static let cover = document(cover: LoginCover(appName: "Portico"))
    private static let mainScreen = document(main: Samples.mainPage())

    /// A provider of each kind.
    private static let providers = ProviderKind.allCases.map {
        SignInWays.Provider(id: $0.rawValue, name: "<\($0)>", kind: $0)
    }

    private static func document(cover: LoginCover, showsSplash: Bool = false) -> String {
        render(
            Document(
                head: Samples.head("Log in", screen: .login), content: Samples.login(cover), showsSplash: showsSplash))
    }

    private static func document(main page: MainPage, followsSplash: Bool = false) -> String {
        render(
            Document(
                head: Samples.head("Home", screen: .main), content: Samples.main(page, followsSplash: followsSplash)))
    }

    @Test func `the login cover and the main screen`() throws {
        try Snapshot.expect(Self.cover, named: "login")
        try Snapshot.expect(Self.mainScreen, named: "main")
    }

    @Test(arguments: [
        ("login-without-accounts", LoginCover(appName: "Portico", setup: SetupSteps())),
        (
            "login-without-accounts-here",
            LoginCover(
                appName: "Portico", setup: SetupSteps(linkFile: "/srv/shop/setup-link", program: "shop"),
                registers: true)
        ),
        (
            "login-wrong-password",
            LoginCover(
                appName: "Portico", username: "ada <3 \"b\"", remembers: true, next: "/notes?page=2&all=1",
                message: .wrongCredentials)
        ),
        (
            "login-servers",
            LoginCover(
                appName: "Portico",
                servers: [
                    ServerChoice(id: "local", name: "This server", isSelected: false),
                    ServerChoice(id: "plant", name: "Plant & yard", isSelected: true),
                ])
        ),
        (
            "login-providers",
            LoginCover(appName: "Portico", next: "/notes", ways: SignInWays(providers: providers, byMail: true))
        ),
        (
            "login-providers-without-passwords",
            LoginCover(appName: "Portico", keepsPasswords: false, ways: SignInWays(providers: [providers[1]]))
        ),
        (
            "login-provider-alone",
            LoginCover(
                appName: "Portico", next: "/notes", adds: true,
                ways: SignInWays(providers: Array(providers[...1]), alone: providers[1]))
        ),
        (
            "login-provider-not-alone",
            LoginCover(
                appName: "Portico", username: "ada", message: .wrongCredentials,
                ways: SignInWays(providers: Array(providers[...1]), alone: providers[1], showsOthers: true))
        ),
        (
            "login-others",
            LoginCover(
                appName: "Portico", username: "ada", next: "/notes", message: .gatewayUnconfirmed(server: "Plant"),
                others: [.init(id: 7, label: "bob"), .init(id: 8, label: "<eve> (Yard)")])
        ),
    ])
    func `other login covers`(name: String, cover: LoginCover) throws {
        try Snapshot.expect(Self.document(cover: cover), named: name, asVariantOf: Self.cover)
    }

    @Test(arguments: [("login-adds", true), ("login-registers", false)])
    func `the login cover with its links`(name: String, adds: Bool) throws {
        let cover = LoginCover(appName: "Portico", next: adds ? "/notes" : nil, registers: !adds, adds: adds)
        try Snapshot.expect(Self.document(cover: cover), named: name, asVariantOf: Self.cover)
    }

    @Test(arguments: [
        (
            "main-links",
            Samples.mainPage(isAdministrator: false, home: MainPage.Home(greeting: .anytime), links: Samples.links)
        ),
        ("main-not-automatic", Samples.mainPage(isAutomatic: false)),
    ])
    func `other main screens`(name: String, page: MainPage) throws {
        try Snapshot.expect(Self.document(main: page), named: name, asVariantOf: Self.mainScreen)
    }

    @Test func `the settings of an application with a home page of its own neither greet nor count`() throws {
        try Snapshot.expect(
            Self.document(main: Samples.mainPage(home: nil)), named: "main-settings", asVariantOf: Self.mainScreen)
    }

    @Test(arguments: [
        (4, "Good evening"), (5, "Good morning"), (11, "Good morning"), (12, "Good afternoon"), (18, "Good evening"),
    ])
    func `the greeting follows the time of day where the person is`(hour: Int, greeting: String) throws {
        let zone = try #require(TimeZone(identifier: "Asia/Shanghai"))
        // Shanghai is eight hours ahead of UTC.
        let time = Date(timeIntervalSince1970: 1_795_219_200 + Double(hour - 8) * 3600)
        var page = Samples.mainPage(home: MainPage.Home(greeting: Greeting(at: time, in: zone)))
        #expect(render(page).contains(">\(greeting), Ada Lovelace</h1>"))
        page.name = ""
        #expect(render(page).contains(">Portico</h1>"))
        #expect(Greeting(at: time, in: nil) == .anytime)
    }

    @Test func `the main screen shows the profile of the person`() throws {
        var page = Samples.mainPage()
        page.pronouns = "she/her"
        page.note = "two\nlines"
        page.display = DisplayPreferences(appearance: .light, textSize: .xs)
        try Snapshot.expect(Self.document(main: page), named: "main-profile", asVariantOf: Self.mainScreen)
    }

    @Test func `the main screen shows the chosen workplaces`() throws {
        var page = Samples.mainPage()
        page.workplace = [.factory: "North & South", .productionLine: "Press"]
        try Snapshot.expect(Self.document(main: page), named: "main-workplace", asVariantOf: Self.mainScreen)
    }

    @Test(arguments: [400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503, 418])
    func `an error`(status: Int) throws {
        let page = ErrorPage(
            status: status, errorID: status == 500 ? "7K2M" : nil, retry: status >= 429 ? "/notes" : nil,
            retryAfter: status == 503 ? 1 : status == 429 ? 30 : nil, appName: "Portico")
        try Snapshot.expect(render(Samples.error(page)), named: "error-\(status)")
    }

    @Test func `an error for somebody who is logged in`() throws {
        let page = ErrorPage(
            status: 403, appName: "Portico", help: WebURL("https://help.example/"), person: "ada · The works")
        try Snapshot.expect(render(Samples.error(page)), named: "error-logged-in")
    }

    @Test func `the error of a launch`() throws {
        let page = ErrorPage(status: 503, errorID: "7K2M", retry: .launch)
        try Snapshot.expect(
            render(Document(head: Samples.head(screen: .error), content: Samples.error(page), showsSplash: true)),
            named: "launch-error",
            asVariantOf: render(Document(head: Samples.head(), content: SplitPoint(), showsSplash: true)))
    }

    @Test func `the set-up page`() throws {
        let problems = [SetupProblem.usernameInvalid, .password(.tooShort(minimum: 15))]
        let page = render(Samples.setup(SetupPage(token: "t0ken", name: "", username: "", appName: "Portico")))
        let again = SetupPage(token: "t0ken", name: "Ada", username: "a da", appName: "Portico", problems: problems)
        try Snapshot.expect(page, named: "setup")
        try Snapshot.expect(render(Samples.setup(again)), named: "setup-problems", asVariantOf: page)
    }

    @Test func `a launch that waits`() throws {
        try Snapshot.expect(
            render(Document(head: Samples.head(), content: SplitPoint(), showsSplash: true)), named: "launch-waits")
    }

    @Test func `a launch that is done`() throws {
        try Snapshot.expect(
            Self.document(cover: LoginCover(appName: "Portico"), showsSplash: true), named: "launch-login",
            asVariantOf: Self.cover)
        try Snapshot.expect(
            Self.document(main: Samples.mainPage(), followsSplash: true), named: "launch-main-screen",
            asVariantOf: Self.mainScreen)
    }

    @Test func `a mounted page`() throws {
        let page = Page(
            bar: Bar(
                title: "Notes", leading: .home, trailing: .link(BarLink(id: "new", title: "New", path: "/notes/new"))),
            content: CellGroups([]))
        try Snapshot.expect(render(page), named: "page")
    }

    @Test func `a difference has the lines that went and came, after the line before them`() {
        #expect(Snapshot.difference(from: "a\nb\nc\nd", to: "a\nB\nc\nd\ne") == "  a\n- b\n+ B\n  d\n+ e\n")
        #expect(Snapshot.difference(from: "a\nb", to: "b") == "  \n- a\n")
        #expect(Snapshot.difference(from: "a\nb\nc", to: "a") == "  a\n- b\n- c\n")
        #expect(Snapshot.difference(from: "a\nb", to: "a\nb") == "")
    }
}
