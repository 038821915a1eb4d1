import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Synchronization
import Testing

@Suite("E7 Requests whose sign-in a gateway confirmed too long ago")
struct GatewayCheckTests {
    private let fixture = GatewayFixture()
    private var gateway: FakeGateway { fixture.gateway }

    @Test("end in the cover, with the reason, if the gateway refuses it, on every page", arguments: [299.0, 300.0])
    func refused(seconds: Double) async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            gateway.revoke()
            door.clock.advance(by: seconds)
            let page = try await browser.get("/account")
            guard seconds == 300 else {
                #expect(page.status == .ok)
                #expect(gateway.meCalls == 0)
                return
            }
            #expect(page.status == .unauthorized)
            #expect(page.isCover)
            #expect(page.text.contains("You were logged out by The works. Please log in again."))
            #expect(page.field("next") == "/account")
            #expect(try await door.events(.sessionEnded).count == 1)
            #expect(try await browser.get("/").isCover)
        }
    }

    @Test("end there for forms, files and script too, and change nothing", arguments: [HTTPFields(), fromScript])
    func forms(headers: HTTPFields) async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            gateway.fail(.refused(.forbidden), for: "ada")
            door.clock.advance(by: 300)
            let fields = [("account", "works/ada"), ("appearance", "dark")]
            let answer = try await browser.post("/settings/appearance", fields, headers: headers)
            #expect(answer.status == .unauthorized)
            #expect(try await door.config.storedValues(of: GatewayFixture.ada).isEmpty)
            #expect(try await browser.get("/account/settings/file").status == .unauthorized)
        }
    }

    @Test("can be tried again if no key of this server opens the token, and end no sign-in")
    func unknownKey() async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            try await door.memory.write { transaction in
                for token in try transaction.storedGatewayTokens(after: .signIn(0), limit: 9) {
                    try transaction.replace(token, by: Data("of another key".utf8))
                }
            }
            door.clock.advance(by: 300)
            let page = try await browser.get("/account")
            #expect(page.status == .serviceUnavailable)
            #expect(page.headers[.retryAfter] != nil)
            let launch = try await browser.get("/")
            #expect(!launch.isCover && !launch.isMain, "the launch reports its failure")
            #expect(try await door.events(.sessionEnded).isEmpty)
        }
    }

    @Test("continue if the gateway confirms it, and the next check is five minutes later at the earliest")
    func confirmed() async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client)
            for calls in 1...2 {
                door.clock.advance(by: 300)
                for _ in 0..<2 { #expect(try await browser.get("/account").status == .ok) }
                #expect(gateway.meCalls == calls)
            }
        }
    }

    @Test("continue for a day while the gateway is out of reach; then they end in the cover, until it answers")
    func unreachable() async throws {
        try await fixture.administering { door, _, client in
            let browser = try await door.browserAtWork(client, remember: true)
            gateway.fail(.unreachable)
            door.clock.advance(by: 86_399)
            #expect(try await browser.get("/account").status == .ok)
            #expect(try await browser.get("/").isMain)
            door.clock.advance(by: 1)
            for path in ["/account", "/"] {
                let cover = try await browser.get(path)
                #expect(cover.isCover)
                #expect(cover.text.contains("We haven’t been able to check your login with The works."))
            }
            gateway.fail(nil)
            try await door.auth.gatewaySignIns.recheck()
            #expect(try await browser.get("/account").status == .ok)
            #expect(try await door.events(.sessionEnded).isEmpty)
        }
    }

    @Test("do not wait again for a gateway that did not answer, nor do launches, until it answers")
    func silent() async throws {
        try await fixture.administering { door, _, client in
            let browsers = [try await door.browserAtWork(client), try await door.browserAtWork(client)]
            gateway.fail(.timedOut)
            for _ in 0..<2 {
                for browser in browsers { #expect(try await browser.get("/").isMain) }
            }
            #expect(gateway.meCalls == 1)
            door.clock.advance(by: 300)
            #expect(try await browsers[1].get("/account").status == .ok)
            #expect(gateway.meCalls == 1)
            try await door.auth.gatewaySignIns.recheck()
            #expect(gateway.meCalls == 2, "one question for all")
            gateway.fail(nil)
            try await door.auth.gatewaySignIns.recheck()
            #expect(gateway.meCalls == 4)
            #expect(try await browsers[0].get("/").isMain)
            #expect(gateway.meCalls == 5)
        }
    }

    @Test(
        "end one sign-in when their person signs out, if the gateway refuses it or does not answer",
        arguments: [true, false])
    func signOut(isRefused: Bool) async throws {
        try await fixture.administering { door, _, client in
            let browser = try await browserOfBoth(client)
            if isRefused { gateway.revoke() } else { gateway.fail(.unreachable) }
            door.clock.advance(by: 86_400)
            let fields = [("account", "works/ada"), ("scope", "one")]
            #expect(try await browser.post("/session/end", fields).status == .seeOther)
            #expect(try await browser.account() == "local/chief")
        }
    }

    /// A browser in which chief has signed in here, and then ada at the works.
    private func browserOfBoth(_ client: TestClient) async throws -> TestBrowser {
        let browser = TestBrowser(client)
        for fields in [
            [("username", "chief"), ("password", TestServer.password)],
            [("username", "ada"), ("password", GatewayFixture.password), ("server", "works"), ("add", "on")],
        ] {
            let signedIn = try await browser.post("/session", fields + [("remember", "on")])
            #expect(signedIn.status == .seeOther)
        }
        #expect(try await browser.account() == "works/ada")
        return browser
    }

    @Test("lead to the other accounts of the browser while the gateway is out of reach, and back when it answers")
    func others() async throws {
        try await fixture.administering { door, other, client in
            let browser = try await browserOfBoth(client)
            let mine = try await browser.get("/accounts").text.matches(of: /name="profile" value="(\d+)"/)
            let chief = try #require(mine.first?.1)
            gateway.fail(.unreachable)
            door.clock.advance(by: 86_400)
            let button =
                #"<button class="link" type="submit" form="go-on" name="profile" value="\#(chief)">Continue as chief</button>"#
            for path in ["/about", "/", "/session/new"] {
                let cover = try await browser.get(path)
                #expect(cover.text.contains(button), "\(path)")
                #expect(cover.text.contains("We haven’t been able to check your login with The works."), "\(path)")
                #expect(!cover.text.contains("Log in to another account"), "\(path)")
            }
            let wrong = try await browser.post(
                "/session", [("username", "chief"), ("password", "wrong"), ("next", "/about")])
            #expect(wrong.text.contains(button))
            #expect(try await browser.post("/accounts/current", [("profile", "4711")]).status == .conflict)
            let foreign = try await TestBrowser(client).post("/accounts/current", [("profile", String(chief))])
            #expect(foreign.status == .unauthorized)
            let fields = [("profile", String(chief)), ("next", "/about")]
            #expect(try await browser.post("/accounts/current", fields).headers[.location] == "/about")
            #expect(try await browser.account() == "local/chief")
            #expect(try await !browser.get("/session/new?add=on").text.contains("Continue as"), "not confirmed either")
            gateway.fail(nil)
            try await door.auth.gatewaySignIns.recheck()
            let back = try #require(
                try await browser.get("/accounts").text.firstMatch(of: /name="profile" value="(\d+)"/)?.1)
            let again = [("account", "local/chief"), ("profile", String(back)), ("next", "//evil.example")]
            #expect(try await browser.post("/accounts/current", again).headers[.location] == "/")
            #expect(try await browser.account() == "works/ada")
        }
    }

    @Test("lead to a new sign-in of the account that the gateway has ended, beside the others")
    func returning() async throws {
        try await fixture.administering { door, _, client in
            let browser = try await browserOfBoth(client)
            gateway.fail(.refused(.forbidden), for: "ada")
            door.clock.advance(by: 300)
            let cover = try await browser.get("/about")
            let wrong = try await browser.post(
                "/session",
                [
                    ("username", "ada"), ("password", "wrong"), ("server", "works"),
                    ("add", try #require(cover.field("add"))),
                ])
            for page in [cover, wrong] {
                #expect(page.status == .unauthorized)
                #expect(page.text.contains(#"id="login-title">Please log in</h1>"#))
                #expect(page.field("add") == "again" && page.text.contains(#"required value="ada""#))
            }
            let adding = try await browser.get("/session/new?add=on")
            #expect(adding.text.contains(#"id="login-title">Log in to another account</h1>"#))
        }
    }

    @Test("wait no longer for the gateway than a launch does, and only once")
    func patience() async throws {
        try await fixture.administering(patience: .milliseconds(20)) { door, _, client in
            let browser = try await door.browserAtWork(client)
            let (answers, answer) = AsyncStream.makeStream(of: Void.self)
            gateway.whileAsked { for await _ in answers { break } }
            door.clock.advance(by: 300)
            for _ in 0..<2 { #expect(try await browser.get("/account").status == .ok) }
            #expect(gateway.meCalls == 1)
            answer.yield()
        }
    }

    @Test("do not affect local accounts")
    func local() async throws {
        try await fixture.administering { door, chief, _ in
            gateway.fail(.unreachable)
            door.clock.advance(by: 300)
            let page = try await chief.get("/account")
            #expect(page.status == .ok)
            #expect(gateway.meCalls == 0)
        }
    }
}
