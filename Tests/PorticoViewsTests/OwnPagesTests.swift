import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("A person's own pages")
struct OwnPagesTests {
    private static let empty = EditProfilePage(
        name: "", pronouns: "", note: "", accountName: "Ada Lovelace", account: "local/ada")
    private static let problems = EditProfilePage(
        name: "  ", pronouns: "she/her", note: "\nfirst <line>", accountName: "Ada", account: "local/ada",
        isDirty: true, problems: [.nameBlank, .noteTooLong(maximum: 500)])
    private static let changed = EditProfilePage(
        name: "Countess", pronouns: "she/her", note: "first <line>", accountName: "Ada", account: "local/ada",
        version: 7, isDirty: true, conflict: .changed(theirs: ["pronouns": "they/them", "note": ""]))

    @Test(arguments: [
        ("profile", empty as any Presentable),
        ("profile-problems", problems),
        ("profile-changed", changed),
        ("profile-leave", question),
        (
            "appearance",
            AppearancePage(display: DisplayPreferences(appearance: .dark, textSize: .xl), account: "local/ada")
        ),
        ("about", AboutPage(appName: "Portico", server: ("1.0.0", .seconds(11_520)))),
        ("licences", LicencesPage()),
        ("workplace", workplace),
        ("workplace-search", search),
        (
            "workplace-first",
            WorkplacePage(.productionLine, account: "local/ada", offer: .first(.workshop), isRefused: true)
        ),
        ("workplace-empty", WorkplacePage(.factory, account: "local/ada", offer: .rows([], hasMore: false))),
        ("draft", draft),
        ("sign-out", QuestionPage.signOut(account: "local/ada", username: "ada", others: 0)),
        ("personal-data", PersonalDataPage(account: "local/ada")),
        ("settings-file", SettingsFilePage(account: "local/ada")),
        ("job-running", job(.running(0.5, text: "Half of it", cancel: "/jobs/1/cancel"))),
        ("job-done", job(.done(result: "/jobs/1/result"))),
        ("job-failed", job(.failed(errorID: "1abc"))),
        ("job-cancelled", job(.cancelled)),
        ("job-interrupted", job(.interrupted)),
    ])
    func `each as it is presented`(name: String, page: any Presentable) throws {
        try Snapshot.expect(render(Layer(page: page, presenter: page.presenter, url: "/page")), named: "own-\(name)")
    }

    private static let halls = [
        Workplace(.workshop, code: "H1", name: "Hall 1", parent: "F1"),
        Workplace(.workshop, code: "<2>", name: "Hall & 2", parent: "F1"),
    ]
    private static let workplace = WorkplacePage(
        .workshop, account: "local/ada", offer: .rows(halls, hasMore: false), chosen: "<2>")
    private static let search = WorkplacePage(
        .storehouse, account: "local/ada", text: "\"h", offer: .rows(halls, hasMore: true))

    private static func job(_ state: JobPage.State) -> JobPage {
        JobPage(name: "Your data", state: state, account: "local/ada", presenter: .personalData)
    }

    private static let draft = DraftPage(
        action: "/orders?a=b", account: "local/ada",
        fields: [("version", "7"), ("name", "<Ada>"), ("empty", ""), ("note", "two\r\nlines")], files: ["photo"],
        isMultipart: true)

    private static let question = UnsavedChangesPage(
        draft: problems.draft, save: .profile, keep: .editProfile, discard: .launch, presenter: .editProfile)

    @Test(arguments: [
        ("pickUpDate", "Pick up date"), ("pick-up_date", "Pick up date"), ("order.imageURL", "Order image url"),
        ("lines[0]", "Lines 0"), ("a\u{301}-b", "A\u{301} b"), ("имя", "имя"), ("-", ""), ("", ""),
    ])
    func `a stored draft has the words of a field's name if it has no label`(name: String, words: String) {
        #expect(DraftPage.words(of: name).unicodeScalars.elementsEqual(words.unicodeScalars))
    }

    @Test func `a stored draft shows labels and titles of choices, and no values for programs`() {
        func shown(_ action: SitePath, _ fields: [(String, String)]) -> String {
            let page = render(DraftPage(action: action, account: "local/ada", fields: fields))
            return page.matches(of: /<span class="cell-(?:title|value)[^"]*">([^<]+)</)
                .map { String($0.output.1) }.joined(separator: " | ")
        }
        #expect(
            shown(
                .appearance,
                [
                    ("version", "3"), ("shownAppearance", "automatic"), ("shownTextSize", "L"), ("appearance", "dark"),
                    ("textSize", "XXL"),
                ]) == "Light or dark | Dark | Text size | Larger")
        #expect(shown(.automaticSignIn, [("value", "on")]) == "Keep me logged in | Yes")
        #expect(
            shown(.setting("session.idle"), [("value", "90"), ("unit", "minutes")])
                == "Log out after inactivity | 90 | Unit | minutes")
        #expect(
            shown("/orders", [("pickUpDate", "2026-12-01"), ("gift", "on")]) == "Pick up date | 2026-12-01 | Gift | Yes"
        )
    }

    @Test func `a note that begins with a line break keeps it`() {
        #expect(render(Self.problems).contains("autofocus") == true)
        #expect(render(Self.problems).contains(">\n\nfirst &lt;line&gt;</textarea>"))
        #expect(render(Self.empty).contains(">\n</textarea>"))
    }

    @Test func `the caret starts in the first field with a problem, and nowhere without one`() {
        #expect(count(of: "autofocus>", in: render(Self.empty)) == 1, "the question's own")
        #expect(Self.problems.starts(at: .name))
        #expect(!Self.problems.starts(at: .note))
    }

    @Test func `no id is repeated in a page and its presenters`() {
        let pages: [any Presentable] = [
            Self.empty, AppearancePage(display: DisplayPreferences(), account: "a"), LicencesPage(),
            QuestionPage.signOut(account: "a", username: "ada", others: 2),
            AboutPage(appName: "Portico", server: ("1", .zero)), Self.workplace,
        ]
        var main = Samples.mainPage()
        main.workplace = [:]
        for page in pages {
            let markup = render(
                Stack(
                    root: AnyPage(main),
                    layers: [Layer(page: page, presenter: .launch, url: "/page")]))
            let ids = markup.matches(of: /\sid="([^"]+)"/).map { String($0.output.1) }
            #expect(Set(ids).count == ids.count, "\(ids.sorted())")
        }
    }
}
