import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The pages of sessions")
struct SessionsPagesTests {
    private func id(_ door: TestDoor, _ browser: TestBrowser) async throws -> SignIn.ID {
        let token = try #require(await browser.cookies["portico"])
        return try #require(try await door.memory.browser(TokenDigest(of: token))?.signIns.last).id
    }

    /// The scopes of the changes that `work` publishes.
    private func changed(_ door: TestDoor, _ work: () async throws -> Void) async throws -> Set<ConfigChange.Scope> {
        let observed = door.changes.observe()
        try await work()
        let end = ConfigChange(scope: .installation, keys: ["end"])
        door.changes.publish(end)
        var scopes: Set<ConfigChange.Scope> = []
        for await change in observed {
            if change == end { break }
            scopes.formUnion(change.keys.keys)
        }
        return scopes
    }

    @Test("7.5.2 show the sign-ins of the account, and no others")
    func list() async throws {
        try await withAccounts { door, client in
            try await door.add("bob")
            let (here, there, bob) = (
                try await door.browser(client), try await door.browser(client), try await door.browser(client, "bob")
            )
            let page = try await here.get("/account/sessions").text
            let (own, foreign) = (try await id(door, there), try await id(door, bob))
            #expect(page.contains("/account/sessions/end?session=\(own)\""))
            #expect(!page.contains("?session=\(foreign)\""))
            door.clock.advance(by: 25 * 3600)
            let later = try await door.browser(client)
            #expect(
                try await !later.get("/account/sessions").text.contains("?session="), "expired ones are gone")
        }
    }

    @Test("show equal ones in one row, newest first, which ends them all and names their number")
    func grouped() async throws {
        try await withAccounts { door, client in
            let here = try await door.browser(client)
            door.clock.advance(by: 60)
            let twins = [try await door.browser(client), try await door.browser(client)]
            let ids = [try await id(door, twins[1]), try await id(door, twins[0])]
            let page = try await here.get("/account/sessions").text
            let path = "/account/sessions/end?session=\(ids[0])%2C\(ids[1])"
            #expect(page.contains("href=\"\(path)\" aria-label=\"Log out: Unknown browser\""))
            let question = try await here.get(path)
            #expect(question.text.contains("Log out: Unknown browser?"))
            #expect(question.field("session") == "\(ids[0]),\(ids[1])")
            #expect(page.contains("2 sessions"))
            #expect(page.contains("1 minute ago"), "the one of this request is marked and has its own row")
            let own = try await id(door, here)
            let foul = try await here.post("/account/sessions/end", [("session", "\(ids[0]),\(own)")])
            #expect(foul.status == .unprocessableContent)
            #expect(try await twins[0].account() == "local/ada")
            let done = try await here.post("/account/sessions/end", [("session", "\(ids[0]),\(ids[1])")])
            #expect(done.status == .seeOther)
            #expect(try await here.get("/account/sessions").text.contains("Logged out: Unknown browser"))
            for twin in twins { #expect(try await twin.account() == nil) }
            #expect(try await here.account() == "local/ada")
        }
    }

    @Test("7.5.2 end another one at once; its pages learn of that, and no others")
    func one() async throws {
        try await withAccounts { door, client in
            let (here, there, third) = (
                try await door.browser(client), try await door.browser(client), try await door.browser(client)
            )
            let ended = try await id(door, there)
            let scopes = try await changed(door) {
                let fields = [("account", "local/ada"), ("session", "\(ended)")]
                let done = try await here.post("/account/sessions/end", fields)
                #expect(done.status == .seeOther)
            }
            #expect(scopes.contains(.signIn(ended)))
            let others = [try await id(door, here), try await id(door, third)]
            #expect(scopes.isDisjoint(with: others.map { .signIn($0) }))
            #expect(try await there.account() == nil)
            #expect(try await there.get("/account").status == .unauthorized)
            #expect(try await here.account() == "local/ada")
            #expect(try await third.account() == "local/ada")
            #expect(try await door.events(.sessionEnded).map(\.account?.user) == ["ada"])
        }
    }

    @Test("7.5.2 end all others at once")
    func others() async throws {
        try await withAccounts { door, client in
            try await door.add("bob")
            let (here, there, bob) = (
                try await door.browser(client), try await door.browser(client), try await door.browser(client, "bob")
            )
            let question = try await here.get("/account/sessions/end-others").text
            #expect(question.contains("Log out everywhere else?") && question.contains("You stay logged in here."))
            #expect(try await there.account() == "local/ada")
            _ = try await here.post("/account/sessions/end-others", [("account", "local/ada")])
            #expect(try await here.account() == "local/ada")
            #expect(try await there.account() == nil)
            #expect(try await bob.account() == "local/bob")
        }
    }

    @Test("7.5.2 end no sign-in of another account, not the current one, and no invalid one")
    func foreign() async throws {
        try await withAccounts { door, client in
            try await door.add("bob")
            let (here, bob) = (try await door.browser(client), try await door.browser(client, "bob"))
            for session in ["\(try await id(door, here))", "", "x", "99999999999999999999", "-1", "1.5"] {
                let code = try await here.post("/account/sessions/end", [("session", session)]).status.code
                #expect([303, 400, 422].contains(code), "\(session)")
                #expect(
                    try await here.get("/account/sessions/end?session=\(session)").status == .notFound, "\(session)")
            }
            let question = try await here.get("/account/sessions/end?session=\(try await id(door, bob))")
            #expect(question.status == .notFound)
            _ = try await here.post("/account/sessions/end", [("session", "\(try await id(door, bob))")])
            _ = try await here.post("/account/sessions/end-others", [("account", "local/bob")])
            #expect(try await bob.account() == "local/bob")
            #expect(try await here.account() == "local/ada")
            #expect(try await door.events(.sessionEnded).isEmpty)
        }
    }

    @Test("7.5.2 end one by POST, once, through the mail of a sign-in from a new browser, without signing in")
    func link() async throws {
        try await withAccounts { door, client in
            _ = try await door.browser(client)
            #expect(try await door.mails().isEmpty, "the first sends no mail")
            let intruder = try await door.browser(client)
            #expect(try await door.mails() == ["newSignIn"])
            let (token, person) = (try await door.token(), TestBrowser(client))
            let page = try await person.get("/sign-ins/end?token=\(token)")
            #expect(page.field("token") == token)
            #expect(page.headers[.referrerPolicy] == "strict-origin")
            #expect(try await intruder.account() == "local/ada", "6.4.1 GET changes nothing")
            let done = try await person.post("/sign-ins/end", [("token", token)])
            #expect(done.headers[.location] == "/sign-ins/ended")
            #expect(try await person.get("/sign-ins/ended").text.contains("Someone may know your password."))
            #expect(try await intruder.account() == nil)
            #expect(try await person.account() == nil)
            #expect(try await person.post("/sign-ins/end", [("token", token)]).status == .gone)
        }
    }

    @Test("7.5.2 accept the mail of a sign-in that its person has ended, without a warning")
    func linkLate() async throws {
        try await withAccounts { door, client in
            _ = try await door.browser(client)
            let browser = try await door.browser(client)
            let token = try await door.token()
            _ = try await browser.post("/session/end")
            let page = try await browser.get("/sign-ins/end?token=\(token)")
            #expect(page.status == .ok)
            #expect(page.text.contains("That session has already ended"))
            #expect(!page.text.contains("Someone may know"))
        }
    }

    @Test("7.4.2 end all of an account when it is disabled, and their pages learn of that")
    func disabled() async throws {
        try await withAccounts { door, client in
            let browsers = [try await door.browser(client), try await door.browser(client)]
            let ids = [try await id(door, browsers[0]), try await id(door, browsers[1])]
            let scopes = try await changed(door) {
                try await door.auth.directory.setDisabled(true, AccountID(server: .local, user: "ada"))
            }
            #expect(scopes.isSuperset(of: ids.map { .signIn($0) }))
            for browser in browsers { #expect(try await browser.account() == nil) }
            try await door.auth.directory.setDisabled(false, AccountID(server: .local, user: "ada"))
            for browser in browsers { #expect(try await browser.account() == nil, "they are not restored") }
        }
    }
}
