import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Pages, as text")
struct PageSnapshotTests {
    @Test(arguments: [
        ("login", LoginCover(appName: "Portico")),
        ("login-without-accounts", LoginCover(appName: "Portico", hasAccounts: false)),
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
            "login-others",
            LoginCover(
                appName: "Portico", username: "ada", next: "/notes", message: .gatewayUnconfirmed(server: "Plant"),
                others: [.init(id: 7, label: "bob"), .init(id: 8, label: "<eve> (Yard)")])
        ),
    ])
    func `the login cover`(name: String, cover: LoginCover) throws {
        try Snapshot.expect(
            render(Document(head: Samples.head("Log in", screen: .login), content: Samples.login(cover))), named: name)
    }

    @Test(arguments: [
        ("main", Samples.mainPage()),
        ("main-links", Samples.mainPage(isAdministrator: false, browser: "", links: Samples.links)),
        ("main-not-automatic", Samples.mainPage(isAutomatic: false)),
    ])
    func `the main screen`(name: String, page: MainPage) throws {
        try Snapshot.expect(
            render(Document(head: Samples.head("Home", screen: .main), content: Samples.main(page))), named: name)
    }

    @Test(arguments: [400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503, 418])
    func `an error`(status: Int) throws {
        let page = ErrorPage(
            status: status, errorID: status == 500 ? "7K2M" : nil, retry: status >= 429 ? "/notes" : nil,
            retryAfter: status == 503 ? 1 : status == 429 ? 30 : nil)
        try Snapshot.expect(render(Samples.error(page)), named: "error-\(status)")
    }

    @Test func `the error of a launch`() throws {
        let page = ErrorPage(status: 503, errorID: "7K2M", retry: .launch)
        try Snapshot.expect(
            render(Document(head: Samples.head(screen: .error), content: Samples.error(page), showsSplash: true)),
            named: "launch-error")
    }

    @Test(arguments: [
        ("setup", []),
        (
            "setup-problems",
            [SetupProblem.usernameInvalid, .password(.tooShort(minimum: 15))]
        ),
    ])
    func `the set-up page`(name: String, problems: [SetupProblem]) throws {
        let page = SetupPage(
            token: "t0ken", name: problems.isEmpty ? "" : "Ada", username: problems.isEmpty ? "" : "a da",
            appName: "Portico", problems: problems)
        let head = Samples.head("Create the first account", screen: .login)
        try Snapshot.expect(render(Document(head: head, content: Samples.setup(page))), named: name)
    }

    @Test func `a launch that waits`() throws {
        try Snapshot.expect(
            render(Document(head: Samples.head(), content: SplitPoint(), showsSplash: true)), named: "launch-waits")
    }

    @Test func `a launch that is done`() throws {
        let cover = Samples.login(LoginCover(appName: "Portico"))
        try Snapshot.expect(
            render(Document(head: Samples.head(screen: .login), content: cover, showsSplash: true)),
            named: "launch-login")
        try Snapshot.expect(
            render(Samples.main(Samples.mainPage(), followsSplash: true)), named: "launch-main-screen")
    }

    @Test func `a page that was mounted`() throws {
        let page = Page(
            bar: Bar(
                title: "Notes", leading: .home, trailing: .link(BarLink(id: "new", title: "New", path: "/notes/new"))),
            content: CellGroups([]))
        try Snapshot.expect(render(page), named: "page")
    }
}
