import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoTestSupport
import Testing

/// The headers of a form that a browser sends without script.
private let navigation: HTTPFields = [
    .secFetchMode: "navigate", .secFetchDest: "document", .secFetchSite: "same-origin", .accept: "text/html",
]

@Suite("A8 B13 C11 A page in response to a form of a browser without script")
struct KeptPageTests {
    private static let wrong = [("username", "ada"), ("password", "my wrong guess"), ("next", "/about?a=b")]
    /// A profile whose name is too long, so that it is refused.
    private static let refused = [
        ("account", "local/ada"), ("name", String(repeating: "a", count: 1000)), ("note", #"my <note> & "more""#),
    ]

    @Test("has a separate address, which always shows the same page, with its status")
    func again() async throws {
        try await signedInAtDoor { _, browser, _ in
            let address = try await Self.kept(
                browser.post("/profile", Self.refused, headers: navigation), at: "/profile")
            for _ in 1...2 {
                let page = try await browser.get(address, headers: navigation)
                #expect(page.status == .unprocessableContent)
                #expect(page.text.contains("my &lt;note&gt; &amp; &quot;more&quot;</textarea>"))
                #expect(page.headers[.cacheControl] == "no-store" && page.headers[.contentSecurityPolicy] != nil)
                #expect(page.headers[.vary] == "Accept-Language, Cookie, Portico-Present")
            }
            let asked = try await browser.get(address, headers: fromScript)
            #expect(!asked.text.contains("my &lt;note&gt;"), "script gets the current page of the address")
            #expect(
                try await !browser.get("/profile/edit").text.contains("my &lt;note&gt;"), "another visit begins anew")
        }
    }

    @Test("is the response itself for programs and script, with its status")
    func programs() async throws {
        try await signedInAtDoor { _, browser, client in
            let framed = navigation.merged([.secFetchDest: "iframe"])
            for headers in [HTTPFields(), [.accept: "text/html"], fromScript, framed] {
                #expect(
                    try await browser.post("/profile", Self.refused, headers: headers).status == .unprocessableContent)
                let cover = try await TestBrowser(client).post("/session", Self.wrong, headers: headers)
                #expect(cover.status == .unauthorized && cover.headers[.setCookie] == nil)
            }
        }
    }

    @Test("reports a wrong password and keeps the input; the right password then leads on")
    func cover() async throws {
        try await withDoor { door, client in
            let browser = TestBrowser(client)
            let rows = door.store.writes
            let answer = try await browser.post("/session", Self.wrong, headers: navigation)
            let address = try Self.kept(answer, at: "/session/new?next=%2Fabout%3Fa%3Db&")
            for _ in 1...2 {
                let page = try await browser.get(address, headers: navigation)
                #expect(page.status == .unauthorized && page.isCover && page.headers[.wwwAuthenticate] == "Portico")
                #expect(page.text.contains("email address or password doesn’t match"))
                #expect(page.field("next") == "/about?a=b" && page.text.contains(#"value="ada""#))
            }
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.utf8.count < 4096 && cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
            #expect(!cookie.contains("ada") && !cookie.contains("guess"))
            let otherCookie = TestBrowser(client)
            await otherCookie.use(["portico-kept": "\(UUID())"])
            for other in [TestBrowser(client), otherCookie] {
                let page = try await other.get(address, headers: navigation)
                #expect(
                    page.status == .ok && !page.text.contains("doesn’t match"), "another browser gets only the cover")
            }
            #expect(door.store.writes <= rows + 3, "strangers cannot fill the database: only the attempt is counted")
            let right = Self.wrong.map { $0.0 == "password" ? ($0.0, TestServer.password) : $0 }
            let signedIn = try await browser.post("/session", right, headers: navigation)
            #expect(signedIn.status == .seeOther && signedIn.headers[.location] == "/about?a=b")
            #expect(
                signedIn.headers[values: .setCookie].contains {
                    $0.contains("portico-kept=-;") && $0.contains("Max-Age=0")
                })
            let back = try await browser.get(address, headers: navigation)
            #expect(back.status == .seeOther && back.headers[.location] == "/about?a=b")
        }
    }

    @Test("reports that the browser blocks cookies if it has returned none")
    func withoutCookies() async throws {
        try await withDoor { door, client in
            for (form, path) in [
                (Self.wrong, "portico-kept="),
                (Self.wrong.map { ($0.0, $0.0 == "password" ? TestServer.password : $0.1) }, "signed-in=on"),
            ] {
                let answer = try await TestBrowser(client).post("/session", form, headers: navigation)
                let address = try #require(answer.headers[.location])
                #expect(answer.status == .seeOther && address.contains(path))
                let cover = try await TestBrowser(client).get(address, headers: navigation)
                #expect(
                    cover.isCover && cover.text.contains(">Your browser has sent no cookies. Please allow them.</p>"))
            }
            let browser = TestBrowser(client)
            let right = Self.wrong.map { ($0.0, $0.0 == "password" ? TestServer.password : $0.1) }
            let address = try #require(
                try await browser.post("/session", right, headers: navigation).headers[.location])
            #expect(try await browser.get(address, headers: navigation).headers[.location] == "/about?a=b")
        }
    }

    @Test("reports that the store is out of reach")
    func unavailable() async throws {
        try await withDoor { door, client in
            let browser = TestBrowser(client)
            _ = try await browser.get("/session/new")
            door.store.setDown(true)
            let answer = try await browser.post("/session", Self.wrong, headers: navigation)
            let page = try await browser.get(try Self.kept(answer, at: "/session/new?"), headers: navigation)
            #expect(page.status == .serviceUnavailable && page.isCover && page.text.contains(#"value="ada""#))
        }
    }

    @Test("is the cover in place of a form whose sign-in has ended; then it leads to the input")
    func expired() async throws {
        try await signedInAtDoor { door, browser, _ in
            door.clock.advance(by: 400_000_000)
            let fields = [("account", "local/ada"), ("note", "Kept")]
            let address = try await Self.kept(browser.post("/profile", fields, headers: navigation), at: "/profile")
            let cover = try await browser.get(address, headers: navigation)
            #expect(cover.status == .unauthorized && cover.isCover)
            let next = try #require(cover.field("next"))
            _ = try await browser.post(
                "/session", [("username", "ada"), ("password", TestServer.password), ("next", next)],
                headers: navigation)
            #expect(try await browser.get(next, headers: navigation).text.contains("Kept"))
            #expect(try await browser.get(address, headers: navigation).headers[.location] == "/profile/edit")
        }
    }

    @Test("belongs to one browser and account, and expires after an hour")
    func others() async throws {
        try await signedInAtDoor { door, browser, client in
            try await door.addAccount("bob")
            let address = try await Self.kept(
                browser.post("/profile", Self.refused, headers: navigation), at: "/profile")
            let isShown = { (browser: TestBrowser, address: String) in
                try await browser.get(address, headers: navigation).text.contains("my &lt;note&gt;")
            }
            let elsewhere = TestBrowser(client)
            #expect(try await !isShown(elsewhere, address))
            _ = try await elsewhere.signIn()
            #expect(try await !isShown(elsewhere, address), "the same account in another browser")
            #expect(try await !isShown(browser, address.replacing("/profile?", with: "/about?")), "another address")
            _ = try await browser.post(
                "/session", [("username", "bob"), ("password", TestServer.password), ("add", "on")])
            #expect(try await !isShown(browser, address), "another account in the same browser")
            _ = try await browser.signIn()
            door.clock.advance(by: 3598)
            #expect(try await isShown(browser, address))
            door.clock.advance(by: 2)
            #expect(try await !isShown(browser, address))
        }
    }

    @Test("is kept for an address only, however often its form is sent")
    func nested() async throws {
        try await signedInAtDoor { _, browser, _ in
            let first = try await Self.kept(
                browser.post("/profile?a=b", Self.refused, headers: navigation), at: "/profile?a=b&")
            let second = try await Self.kept(
                browser.post(first, Self.refused, headers: navigation), at: "/profile?a=b&")
            #expect(first != second && second.ranges(of: "portico-kept=").count == 1)
            for address in [first, second] {
                #expect(try await browser.get(address, headers: navigation).status == .unprocessableContent)
            }
        }
    }

    @Test("is not kept with a password in it")
    func secrets() async throws {
        let mount: @Sendable (inout MainSection) -> Void = { main in
            main.routes { routes, pages in
                routes.post("guarded") { request, context in
                    try await pages.proven(request, context, over: "/") { _, _ in .redirect(to: "/") }
                }
            }
        }
        try await TestDoor.run(publicFolder: publicFolder, mount: mount) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            door.clock.advance(by: 601)
            let send = { (fields: [(String, String)]) in
                try await browser.post("/guarded", [("account", "local/ada")] + fields, headers: navigation)
            }
            #expect(try await send([("new-password", "a secret")]).status == .forbidden)
            let question = try Self.kept(try await send([("note", "no secret")]), at: "/guarded")
            #expect(
                try await browser.get(question, headers: navigation).text.contains(#"name="note" value="no secret""#))
        }
    }

    @Test("that needs a proof needs it again for each request")
    func proof() async throws {
        try await administering { door, chief, _ in
            let fields = [("account", "local/chief"), ("email", "nobody at all"), ("name", "Somebody")]
            let path = "/administration/people/invite"
            let address = try Self.kept(try await chief.post(path, fields, headers: navigation), at: path)
            #expect(try await chief.get(address, headers: navigation).text.contains("nobody at all"))
            door.clock.advance(by: 601)
            let later = try await chief.get(address, headers: navigation)
            #expect(later.asksForProof && !later.text.contains("nobody at all"))
        }
    }

    @Test("can also be an error page")
    func errors() async throws {
        try await signedInAtDoor { _, browser, _ in
            let fields = [("account", "local/bob"), ("note", "a")]
            let address = try await Self.kept(browser.post("/profile", fields, headers: navigation), at: "/profile")
            let page = try await browser.get(address, headers: navigation)
            #expect(page.status == .conflict && page.isError)
        }
    }

    @Test("is the response itself if it is too large")
    func large() async throws {
        try await signedInAtDoor { _, browser, client in
            let noise = (1...150).map { _ in Token.random().value }.joined()
            let cover = try await browser.post(
                "/session", [("username", noise), ("password", "a"), ("add", "on")], headers: navigation)
            #expect(cover.status == .seeOther, "the store has the page of a signed-in person")
            let stranger = try await TestBrowser(client).post(
                "/session", [("username", noise), ("password", "a")], headers: navigation)
            #expect(stranger.status.kind == .clientError, "a browser would refuse the cookie")
        }
    }

    // MARK: Steps

    /// The address of a kept page, which begins with `path`.
    private static func kept(_ response: TestResponse, at path: String) throws -> String {
        #expect(response.status == .seeOther)
        let address = try #require(response.headers[.location])
        #expect(address.hasPrefix(path) && address.contains("portico-kept="), "\(address)")
        return address
    }
}

extension HTTPField.Name {
    fileprivate static let secFetchDest = Self("Sec-Fetch-Dest")!
}
