import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Administration of accounts at gateways")
struct GatewayAdministrationTests {
    let fixture = GatewayFixture()
    private static let ada = GatewayFixture.ada
    private static let path = "/administration/person/works%3Aada"

    @Test("lists two people with one user name, each with a separate page")
    func list() async throws {
        try await fixture.administering { door, root, client in
            let works = try await door.browserAtWork(client)
            #expect(try await works.get("/").text.contains("<span class=\"cell-value\">The works</span>"))
            #expect(try await root.get("/").text.contains("<span class=\"cell-value\">This server</span>"))
            let list = try await root.get("/administration/people").text
            #expect(list.contains("href=\"/administration/person/ada\""))
            #expect(list.contains("href=\"\(Self.path)\""))
            #expect(list.contains("works:ada · The works</span>"))
            let found = try await root.get("/administration/people?text=works%3Aa").text
            #expect(found.contains(Self.path) && !found.contains("person/chief"))
            let person = try await root.get(Self.path).text
            for value in ["Ada at work", "works:ada", "The works", "0042", "Managed by The works"] {
                #expect(person.contains("<span class=\"cell-value\">\(value)</span>"), "\(value)")
            }
            #expect(!person.contains("reset-password"))
            let local = try await root.get("/administration/person/ada").text
            #expect(!local.contains("The works") && !local.contains("Managed by"))
        }
    }

    @Test("applies an action to one of them only")
    func actions() async throws {
        try await fixture.administering { door, root, client in
            let works = try await door.browserAtWork(client)
            let local = try await door.browser(client)
            let done = try await root.post("\(Self.path)/disable")
            #expect(done.headers[.location] == Self.path)
            #expect(try await door.memory.account(Self.ada)?.isDisabled == true)
            #expect(try await door.account("ada")?.isDisabled == false)
            #expect(try await works.account() == nil)
            #expect(try await works.signInAtWork().status == .unauthorized)
            #expect(try await local.account() == "local/ada")
            _ = try await root.post("\(Self.path)/enable")
            #expect(try await works.signInAtWork().status == .seeOther)
            _ = try await root.post("\(Self.path)/end-sessions")
            #expect(try await works.account() == nil)
            #expect(try await local.account() == "local/ada")
            _ = try await root.post("\(Self.path)/add-administrator")
            #expect(try await door.memory.account(Self.ada)?.isAdministrator == true)
            #expect(try await door.account("ada")?.isAdministrator == false)
            #expect(try await door.events(.disabled, .enabled).map(\.account) == [Self.ada, Self.ada])
        }
    }

    @Test("does not remove a password that another server stores", arguments: [true, false])
    func password(isLayer: Bool) async throws {
        try await fixture.administering { door, root, client in
            let works = try await door.browserAtWork(client)
            let headers = isLayer ? fromScript.merged([.porticoPresent: "layer"]) : [:]
            let answers = [
                try await root.get("\(Self.path)/reset-password", headers: headers),
                try await root.post("\(Self.path)/reset-password", headers: headers),
            ]
            for answer in answers {
                #expect(answer.status == .conflict)
                #expect(answer.headers[.porticoReason] == "passwordElsewhere")
                #expect(answer.text.contains("Another server manages the password of this account."))
            }
            #expect(try await works.account() == "works/ada")
            #expect(try await door.events(.passwordRevoked).isEmpty)
        }
    }

    @Test("does not count them as administrators: their server may become unavailable")
    func last() async throws {
        try await fixture.administering { door, root, client in
            _ = try await door.browserAtWork(client)
            _ = try await root.post("\(Self.path)/add-administrator")
            #expect(
                try await root.get("/administration/person/chief").text.contains(
                    "You’re the only administrator."))
            for action in ["disable", "remove-administrator"] {
                #expect(try await root.post("/administration/person/chief/\(action)").status == .conflict)
            }
            #expect(try await door.account("chief")?.isAdministrator == true)
            #expect(try await root.post("\(Self.path)/remove-administrator").headers[.location] == Self.path)
        }
    }

    @Test("lets them administer, and sends them to the cover if they end their own sign-ins")
    func own() async throws {
        try await fixture.administering { door, root, client in
            _ = try await door.browserAtWork(client)
            _ = try await root.post("\(Self.path)/add-administrator")
            let works = try await door.browserAtWork(client)
            // The local account of the same user name belongs to somebody else.
            let other = try await works.post("/administration/person/ada/end-sessions")
            #expect(other.headers[.location] == "/administration/person/ada")
            door.clock.advance(by: 601)
            let signsOut = /id="reauthentication-form"[^>]* data-sign-out/
            let (others, own) = ("/administration/person/ada/end-sessions", "\(Self.path)/end-sessions")
            #expect(try await !works.post(others).text.contains(signsOut))
            #expect(try await works.post(own).text.contains(signsOut))
            let done = try await works.post(own, [("reauthentication", GatewayFixture.password)])
            #expect(done.headers[.location] == "/")
        }
    }

    @Test("finds their events, and shows their server")
    func events() async throws {
        try await fixture.administering { door, root, client in
            _ = try await door.browserAtWork(client)
            _ = try await door.browser(client)
            let page = try await root.get("/administration/events?person=works%3Aada&kind=signedIn").text
            #expect(page.matches(of: /id="event-\d+"/).count == 1)
            #expect(page.contains("works:ada"))
            #expect(try await root.get(Self.path).text.contains("/administration/events?person=works%3Aada"))
            let export = try await root.get("/administration/events/export?person=works%3Aada&kind=signedIn").text
            #expect(export.contains(#""account":"works/ada""#) && !export.contains("local/ada"))
        }
    }

    @Test("pages through people across servers, by name")
    func paging() async throws {
        try await fixture.administering { door, root, _ in
            for number in 10..<60 { try await door.addAtWork("a\(number)", name: "N\(number)") }
            let path = "/administration/people"
            let first = try await root.get(path).text
            #expect(first.contains(">52 people</h2>"))
            #expect(Self.people(first).prefix(2) == ["ada", "chief"] && Self.people(first).count == 50)
            #expect(first.contains("href=\"\(path)?after=works%3Aa57&amp;key=n57\" rel=\"next\""))
            #expect(!first.contains("rel=\"prev\""))
            let second = try await root.get("\(path)?after=works%3Aa57&key=n57").text
            #expect(Self.people(second) == ["works:a58", "works:a59"])
            #expect(second.contains("href=\"\(path)?before=works%3Aa58&amp;key=n58\" rel=\"prev\""))
            #expect(second.contains(">52 people</h2>") && !second.contains("rel=\"next\""))
            let back = try await root.get("\(path)?before=works%3Aa58&key=n58").text
            #expect(Self.people(back) == Self.people(first) && !back.contains("rel=\"prev\""))
            #expect(back.contains("data-portico-more"))
            let middle = try await root.get("\(path)?before=works%3Aa59&key=n59").text
            #expect(Self.people(middle).last == "works:a58" && middle.contains("rel=\"prev\""))
            #expect(middle.contains("rel=\"next\"") && !middle.contains("data-portico-more"))
            let all = try await root.get("\(path)?count=100").text
            #expect(Self.people(all).count == 52 && !all.contains("rel=\"next\""))
            let descending = try await root.get("\(path)?sort=-name").text
            #expect(Self.people(descending).first == "works:a59")
            #expect(descending.contains("href=\"\(path)?sort=-name&amp;after=works%3Aa10&amp;key=n10\" rel=\"next\""))
            #expect(descending.contains("<input type=\"hidden\" name=\"sort\" value=\"-name\">"))
        }
    }

    @Test(
        "filters people by role, state and server; other values filter nothing",
        arguments: [
            ("role=administrator", ["chief"]), ("role=person&server=works", ["works:ada"]),
            ("server=local", ["ada", "chief"]),
            ("state=disabled", ["ada"]), ("state=enabled&role=person", ["works:ada"]),
            ("state=without-email&server=works", ["works:ada"]), ("text=ada&state=enabled", ["works:ada"]),
            ("role=&state=&server=&text=", ["ada", "works:ada", "chief"]),
            ("role=king&state=x", ["ada", "works:ada", "chief"]),
            ("server=elsewhere", []), ("sort=username", ["ada", "chief", "works:ada"]),
            ("sort=created&after=ada&key=x", ["ada", "chief", "works:ada"]),
        ])
    func filters(query: String, expected: [String]) async throws {
        try await fixture.administering { door, root, _ in
            let ada = try #require(try await door.account("ada")).id
            try await door.auth.directory.setDisabled(true, ada)
            door.clock.advance(by: 1)
            try await door.addAtWork("ada", name: "Ada at work")
            let page = try await root.get("/administration/people?\(query)").text
            #expect(Self.people(page) == expected)
            let count = expected.count == 1 ? "1 person" : "\(expected.count) people"
            #expect(page.contains(expected.isEmpty ? "No one found." : ">\(count)</h2>"))
        }
    }

    /// The accounts in the list of a page.
    private static func people(_ page: String) -> [String] {
        page.matches(of: /<tr class="cell" role="row" id="person-([^"]+)"/).map { String($0.1) }
    }

    @Test("shows people of a server that is no longer listed, by its id")
    func unlisted() async throws {
        try await fixture.administering(lists: false) { door, root, _ in
            try await door.addAtWork()
            try await door.auth.store.add(
                SecurityEvent(.signedIn, account: Self.ada, client: Client(), time: door.clock.now()))
            #expect(try await root.get("/administration/people").text.contains("works:ada · works</span>"))
            let page = try await root.get(Self.path)
            #expect(page.status == .ok)
            #expect(page.text.contains("<span class=\"cell-value\">works</span>"))
            #expect(page.text.contains("Managed by works"))
            #expect(try await root.get("/administration/events").text.contains("works:ada"))
            #expect(try await root.post("\(Self.path)/disable").headers[.location] == Self.path)
        }
    }

    @Test("separates the account that is asked for a password from the account that is signed out")
    func apart() async throws {
        try await fixture.administering { door, root, client in
            let browser = try await door.browserAtWork(client)
            let local = [("username", "ada"), ("password", TestServer.password), ("server", "local"), ("add", "on")]
            #expect(try await browser.post("/session", local).status == .seeOther)
            #expect(try await browser.get("/session/end").text.contains("Log out of ada</button>"))
            #expect(
                try await browser.post(
                    "/session",
                    [
                        ("username", "ada"), ("password", GatewayFixture.password), ("server", "works"), ("add", "on"),
                    ]
                ).status == .seeOther)
            #expect(try await browser.get("/session/end").text.contains("Log out of ada · The works</button>"))
            door.clock.advance(by: 3600)
            let question = try await browser.get("/account/delete").text
            #expect(question.contains("Enter the password for Ada at work (ada · The works) to continue."))
        }
    }

    @Test("names the server with the password after a sign-in has ended through its mail")
    func endedSignIn() async throws {
        try await fixture.administering { door, _, client in
            _ = try await door.browserAtWork(client)
            let email = try #require(EmailAddress("ada@example.org"))
            try await door.memory.setEmail(email, of: Self.ada, event: nil, at: Date())
            let intruder = try await door.browserAtWork(client)
            let (token, person) = (try await door.token(), TestBrowser(client))
            let done = try await person.post("/sign-ins/end", [("token", token)])
            #expect(done.headers[.location] == "/sign-ins/ended?server=works")
            let ended = try await person.get("/sign-ins/ended?server=works").text
            #expect(ended.contains("Change it now at The works.") && !ended.contains("outcome-button"))
            #expect(try await person.get("/sign-ins/ended?server=gone").text.contains("Choose a new one now."))
            #expect(try await intruder.account() == nil)
        }
    }
}
