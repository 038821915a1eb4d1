import PorticoConfig
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Sentences about accounts")
struct AccountSentenceTests {
    private let t = Strings(language: "en")

    @Test(arguments: SecurityEventKind.allCases)
    func `an event has one sentence for the person and another for administrators`(
        kind: SecurityEventKind
    ) {
        #expect(!kind.ownSentence(in: "en").isEmpty)
        #expect(kind.ownSentence(in: "en") != kind.title(in: "en"))
    }

    @Test func `no two kinds of events have the same sentence`() {
        #expect(Set(SecurityEventKind.allCases.map { $0.title(t) }).count == SecurityEventKind.allCases.count)
        #expect(Set(SecurityEventKind.allCases.map { $0.ownSentence(t) }).count == SecurityEventKind.allCases.count)
        #expect(Set(MailKind.allCases.map { $0.title(t) }).count == MailKind.allCases.count)
    }

    @Test(arguments: [
        RegistrationProblem.emailMissing.sentence, RegistrationProblem.emailInvalid.sentence,
        ChangePasswordProblem.currentMissing.sentence, ChangePasswordProblem.currentWrong.sentence,
        ChangeEmailProblem.missing.sentence, ChangeEmailProblem.same.sentence,
        ChangePasswordProblem.busy.sentence, ReauthenticationProblem.busy(seconds: 2).sentence,
        ReauthenticationProblem.missing.sentence, ReauthenticationProblem.wrong.sentence,
        SetupProblem.emailMissing.sentence, SetupProblem.emailTaken.sentence,
    ])
    func `a problem is a whole sentence, without exclamation marks`(sentence: @Sendable (Strings) -> String) {
        #expect(sentence(t).hasSuffix("."))
        #expect(!sentence(t).contains("!"))
    }

    @Test(arguments: [(1, "Accounts"), (2, "2 accounts"), (5, "5 accounts")])
    func `the main screen says how many accounts there are when there is more than one`(count: Int, title: String) {
        var page = Samples.mainPage()
        page.profiles = count
        #expect(render(page).contains(#"id="profiles-link" href="/accounts" data-portico-present>\#(title)</a>"#))
    }

    @Test func `only administrators have a link to administration`() {
        #expect(render(Samples.mainPage()).contains(#"id="administration-link" href="/administration""#))
        #expect(!render(Samples.mainPage(isAdministrator: false)).contains("/administration"))
    }

    @Test func `the pages after requesting a mail do not show the recipient`() {
        for kind in MailSentPage.Kind.allCases {
            let markup = render(MailSentPage(kind: kind, minutes: 1))
            #expect(markup.contains("within 1 minute to continue"))
            #expect(!markup.contains("@"))
        }
    }

    @Test func `the last administrator gets no button to give up the account or the role`() {
        let page = DeleteAccountPage(account: "a", username: "ada", isLastAdministrator: true)
        #expect(!render(page).contains("<form"))
        let person = AdministrationSamples.person { $0.isLastAdministrator = true }
        #expect(!framed(person).contains("/disable\""))
        #expect(!framed(person).contains("/remove-administrator\""))
    }

    @Test func `a person without an address cannot get a link for another password`() {
        #expect(framed(AdministrationSamples.person()).contains("/administration/person/grace/reset-password"))
        #expect(!framed(AdministrationSamples.person { $0.email = nil }).contains("/reset-password"))
    }

    @Test func `a repeated question sends each field once`() {
        let page = ReauthenticationPage(
            account: "a", username: "ada", name: "Ada", action: "/x",
            fields: [("account", "b"), ("email", "c"), ("reauthentication", "d")], presenter: .launch)
        #expect(render(page).contains("Enter the password for Ada to continue."))
        #expect(page.hidden.fields.map(\.name) == ["account", "email"])
        #expect(page.hidden.fields.map(\.value) == ["a", "c"])
        #expect(!render(page).contains("data-sign-out"))
    }

    @Test func `an event names its known people, and describes the entry of the log in words`() {
        func text(_ kind: SecurityEventKind, _ person: String?, _ actor: String?, _ detail: String) -> String {
            let event = EventRow(
                id: 1, kind: kind, person: person, actor: actor, time: AccountSamples.time, place: "", detail: detail)
            return render(
                SecurityEventsPage(filter: EventFilter(), events: [event], older: nil, export: .exportSecurityEvents))
        }
        #expect(text(.invited, nil, "ops", "eve@example.org").contains("\nDone by ops\neve@example.org<"))
        #expect(text(.disabled, "ada", "ops", "").contains("\nada\nDone by ops<"))
        #expect(text(.signInFailed, nil, nil, "").contains("\nUnknown person<"))
        #expect(text(.denied, "ada", nil, "administration").contains("\nAdministration<"))
        let links = [("used", "The link had already been used"), ("expired", "The link had expired")]
        for (detail, words) in links + [("unknown", "The link doesn’t exist")] {
            #expect(text(.linkRefused, nil, nil, detail).contains("\n\(words)<"))
        }
    }

    @Test func `the overview counts no further than a hundred`() {
        let few = framed(AdministrationPage(people: 99, events: 0, mail: 1))
        for text in [">99<", ">None today<", ">1 waiting<"] { #expect(few.contains(text)) }
        let many = framed(AdministrationPage(people: 100, events: 100, mail: 100))
        for text in [">100 or more<", ">100 or more today<", ">100 or more waiting<"] { #expect(many.contains(text)) }
    }

    @Test func `the outcome for an account in a full browser names the next step`() {
        for kind in [OutcomePage.Kind.passwordSet, .accountMade] {
            let full = render(OutcomePage(kind: kind, appName: "Portico", accounts: 5))
            #expect(full.contains("This browser can hold 5 accounts."))
            #expect(full.contains("href=\"/accounts\""))
            let free = render(OutcomePage(kind: kind, appName: "Portico"))
            #expect(free.contains("href=\"/session/new\"") && !free.contains("in this browser"))
        }
    }

    @Test func `only lines that are addresses of this site are links`() {
        let lines = AdministrationSamples.message.lines
        #expect(lines.map { $0.path?.description } == [nil, nil, "/registration/confirm?token=t0ken", nil, nil])
    }

    @Test func `a person whose name fits no address has the list as the page`() {
        #expect(SitePath.person("a/b") == .people)
        #expect(SitePath.person("b+c@d", .disable).description == "/administration/person/b%2Bc%40d/disable")
        #expect(SitePath.outbox("..") == .outbox)
    }
}
