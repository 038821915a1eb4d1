import Foundation
import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Pages of accounts, as text")
struct AccountSnapshotTests {
    @Test(arguments: AccountSamples.section)
    func `the sign-in section`(name: String, page: any CoverPage) throws {
        try Snapshot.expect(render(AnyPage(page)), named: "section-\(name)")
    }

    @Test(arguments: AccountSamples.own)
    func `what people do with their account`(name: String, page: any Presentable) throws {
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "account-\(name)")
    }

    @Test(arguments: AdministrationSamples.pages)
    func `administration and development`(name: String, page: any RootPage) throws {
        try Snapshot.expect(framed(page), named: "administration-\(name)")
    }

    @Test(arguments: 0...3) func `changing a setting`(number: Int) throws {
        let changeable = AdministrationSamples.settings.filter { $0.text != nil }
        let page = EditSettingPage(
            account: AccountSamples.account, setting: changeable[number],
            refused: number == 2 ? AccountSamples.hostile : nil)
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-setting-\(changeable[number].option)")
    }

    @Test func `changing the rule of second factors`() throws {
        let setting = InstallationSetting(.secondFactor, .secondFactor(.optional), text: "optional")
        let page = EditSettingPage(account: AccountSamples.account, setting: setting)
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-setting-secondFactor")
    }

    @Test(arguments: [0, 2, 52]) func `the rehearsal of a stricter rule`(count: Int) throws {
        let page = RehearsalPage(
            account: AccountSamples.account, policy: .all, version: 7, count: count,
            people: count == 0 ? [] : AdministrationSamples.rehearsed,
            now: AccountSamples.time.addingTimeInterval(7200))
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-rehearsal-\(count)")
    }

    @Test func `a setting of the configuration`() throws {
        let page = FixedSettingPage(setting: AdministrationSamples.settings[0])
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-setting-fixed")
    }

    @Test(arguments: [0, 2]) func `a setting that was changed meanwhile`(number: Int) throws {
        var setting = AdministrationSamples.settings.filter { $0.text != nil }[number]
        setting.version = 7
        let page = EditSettingPage(
            account: AccountSamples.account, setting: setting, late: number == 0 ? "closed" : "12")
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-setting-changed-\(setting.option)")
    }

    @Test func `a duration that is refused stays as it was typed`() throws {
        let setting = try #require(AdministrationSamples.settings.first { $0.option == .idle })
        var page = EditSettingPage(account: AccountSamples.account, setting: setting, refused: "a while")
        page.refusedUnit = .days
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-setting-duration-refused")
    }

    @Test func `adding somebody`() throws {
        let page = AddPersonPage(
            account: AccountSamples.account, name: "Grace", username: AccountSamples.hostile,
            problems: [.usernameTaken, .emailOrPasswordMissing])
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-add")
    }

    @Test func `importing people`() throws {
        var page = ImportPeoplePage(account: AccountSamples.account, step: .choice(.columnUnknown("<colour>")))
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-import")
        let refusals: [ImportRefusal] = [
            .unreadable, .columns(count: 1, expected: 3), .account(.usernameTaken), .emailMissing,
            .administratorInvalid, .groupInvalid(AccountSamples.hostile), .repeatsUsername(line: 2),
            .repeatsEmail(line: 2),
        ]
        page.step = .preview(
            ImportPreview(
                people: [
                    .init(
                        username: "grace", name: AccountSamples.hostile, email: "grace@example.com",
                        isAdministrator: true)
                ], count: 7, refusals: refusals.enumerated().map { .init(line: $0 + 3, reason: $1) }, refusedRows: 8,
                content: "dXNlcm5hbWU="))
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-import-preview")
        page.step = .preview(ImportPreview(people: [], count: 0, refusals: [], refusedRows: 0, content: ""))
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-import-nobody")
    }

    @Test func `the ways to add people`() throws {
        let page = NewPeoplePage()
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-new")
    }

    @Test func `inviting somebody`() throws {
        let page = InvitePersonPage(
            account: AccountSamples.account, email: AccountSamples.hostile, name: "Grace", isAdministrator: true,
            languages: [.source, .pseudo], problems: [.emailTaken])
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-invite")
    }

    @Test func `the name and the address of an account`() throws {
        var page = EditPersonPage(
            account: AccountSamples.account, user: "ada", name: AccountSamples.hostile, email: AccountSamples.hostile,
            problems: [.emailTaken])
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-person-edit")
        (page.serverName, page.problems) = (AccountSamples.hostile, [])
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")),
            named: "administration-person-edit-works")
    }

    @Test func `the groups of an account`() throws {
        let page = EditGroupsPage(
            account: AccountSamples.account, user: "works:ada", groups: AccountSamples.hostile,
            refused: AccountSamples.hostile, serverName: AccountSamples.hostile)
        try Snapshot.expect(
            render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "administration-groups")
    }
}

/// The markup of a root page in its chrome.
func framed(_ page: some RootPage) -> String { render(page.framed(in: "en")) }
