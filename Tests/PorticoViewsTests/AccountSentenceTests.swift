import Foundation
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
        SetUpTOTPProblem.missing.sentence, SetUpTOTPProblem.wrong.sentence, SetUpTOTPProblem.expired.sentence,
        ReauthenticationProblem.codeUsed.sentence, ReauthenticationProblem.codeLimited(seconds: nil).sentence,
    ])
    func `a problem is a whole sentence, without exclamation marks`(sentence: @Sendable (Strings) -> String) {
        #expect(sentence(t).hasSuffix("."))
        #expect(!sentence(t).contains("!"))
    }

    @Test(arguments: PersonAction.allCases.filter(\.asksFirst))
    func `a question about a person names them, and posts to its action`(action: PersonAction) {
        let page = QuestionPage.person(action, account: "local/chief", user: "ada", name: "Ada", isOwn: false)
        let title = page.title(in: "en")
        #expect(title.contains("Ada") && title.hasSuffix("?"))
        #expect(page.action == .person("ada", action) && page.presenter == .person("ada"))
        #expect(page.answers.map(\.isDestructive) == [action.restricts])
        #expect(page.message != nil && page.exit == nil)
    }

    @Test(arguments: PeopleAction.allCases)
    func `a question about people says how many, and posts all of them to its action`(action: PeopleAction) {
        let people = [(user: "ada", name: "Ada"), (user: "works:bob", name: "Bob")]
        let page = QuestionPage.people(action, account: "local/chief", people: people, leavesOutOwn: false)
        let title = page.title(in: "en")
        #expect(title.contains("2") && title.hasSuffix("?"))
        #expect(page.details.map { $0.string(in: "en") } == ["Ada, Bob"])
        #expect(page.action == .people(action) && page.presenter == .people)
        #expect(page.fields.filter { $0.name == "id" }.map(\.value) == ["ada", "works:bob"])
        #expect(page.answers.map(\.isDestructive) == [action != .enable])
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
        #expect(render(page).contains(#"href="/administration/people">Choose another administrator</a>"#))
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

    @Test func `a repeated question with a code sends neither the password nor the code again`() {
        var page = ReauthenticationPage(
            account: "a", username: "ada", name: "Ada", action: "/x",
            fields: [("email", "c"), ("reauthentication", "d"), ("reauthentication-code", "e")], presenter: .launch)
        page.asksForCode = true
        #expect(render(page).contains("Enter the password for Ada and a code to continue."))
        #expect(page.hidden.fields.map(\.name) == ["account", "email"])
        #expect(page.inputs(t).map(\.id) == ["reauthentication", "reauthentication-code"])
    }

    @Test(arguments: [
        ReauthenticationProblem.codeMissing, .codeWrong, .codeUsed, .codeLimited(seconds: 9), .missing, .wrong,
        .busy(seconds: 2),
    ])
    func `a problem of the question for proof stands beside its field`(problem: ReauthenticationProblem) {
        var page = ReauthenticationPage(
            account: "a", username: "ada", name: "Ada", action: "/x", problem: problem, presenter: .launch)
        page.asksForCode = true
        let fields = page.inputs(t)
        #expect(fields.map { $0.problem != nil } == [!problem.isAboutCode, problem.isAboutCode])
        #expect(fields.map(\.isAutofocused) == [!problem.isAboutCode, problem.isAboutCode])
    }

    @Test(arguments: [
        (ChangePasswordProblem.currentWrong, 0), (.busy, 0), (.codeMissing, 1), (.codeUsed, 1),
        (.codeLimited(seconds: nil), 1), (.new(.tooCommon), 2),
    ])
    func `a problem with a change of the password stands beside its field`(problem: ChangePasswordProblem, place: Int) {
        let page = ChangePasswordPage(account: "a", username: "ada", problems: [problem], asksForCode: true)
        let fields = page.fields(t)
        #expect(fields.map(\.id) == ["current", "code", "password"])
        #expect(fields.map { $0.problem != nil } == (0...2).map { $0 == place })
        #expect(fields.map(\.isAutofocused) == (0...2).map { $0 == place })
    }

    @Test(arguments: [
        SecondFactorProblem.missing, .wrong, .used, .limited(seconds: 20), .limited(seconds: nil),
    ])
    func `the page for the code shows its message in its live region`(problem: SecondFactorProblem) {
        for isRecovery in [false, true] {
            let page = SecondFactorPage(
                appName: "Portico", pending: "t", name: "ada", usesRecoveryCode: isRecovery, problem: problem)
            let markup = render(page)
            let sentence = problem.sentence(isRecovery: isRecovery, t)
            #expect(sentence.hasSuffix(".") && markup.contains("\(sentence)</p>"))
            #expect(count(of: #"role="alert""#, in: markup) == 1)
            #expect(markup.contains(#"<details id="recovery" open>"#) == isRecovery)
        }
        #expect(SecondFactorProblem.used.sentence(t) != SecondFactorProblem.used.sentence(isRecovery: true, t))
    }

    @Test func `without an app, a missing answer means that no passkey was used`() {
        var page = SecondFactorPage(appName: "Portico", pending: "t", name: "ada", problem: .missing)
        page.hasApp = false
        #expect(render(page).contains(t.passkeyNotUsed) && !render(page).contains(t.codeMissing))
    }

    @Test func `a sign-in that waits no longer has no field, only the way to log in again`() {
        let page = SecondFactorPage(appName: "Portico", pending: "t", next: "/notes", name: "ada", problem: .ended)
        #expect(!render(page).contains("<form") && !render(page).contains("<input"))
        #expect(render(page).contains(#"href="/session/new?next=%2Fnotes""#))
    }

    @Test func `without recovery codes the page for the code offers none`() {
        let markup = render(
            SecondFactorPage(appName: "Portico", pending: "t", name: "ada", hasRecoveryCodes: false, canTrust: false))
        #expect(!markup.contains("recovery") && !markup.contains("trust"))
    }

    @Test(arguments: [(0, "No codes left"), (1, "1 code left"), (7, "7 codes left")])
    func `the ways to log in say how many recovery codes are left`(count: Int, text: String) {
        let page = FactorsPage(account: "a", appSince: AccountSamples.time, codesLeft: count)
        #expect(render(page).contains(">\(text)<"))
    }

    @Test func `the ways to log in are those of the account`() {
        let without = render(FactorsPage(account: "a"))
        #expect(without.contains(#"href="/account/password""#) && without.contains(">Set up the app<"))
        #expect(!without.contains("/remove") && !without.contains("/codes"))
        let elsewhere = render(FactorsPage(account: "a", keepsPassword: false, appSince: AccountSamples.time))
        #expect(!elsewhere.contains("/account/password") && elsewhere.contains(">Set up the app again<"))
        #expect(elsewhere.contains("/account/factors/app/remove") && !elsewhere.contains("trusted-browsers"))
        #expect(!render(AccountPage(email: nil)).contains("/account/factors"))
        #expect(render(AccountPage(email: nil, offersFactors: true)).contains(#"href="/account/factors""#))
    }

    @Test func `the key of an authenticator app is shown in groups of four, and copied without blanks`() {
        var page = SetUpTOTPPage(account: "a", secret: "JBSWY3DPEH", address: "otpauth://totp/x", enrolment: "s")
        #expect(render(page).contains("<code>JBSW Y3DP EH</code>"))
        #expect(render(page).contains(#"data-portico-copy="JBSWY3DPEH""#))
        #expect(!render(page).contains(" autofocus"))
        page.problem = .wrong
        #expect(count(of: " autofocus", in: render(page)) == 1)
    }

    private static let ada = EventPerson(user: "ada", name: "Ada Lovelace", path: .person("ada"))
    private static let ops = EventPerson(user: "ops")
    /// The two in sentences: the name as a link, and the user name of a deleted account.
    private static let adaInText = #"<a href="/administration/person/ada"><bdi>Ada Lovelace</bdi></a>"#
    private static let opsInText = "<bdi>ops</bdi>"

    private func row(
        _ kind: SecurityEventKind, _ person: EventPerson?, by actor: EventPerson? = nil, detail: String = "",
        count: Int = 1, agent: String = "", zone: TimeZone? = nil
    ) -> String {
        let event = EventRow(
            id: 1, kind: kind, person: person, actor: actor, time: AccountSamples.time, agent: agent, detail: detail,
            count: count)
        return render(AdministrationSamples.eventsPage([event], zone: zone))
    }

    @Test func `an event is a sentence with its people, of whom those with an account are links`() {
        let (ada, ops) = (Self.adaInText, Self.opsInText)
        #expect(row(.signedIn, Self.ada).contains(">\(ada) logged in<"))
        #expect(row(.disabled, Self.ada, by: Self.ops).contains(">\(ops) disabled the account of \(ada)<"))
        #expect(row(.disabled, Self.ada, by: Self.ada).contains(">The account of \(ada) was disabled<"))
        #expect(row(.invited, nil, by: Self.ops).contains(">\(ops) sent an invitation<"))
        #expect(row(.signInFailed, nil).contains(">Someone entered a user name that doesn’t exist<"))
        #expect(row(.imported, nil, by: Self.ada, count: 1000).contains(">\(ada) added 1,000 people<"))
        #expect(row(.imported, nil, count: 1).contains(">1 person was added from a file<"))
    }

    @Test(arguments: SecurityEventKind.allCases)
    func `an event of every kind is a sentence of its own, with each person once`(kind: SecurityEventKind) {
        let names = [("Ada", nil), ("Ada", "Ops"), (nil, "Ops"), (nil, nil)] as [(String?, String?)]
        for (person, actor) in names {
            let sentence = kind.sentence(of: person, by: actor, count: 2, t)
            if let person { #expect(count(of: person, in: sentence) == 1) }
            #expect(count(of: "Ops", in: sentence) <= 1)
            #expect(!sentence.hasSuffix("."))
        }
        let others = SecurityEventKind.allCases.filter { $0 != kind }
        #expect(
            !others.map { $0.sentence(of: "Ada", by: nil, count: 2, t) }.contains(
                kind.sentence(of: "Ada", by: nil, count: 2, t)))
    }

    @Test func `the second line has the user name, the place and the entry of the log in words`() {
        #expect(row(.signedIn, Self.ada, agent: "Firefox on Linux").contains(">ada · Firefox on Linux<"))
        #expect(row(.enabled, Self.ops, agent: "Command line").contains(">Command line<"))
        #expect(row(.denied, Self.ops, detail: "/people", count: 3).contains(">/people · 3 times<"))
        #expect(row(.settingChanged, nil, detail: "session.idle").contains(">\(t.optionIdle)<"))
        let links = [("used", "The link had already been used"), ("expired", "The link had expired")]
        for (detail, words) in links + [("unknown", "The link doesn’t exist")] {
            #expect(row(.linkRefused, nil, detail: detail).contains(">\(words)<"))
        }
    }

    @Test func `refusals have a warning, other events have none`() {
        for kind in [SecurityEventKind.signInFailed, .signInLimited, .denied] {
            #expect(row(kind, Self.ada).contains("data-alarming"))
        }
        #expect(!row(.signedIn, Self.ada).contains("data-alarming"))
    }

    @Test func `events stand under their days, in the time zone of the reader`() throws {
        // 2026-11-21 14:03 UTC, and in Auckland a day later.
        let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        #expect(row(.signedIn, Self.ada).contains(#"id="day-2026-11-21""#))
        #expect(row(.signedIn, Self.ada).contains(">14:03 UTC</time>"), "the day is in the header")
        let there = row(.signedIn, Self.ada, zone: zone)
        #expect(there.contains(#"id="day-2026-11-22""#) && there.contains(">03:03</time>"))
        #expect(there.contains(#"href="/administration/events?from=2026-11-22">Today"#))
    }

    @Test(arguments: [
        (0, "Today"), (1, "Yesterday"), (2, "19 November"), (-1, "22 November"), (365, "21 November 2025"),
    ])
    func `a day has its name, and its year only if it is another`(days: Double, name: String) {
        let now = AccountSamples.time
        #expect(ReaderFormat(t).day(now - days * 86_400, now: now) == name)
    }

    @Test func `the days of a filter begin and end in the time zone of the reader`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let filter = EventFilter(from: "2026-03-29", to: "2026-03-29")
        let times = try filter.times(in: zone)
        // The day on which summer time begins has 23 hours.
        #expect(times.since == Date(timeIntervalSince1970: 1_774_738_800))
        #expect(times.until == times.since?.addingTimeInterval(23 * 3600))
        #expect(throws: EventFilterProblem.date) { try EventFilter(from: "yesterday").times(in: zone) }
    }

    @Test func `the overview counts no further than a hundred`() {
        let few = framed(AdministrationPage(counts: AdministrationCounts(people: 99, events: 0, mail: 1)))
        for text in [">99<", ">None today<", ">1 waiting<"] { #expect(few.contains(text)) }
        let many = framed(AdministrationPage(counts: AdministrationCounts(people: 100, events: 100, mail: 100)))
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
