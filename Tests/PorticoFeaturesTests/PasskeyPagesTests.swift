import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoFeatures
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Testing

@Suite("G1 Passkeys on pages", .everyEngine)
struct PasskeyPagesTests {
    private static let party = RelyingParty(id: "door.example", origin: "https://door.example")
    private static let ada = AccountID(server: .local, user: "ada")

    private func signedIn(
        party: RelyingParty? = party,
        _ test: @escaping @Sendable (TestDoor, TestClient, TestBrowser) async throws -> Void
    ) async throws {
        try await TestDoor.run(publicFolder: publicFolder, relyingParty: party) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            try await test(door, client, browser)
        }
    }

    /// A passkey that nobody can use.
    private func addPasskey(_ id: String, to door: TestDoor, name: String = "Chrome on Linux") async throws {
        let passkey = StoredPasskey(
            id: Data(id.utf8), account: Self.ada, publicKey: Data([0]), algorithm: -7, isBackupEligible: true,
            isBackedUp: true, aaguid: "", name: name, client: Client(agent: "Chrome on Linux"),
            addedAt: door.clock.now())
        let isNew = try await door.memory.write { transaction in
            try transaction.insertUserHandle(Data(repeating: 9, count: 64), of: Self.ada)
            return try transaction.insert(passkey)
        }
        #expect(isNew)
    }

    private func options(in text: String) throws -> String {
        let json = try #require(text.firstMatch(of: /data-passkey="([^"]+)"/)).1
        return String(json).replacing("&quot;", with: "\"").replacing("&#34;", with: "\"")
    }

    @Test("trap 8: the login page has the options, with a challenge of its own each time, and stores nothing")
    func cover() async throws {
        try await signedIn { door, client, _ in
            let writes = door.store.writes
            var challenges: Set<String> = []
            for _ in 0..<2 {
                let text = try await TestBrowser(client).get("/session/new").text
                let options = try options(in: text)
                #expect(options.contains(#""rpId":"door.example""#) && options.contains(#""allowCredentials":[]"#))
                #expect(text.contains(#"autocomplete="username webauthn""#))
                challenges.insert(String(try #require(options.firstMatch(of: /"challenge":"([^"]+)"/)).1))
            }
            #expect(challenges.count == 2 && door.store.writes == writes)
        }
    }

    @Test("trap 12: without a site that browsers have passkeys for, no page offers them")
    func notOffered() async throws {
        try await signedIn(party: nil) { _, client, browser in
            let cover = try await TestBrowser(client).get("/session/new").text
            #expect(!cover.contains("passkey") && !cover.contains("webauthn"))
            #expect(try await !browser.get("/account/factors").text.contains("Passkeys"))
            #expect(try await browser.get("/account/factors/passkeys/new").status == .notFound)
            #expect(try await TestBrowser(client).get("/.well-known/passkey-endpoints").status == .notFound)
        }
    }

    @Test("trap 15: an answer that is none, or to another challenge, is refused without forgetting a passkey")
    func refused() async throws {
        try await signedIn { _, client, _ in
            for answer in ["{}", "x", #"{"rawId":"AA","response":{}}"#] {
                let response = try await TestBrowser(client).post(
                    "/session", [("passkey", answer), ("next", "/about")])
                #expect(response.status == .unauthorized)
                #expect(response.text.contains("This passkey didn’t work."))
                #expect(response.text.contains(#"name="next" value="/about""#))
                #expect(!response.text.contains("data-unknown-passkey"))
            }
        }
    }

    @Test("new options are for what the page is for: signing in for everybody, the rest for the account of the page")
    func renewed() async throws {
        try await signedIn { door, client, browser in
            let path = "/session/passkey"
            let open = try await TestBrowser(client).post(path, [("purpose", "signIn")])
            #expect(open.status == .ok && open.headers[.contentType] == "application/json")
            #expect(open.headers[.cacheControl] == "no-store")
            try await addPasskey("1", to: door)
            for purpose in ["proof", "registration"] {
                let fields = [("purpose", purpose), ("account", "\(Self.ada)")]
                #expect(try await browser.post(path, fields).text.contains(#""id":"MQ""#), "\(purpose)")
                #expect(try await TestBrowser(client).post(path, fields).status == .noContent)
                let other = try await browser.post(path, [("purpose", purpose), ("account", "local/bob")])
                #expect(other.status == .conflict)
            }
            for purpose in ["secondStep", "enrolment"] {
                let step = [("purpose", purpose), ("pending", "unknown")]
                #expect(try await browser.post(path, step).status == .noContent, "\(purpose)")
            }
            #expect(try await browser.post(path, [("purpose", "else")]).status == .unprocessableContent)
        }
    }

    @Test("a passkey is listed, renamed and removed, each after proof, and only by its account")
    func changes() async throws {
        try await signedIn { door, client, browser in
            let new = try await browser.get(
                "/account/factors/passkeys/new",
                headers: [.userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0"])
            #expect(new.text.contains(#"value="Firefox on Linux""#), "the usual name is that of the browser")
            try await addPasskey("1", to: door, name: "<img src=x>")
            let list = try await browser.get("/account/factors").text
            #expect(list.contains("&lt;img src=x>") || list.contains("&lt;img src=x&gt;"))
            #expect(list.contains("Synced") && list.contains("Not used yet"))
            #expect(list.contains("allAcceptedCredentialIds"))
            let one = "/account/factors/passkeys/one"
            let renamed = try await browser.post("\(one)?id=MQ", [("id", "MQ"), ("name", "Telephone")])
            #expect(renamed.status == .seeOther)
            #expect(try await browser.get("\(one)?id=MQ").text.contains(#"value="Telephone""#))
            for name in [" ", String(repeating: "x", count: 65)] {
                let answer = try await browser.post("\(one)?id=MQ", [("id", "MQ"), ("name", name)])
                #expect(answer.status == .unprocessableContent)
            }
            #expect(try await browser.get("\(one)?id=Mg").status == .notFound)
            try await door.addAccount("bob")
            let bob = TestBrowser(client)
            _ = try await bob.signIn("bob")
            #expect(try await bob.get("\(one)?id=MQ").status == .notFound)
            _ = try await bob.post("/account/factors/passkeys/remove", [("id", "MQ")])
            door.clock.advance(by: 601)
            let remove = { (fields: [(String, String)]) in
                try await browser.post("/account/factors/passkeys/remove", [("id", "MQ")] + fields)
            }
            let asked = try await remove([])
            #expect(asked.status == .forbidden && asked.text.contains(#"id="use-passkey""#))
            let wrong = try await remove([("reauthentication", ""), ("reauthentication-passkey", "{}")])
            #expect(wrong.text.contains("This passkey didn’t work."))
            #expect(try await door.auth.passkeys.all(of: Self.ada).count == 1)
            #expect(try await remove([("reauthentication", TestServer.password)]).status == .seeOther)
            #expect(try await door.auth.passkeys.all(of: Self.ada).isEmpty)
        }
    }

    /// Lets the account's sign-in be proved by a passkey, which nobody can use here.
    private func proveByPasskey(_ door: TestDoor) async throws {
        let signIn = try #require(try await door.store.signIns(of: Self.ada).first)
        try await door.store.write {
            _ = try $0.update(signIn.signIn.id, of: signIn.browser, .factor(.passkey, door.clock.now()))
        }
    }

    @Test("a page that needs a second factor leads to a passkey while nobody can have an app")
    func neededWithoutApps() async throws {
        let mount = { @Sendable (main: inout MainSection) in
            main.page("/salaries", title: "Salaries", needsProof: .secondFactor) { _, _ -> ChangeEmailPage in
                ChangeEmailPage(account: "", email: nil)
            }
        }
        var policy = AuthPolicy()
        policy.secondFactor = .off
        try await TestDoor.run(
            publicFolder: publicFolder, relyingParty: Self.party, policy: policy, mount: mount
        ) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let lacking = try await browser.get("/salaries").text
            #expect(lacking.contains("To continue, add a passkey for Ada."))
            #expect(lacking.contains(#"href="/account/factors/passkeys/new""#))
            try await addPasskey("1", to: door)
            #expect(try await browser.get("/salaries").text.contains(#"id="use-passkey""#))
        }
    }

    @Test("a login that waits for a passkey is over when the ways to log in are reset, and says where none works")
    func waitingForNone() async throws {
        for party in [Self.party, nil] {
            try await signedIn(party: party) { door, client, _ in
                try await addPasskey("1", to: door)
                let stopped = try await door.auth.factors.rehearse(.all)
                #expect(stopped.people.map(\.needsReset) == (party == nil ? [true] : []))
                #expect(stopped.count == stopped.people.count)
                door.auth.currentPolicy.value.secondFactor = .all
                let browser = TestBrowser(client)
                let page = try await browser.post(
                    "/session", [("username", "ada"), ("password", TestServer.password)])
                #expect(page.text.contains("Passkeys don’t work at the address of this site.") == (party == nil))
                let pending = ("pending", try #require(page.field("pending")))
                let none = try await browser.post("/session/passkey", [("purpose", "enrolment"), pending])
                #expect(none.status == .noContent, "it waits for a passkey, not for a new one")
                let account = try #require(try await door.auth.store.account(Self.ada))
                #expect(try await door.auth.factors.remove(of: account, isReset: true, client: Client()))
                let over = try await browser.post("/session/code", [pending, ("passkey", "{}")])
                #expect(over.status == .unauthorized && over.text.contains(#"id="second-factor-ended""#))
            }
        }
    }

    @Test("where a factor is required, the page that sets up an app offers a passkey, and says if none was made")
    func enrolment() async throws {
        try await signedIn { door, client, _ in
            door.auth.currentPolicy.value.secondFactor = .all
            let browser = TestBrowser(client)
            let page = try await browser.post("/session", [("username", "ada"), ("password", TestServer.password)])
            let options = try options(in: page.text)
            #expect(options.contains(#""name":"ada""#) && options.contains(#""excludeCredentials":[]"#))
            let fields = try ["pending", "enrolment"].map { ($0, try #require(page.field($0))) }
            let again = try await browser.post("/session/passkey", [("purpose", "enrolment"), fields[0]])
            #expect(again.status == .ok && again.text.contains(#""name":"ada""#))
            let foreign = try await TestBrowser(client).post("/session/passkey", [("purpose", "enrolment")])
            #expect(foreign.status == .noContent)
            let refused = try await browser.post("/session/enrolment", fields + [("passkey", "{}")])
            #expect(refused.status == .unauthorized && refused.text.contains("We couldn’t add this passkey."))
            #expect(refused.field("pending") == fields[0].1 && refused.field("enrolment") == fields[1].1)
            #expect(try await door.auth.passkeys.all(of: Self.ada).isEmpty)
        }
    }

    @Test(
        "where a factor is required, only a passkey finishes the sign-in and proves who is there, and the last one stays"
    )
    func required() async throws {
        try await signedIn { door, client, browser in
            try await addPasskey("1", to: door)
            door.auth.currentPolicy.value.secondFactor = .all
            let login = [("username", "ada"), ("password", TestServer.password)]
            let step = try await TestBrowser(client).post("/session", login)
            #expect(step.status == .unauthorized && step.text.contains("Use your passkey"))
            #expect(step.text.contains(#"id="log-in-passkey""#) && !step.text.contains(#"id="code""#))
            // The password was proved under the earlier policy.
            #expect(try await browser.get("/account/factors/passkeys/one?id=MQ").text.contains(#"id="use-passkey""#))
            let change = [("current", TestServer.password), ("password", TestDoor.otherPassword)]
            let changing = try await browser.post("/account/password", change)
            #expect(changing.status == .forbidden && changing.text.contains(#"id="use-passkey""#))
            try await proveByPasskey(door)
            let one = try await browser.get("/account/factors/passkeys/one?id=MQ").text
            #expect(one.contains("This account needs an authenticator app or a passkey."))
            #expect(!one.contains("remove-passkey"))
            #expect(try await browser.get("/account/factors/passkeys/remove?id=MQ").status == .conflict)
            #expect(try await browser.post("/account/factors/passkeys/remove", [("id", "MQ")]).status == .conflict)
            door.clock.advance(by: 601)
            let question = try await browser.get("/account/factors/passkeys/one?id=MQ").text
            #expect(question.contains(#"id="use-passkey""#) && !question.contains(#"id="reauthentication""#))
            let password = [("id", "MQ"), ("reauthentication", TestServer.password)]
            #expect(try await browser.post("/account/factors/passkeys/remove", password).status == .forbidden)
        }
    }

    @Test("a browser may make one by itself soon after a password, once")
    func silent() async throws {
        try await signedIn { door, _, browser in
            #expect(try await browser.get("/account").text.contains(#"data-purpose="offer""#))
            let path = "/account/factors/passkeys/silent"
            let first = try await browser.post(path, [])
            #expect(first.status == .ok && first.text.contains(#""userVerification":"preferred""#))
            #expect(try await browser.post(path, []).status == .noContent)
            #expect(try await browser.post(path, [("passkey", "{}")]).status == .noContent)
            door.clock.advance(by: 601)
            #expect(try await !browser.get("/account").text.contains(#"data-purpose="offer""#))
        }
    }

    @Test("password managers find the pages for passwords and passkeys")
    func wellKnown() async throws {
        try await signedIn { _, client, _ in
            let password = try await TestBrowser(client).get("/.well-known/change-password")
            #expect(password.status == .seeOther && password.headers[.location] == "/account/password")
            let passkeys = try await TestBrowser(client).get("/.well-known/passkey-endpoints")
            #expect(passkeys.headers[.contentType] == "application/json")
            #expect(passkeys.text.contains("/account/factors/passkeys/new"))
        }
    }
}
