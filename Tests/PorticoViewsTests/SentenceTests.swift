import Foundation
import PorticoHTML
import Testing

@testable import PorticoComponents
@testable import PorticoViews

@Suite("Sentences")
struct SentenceTests {
    private let t = Strings(language: "en")

    @Test(arguments: [
        (400, "That didn’t work"), (401, "Please log in"), (403, "Not allowed"), (404, "Page not found"),
        (405, "That didn’t work"), (409, "Something changed"), (410, "Page removed"), (413, "Too large"),
        (415, "That didn’t work"),
        (421, "Wrong address"), (422, "That didn’t work"), (429, "Too many requests"),
        (500, "Something went wrong"), (503, "Not available right now"), (418, "That didn’t work"),
        (599, "Something went wrong"),
    ])
    func `every status has a title and a sentence`(status: Int, title: String) {
        let page = ErrorPage(status: status)
        #expect(page.title(t) == title)
        #expect(page.sentence(t).hasSuffix("."))
    }

    @Test func `a value that is written from right to left stays apart from its neighbours`() {
        #expect(t.userOnServer("ada", "192.0.2.7") == "ada · 192.0.2.7")
        #expect(t.userOnServer("דנה", "192.0.2.7") == "\u{2068}דנה\u{2069} · 192.0.2.7")
        let format = ReaderFormat(t)
        #expect(format.facts(["ada", "", "دانة", "Works"]) == "ada · \u{2068}دانة\u{2069} · Works")
        #expect(format.facts(["", ""]).isEmpty)
    }

    @Test func `in a right-to-left language, every value stays apart, so that facts keep their order`() {
        let format = ReaderFormat(Strings(language: "ar"))
        #expect(format.isolated("Ada (Lovelace).") == "\u{2068}Ada (Lovelace).\u{2069}")
        #expect(format.isolated("").isEmpty)
        let facts = format.facts(["ada", "Works"])
        #expect(facts.utf8.starts(with: "\u{200F}\u{2068}ada\u{2069}".utf8), "a mark gives the direction of the whole")
        #expect(facts.hasSuffix("\u{2068}Works\u{2069}"))
        let person = AdministrationSamples.person { $0.name = "Ada (Lovelace)." }
        #expect(person.title(in: "ar") == "\u{2068}Ada (Lovelace).\u{2069}")
        #expect(person.title(in: "en") == "Ada (Lovelace).")
    }

    /// As script reads the forms.
    private struct Forms: Decodable {
        let texts: [String]
        let order: String
        let period: Int
        let separator: String

        func text(of number: Int) -> String {
            let start = order.utf8.count - period
            let index = number < start ? number : start + (number - start) % period
            return texts[Int(Array(order.utf8)[index]) - 48].replacing("\u{FFFC}", with: "\(number)")
        }
    }

    @Test(arguments: Strings.languages)
    func `script gets the text of every number`(language: String) throws {
        let t = Strings(language: language)
        for text in [t.charactersLeft, t.charactersOver, t.tableSelected] {
            let json = ReaderFormat(t).forms(text)
            let forms = try JSONDecoder().decode(Forms.self, from: Data(json.utf8))
            for number in 0..<1000 { #expect(forms.text(of: number) == text(number)) }
            #expect(text(1000).contains("1\(forms.separator)000"))
        }
    }

    @Test func `every status that is used has a sentence of its own`() {
        let statuses = [400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 503]
        #expect(Set(statuses.map { ErrorPage(status: $0).sentence(t) }).count == statuses.count)
    }

    @Test func `every reason has a sentence of its own`() {
        let sentences = ErrorPage.Reason.allCases.map { ErrorPage(status: 409, reason: $0).sentence(t) }
        #expect(Set(sentences + [ErrorPage(status: 409).sentence(t)]).count == sentences.count + 1)
        #expect(ErrorPage(status: 409, reason: .lastAdministrator).title(t) == "That isn’t possible")
    }

    @Test func `an error says when to try again`() {
        #expect(render(ErrorPage(status: 429, retryAfter: 1)).contains("in 1 second."))
        #expect(render(ErrorPage(status: 429, retryAfter: 30)).contains("in 30 seconds."))
    }

    @Test func `an error shows its id and the ways out`() {
        let markup = render(ErrorPage(status: 500, errorID: "7K2M", retry: "/notes"))
        #expect(markup.contains("Reference: 7K2M"))
        #expect(markup.contains(#"id="retry" href="""#))
        #expect(markup.contains(#"class="link" id="go-to-start" href="/""#))
        #expect(markup.contains(#"hidden aria-live="polite" data-portico-copy="7K2M""#))
        #expect(render(ErrorPage(status: 404)).contains(#"class="button" id="go-to-start" href="/""#))
    }

    @Test
    func `an error keeps the bar of somebody who is logged in, and offers another account where this one may not`() {
        func markup(_ status: Int, _ person: String?) -> String { render(ErrorPage(status: status, person: person)) }
        #expect(markup(404, "ada").contains(#"id="menu-link""#) && markup(404, "ada").contains(#"id="home""#))
        #expect(!markup(404, "ada").contains("switch-account"))
        #expect(markup(403, "ada").contains("You’re logged in as ada."))
        #expect(markup(403, "ada").contains(#"id="switch-account" href="/accounts""#))
        #expect(!markup(403, nil).contains("switch-account") && !markup(403, nil).contains("menu-link"))
    }

    @Test(arguments: [
        LoginMessage.wrongCredentials, .gatewayUnconfirmed(server: "Works"), .missingUsername, .missingPassword, .busy,
        .tooManyAttempts(seconds: 1),
        .tooManyAttempts(seconds: 20), .tooManyAttempts(seconds: 900), .locked(passwordServer: nil),
        .locked(passwordServer: "The works"),
        .tooManyAccounts(maximum: 5), .unavailable,
    ])
    func `the login shows its message in its live region`(message: LoginMessage) {
        let markup = render(LoginCover(appName: "Portico", message: message))
        #expect(markup.contains("\(message.sentence(t))</p>"))
        #expect(count(of: #"role="alert""#, in: markup) == 1)
    }

    @Test func `the live region exists before there is a message`() throws {
        let markup = render(LoginCover(appName: "Portico"))
        let region = try #require(markup.firstMatch(of: /<p [^>]*role="alert"[^>]*>([^<]*)<\/p>/))
        #expect(region.output.1.isEmpty)
    }

    @Test(arguments: [
        SetupProblem.nameMissing, .nameTooLong, .usernameMissing, .usernameInvalid, .usernameNotEmail, .usernameTaken,
        .emailInvalid,
        .password(.missing), .password(.tooShort(minimum: 15)), .password(.tooLong), .password(.tooCommon),
        .password(.repeats), .password(.isRun), .password(.busy),
    ])
    func `a problem of the set-up stands beside its field`(problem: SetupProblem) {
        let markup = render(SetupPage(token: "t", appName: "Portico", problems: [problem]))
        #expect(markup.contains(#"id="\#(problem.field)-problem">\#(problem.sentence(t))</p>"#))
        #expect(count(of: #"aria-invalid="true""#, in: markup) == 1)
    }
}
