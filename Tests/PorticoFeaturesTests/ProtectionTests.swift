import Foundation
import HTTPTypes
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoFeatures
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("In front of other applications")
struct ProtectionTests {
    private static let rules = [
        "door.example/assets-of-app/** public", "door.example/app/** signed-in",
        "app.example/admin/** groups:admins proof", "app.example/staff/** groups:staff", "app.example/** signed-in",
    ]
    private static let names = ["Remote-User", "Remote-Name", "Remote-Email", "Remote-Groups", "Portico-Assertion"]

    private func protecting(
        proxies: [String] = ["127.0.0.1"], log: LogRecorder = LogRecorder(),
        _ test: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        let rules = try Self.rules.map { try ProtectionRule($0) }
        let origin = try PublicOrigin("https://door.example")
        try await TestServer.run(
            publicFolder: publicFolder, logger: log.logger,
            configure: {
                $0.environment = .production
                $0.origin = origin
                $0.trustedProxies = proxies.compactMap { AddressRange($0) }
                $0.protection = ProtectionRules(hosts: ["app.example"], rules: rules)
            }
        ) { server, client in
            try await server.addAccount(email: "ada@example.org")
            try await test(server, client)
        }
    }

    /// Sends a check like nginx.
    private func check(
        _ url: String, _ browser: TestBrowser, _ others: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.door: "door.example", .originalURL: url, .originalMethod: "GET"]
        headers.append(contentsOf: others)
        return try await browser.get("/auth/check", headers: headers)
    }

    /// A browser in which ada is signed in at the door.
    private func browser(_ client: TestClient, remember: Bool = false) async throws -> TestBrowser {
        let browser = TestBrowser(client)
        let fields = [("username", "ada"), ("password", TestServer.password)] + (remember ? [("remember", "on")] : [])
        #expect(try await browser.post("/session", fields, headers: [.door: "door.example"]).status == .seeOther)
        return browser
    }

    /// Follows redirects across hosts, and returns the first address outside of the door.
    private func follow(
        _ address: String, _ browser: TestBrowser, limit: Int = 5
    ) async throws -> (address: String, last: TestResponse?) {
        var (address, last): (String, TestResponse?) = (address, nil)
        for _ in 0..<limit {
            let url = try #require(URLComponents(string: address))
            guard url.path.hasPrefix("/portico/") else { return (address, last) }
            let target = String(address.dropFirst("https://\(url.host ?? "")".count))
            let response = try await browser.get(target, headers: [.door: url.host ?? ""])
            last = response
            guard let location = response.headers[.location] else { return (address, response) }
            address = location
        }
        return (address, last)
    }

    @Test("names the signed-in account to a proxy that asks about the same host")
    func here() async throws {
        try await protecting { server, client in
            try await server.auth.directory.setGroups(["staff", "editors"], of: server.auth.store.accounts()[0].id)
            let browser = try await browser(client)
            let answer = try await check("https://door.example/app/x?y=1", browser)
            #expect(answer.status == .ok)
            #expect(answer.header("Remote-User") == "ada")
            #expect(answer.header("Remote-Name") == "Ada Lovelace")
            #expect(answer.header("Remote-Email") == "ada@example.org")
            #expect(answer.header("Remote-Groups") == "editors,staff")
            #expect(answer.header("Portico-Assertion")?.split(separator: ".").count == 3)
            #expect(answer.header("Cache-Control") == "no-store")
            let keys = try await browser.get("/.well-known/jwks.json", headers: [.door: "door.example"])
            #expect(keys.text.contains("\"crv\":\"Ed25519\""))
        }
    }

    @Test("admits everybody to public paths, and names nobody without a sign-in, whatever a client sends")
    func everybody() async throws {
        try await protecting { _, client in
            let forged: HTTPFields = [.init("Remote-User")!: "root", .init("Portico-Assertion")!: "a.b.c"]
            let answer = try await check("https://door.example/assets-of-app/a", TestBrowser(client), forged)
            #expect(answer.status == .ok)
            for name in Self.names { #expect(answer.header(name) == "", "\(name)") }
        }
    }

    @Test("leads to the cover and back to the exact address, on the same host")
    func coverHere() async throws {
        try await protecting { _, client in
            let url = "https://door.example/app/a%20b?c=d&e=%2F%3F"
            let answer = try await check(url, TestBrowser(client))
            #expect(answer.status == .unauthorized)
            let cover = try #require(answer.header("Portico-Cover"))
            let stranger = TestBrowser(client)
            let (_, page) = try await follow(cover, stranger)
            let next = try #require(page?.field("next"))
            #expect(page?.status == .unauthorized)
            let signedIn = try await stranger.post(
                "/session", [("username", "ada"), ("password", TestServer.password), ("next", next)],
                headers: [.door: "door.example"])
            let location = try #require(signedIn.headers[.location])
            #expect(try await follow("https://door.example\(location)", stranger).address == url)
        }
    }

    @Test("brings a browser to another host with a code; its sign-in there ends with the sign-in here")
    func elsewhere() async throws {
        try await protecting { server, client in
            let browser = try await browser(client)
            let url = "https://app.example/a?b=c"
            let asked = try await check(url, browser)
            #expect(asked.status == .unauthorized, "the request has no cookie of the door")
            let cover = try #require(asked.header("Portico-Cover"))
            #expect(cover.hasPrefix("https://app.example/portico/begin?"))
            let (address, last) = try await follow(cover, browser)
            #expect(address == url)
            #expect(last?.headers[values: .setCookie].contains { $0.hasPrefix("__Host-portico-host=") } == true)
            #expect(last?.headers[values: .setCookie].allSatisfy { !$0.contains("Domain") } == true)
            #expect(try await check(url, browser).header("Remote-User") == "ada")
            let ended = try await browser.post("/session/end", headers: [.door: "door.example"])
            #expect(ended.status == .seeOther)
            #expect(try await check(url, browser).status == .unauthorized)
        }
    }

    @Test("keeps the cookie of another host as long as the one here", arguments: [true, false])
    func lifetime(remember: Bool) async throws {
        try await protecting { _, client in
            let browser = try await browser(client, remember: remember)
            let (_, last) = try await follow("https://app.example/portico/begin?to=https://app.example/", browser)
            let cookie = last?.headers[values: .setCookie].first { $0.hasPrefix("__Host-portico-host=") }
            #expect(cookie?.contains("Max-Age") == remember)
        }
    }

    @Test("accepts a code once, at its host, in the browser that requested it")
    func codes() async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            let begun = try await browser.get(
                "/portico/begin?to=https://app.example/", headers: [.door: "app.example"])
            let start = try #require(begun.headers[.location]).replacing("https://door.example", with: "")
            let led = try await browser.get(start, headers: [.door: "door.example"])
            let end = try #require(led.headers[.location]).replacing("https://app.example", with: "")
            let other = TestBrowser(client)
            let again = "https://app.example/portico/begin?to=https%3A%2F%2Fapp.example%2F&again=on"
            let refused = try await other.get(end, headers: [.door: "app.example"])
            #expect(refused.headers[.location] == again)
            #expect(refused.headers[.setCookie] == nil)
            #expect(try await other.get(end + "&again=on", headers: [.door: "app.example"]).status == .badRequest)
            #expect(try await browser.get(end, headers: [.door: "door.example"]).status == .badRequest)
            let burnt = try await browser.get(end, headers: [.door: "app.example"])
            #expect(burnt.headers[.location] == again, "another browser has used the code")
            #expect(burnt.headers[.setCookie] == nil)
            let cookies = await browser.cookies
            #expect(try await follow(again, browser).address == "https://app.example/")
            #expect(try await check("https://app.example/", browser).header("Remote-User") == "ada")
            await browser.use(cookies)
            let anew = try #require(try await browser.get(start, headers: [.door: "door.example"]).headers[.location])
                .replacing("https://app.example", with: "")
            let arrived = try await browser.get(anew, headers: [.door: "app.example"])
            #expect(arrived.headers[.location] == "https://app.example/")
            await browser.use(cookies)
            let used = try await browser.get(anew, headers: [.door: "app.example"])
            #expect(used.headers[.location] == again)
            #expect(used.headers[.setCookie] == nil)
        }
    }

    /// The target of a cover, with the state of an exchange.
    private func next(of cover: TestResponse?) throws -> String {
        try #require(cover?.field("next")).replacing("&amp;", with: "&")
    }

    /// Signs ada in at a cover, and returns the address of the redirect.
    private func signIn(_ browser: TestBrowser, at cover: TestResponse?) async throws -> String {
        let next = try next(of: cover)
        let signedIn = try await browser.post(
            "/session", [("username", "ada"), ("password", TestServer.password), ("next", next)],
            headers: [.door: "door.example"])
        return "https://door.example\(try #require(signedIn.headers[.location]))"
    }

    @Test("repeats an exchange that took too long, but not for ever if the browser stores no cookies")
    func late() async throws {
        try await protecting { _, client in
            let (browser, url) = (TestBrowser(client), "https://app.example/a?b=c")
            let begin = "https://app.example/portico/begin?to=https%3A%2F%2Fapp.example%2Fa%3Fb%3Dc"
            let (_, cover) = try await follow(begin, browser)
            let on = try await signIn(browser, at: cover)
            // As in a browser after ten minutes.
            await browser.forget("__Host-portico-exchange")
            #expect(try await follow(on, browser, limit: 10).address == url)
            #expect(try await check(url, browser).header("Remote-User") == "ada")
            await browser.forget("__Host-portico-host")
            var (address, answers): (String, [HTTPResponse.Status]) = (begin, [])
            while answers.count < 10, let at = URLComponents(string: address), let host = at.host {
                let target = String(address.dropFirst("https://\(host)".count))
                let answer = try await browser.get(target, headers: [.door: host])
                await browser.forget("__Host-portico-exchange")
                answers.append(answer.status)
                guard let next = answer.headers[.location] else { break }
                address = next
            }
            #expect(answers == Array(repeating: .seeOther, count: 5) + [.badRequest])
        }
    }

    @Test("admits both of two tabs that began an exchange at the same time")
    func tabs() async throws {
        try await protecting { _, client in
            let browser = TestBrowser(client)
            let begin = "https://app.example/portico/begin?to=https%3A%2F%2Fapp.example%2F"
            let (_, cover) = try await follow(begin + "one", browser)
            let (_, other) = try await follow(begin + "two", browser)
            let otherNext = try next(of: other)
            let on = try await signIn(browser, at: cover)
            #expect(try await follow(on, browser).address == "https://app.example/one")
            // The first sign-in has ended the exchange.
            #expect(await browser.cookies["__Host-portico-exchange"] == nil)
            #expect(try await follow("https://door.example\(otherNext)", browser).address == "https://app.example/two")
        }
    }

    @Test("admits two tabs whose codes were both issued before either was used")
    func simultaneous() async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            var ends: [String] = []
            for path in ["one", "two"] {
                let begin = "https://app.example/portico/begin?to=https%3A%2F%2Fapp.example%2F\(path)"
                ends.append(try await follow(begin, browser, limit: 2).address)
            }
            #expect(ends.allSatisfy { $0.hasPrefix("https://app.example/portico/end?") })
            let cookies = await browser.cookies
            for (end, path) in zip(ends, ["one", "two"]) {
                // The second request has left before the first answer came.
                await browser.use(cookies)
                let answer = try await browser.get(
                    end.replacing("https://app.example", with: ""), headers: [.door: "app.example"])
                #expect(answer.headers[.location] == "https://app.example/\(path)")
                #expect(answer.headers[.setCookie]?.hasPrefix("__Host-portico-host=") == true)
            }
        }
    }

    @Test(
        "redirects to protected hosts only",
        arguments: [
            "https://evil.example/", "https://app.example.evil.example/", "https://app.example@evil.example/",
            "https://evil.example\\@app.example/", "http://app.example/", "//app.example/", "/a", "javascript:alert(1)",
            "https://app.example:8443/", "https://app.example/%0d%0aSet-Cookie:a=b", "https://app.example/../a", "",
            "https://evil.example/?https://app.example/", "https:app.example/", "https:///app.example/",
            "https://app.example%2eevil.example/", "https://app。example/",
        ])
    func nowhere(target: String) async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            let query = "to=\(target.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
            for (path, host) in [("start", "door.example"), ("begin", "app.example"), ("end", "app.example")] {
                let answer = try await browser.get("/portico/\(path)?\(query)&code=x", headers: [.door: host])
                #expect(answer.status == .badRequest, "\(path)")
                #expect(answer.headers[.location] == nil)
            }
        }
    }

    @Test("admits by groups, as soon as an account has them")
    func groups() async throws {
        try await protecting { server, client in
            let browser = try await browser(client)
            _ = try await follow("https://app.example/portico/begin?to=https://app.example/", browser)
            #expect(try await check("https://app.example/staff/", browser).status == .forbidden)
            let denials = try await server.auth.store.events(SecurityEventQuery(kinds: [.denied]))
            #expect(denials.map(\.event.detail) == ["app.example"])
            try await server.auth.directory.setGroups(["staff"], of: server.auth.store.accounts()[0].id)
            let isIn = try await eventually {
                try await check("https://app.example/staff/", browser).status == .ok
            }
            #expect(isIn)
            #expect(try await check("https://app.example/admin/", browser).status == .forbidden)
        }
    }

    @Test("asks for the password if a rule requires it, and redirects afterwards")
    func proof() async throws {
        let rules = ProtectionRules(rules: [try ProtectionRule("127.0.0.1/app/** signed-in proof")])
        let asked: HTTPFields = [.originalURL: "http://127.0.0.1/app/x", .originalMethod: "GET"]
        try await TestDoor.run(publicFolder: publicFolder, protection: rules) { door, client in
            try await door.addAccount()
            let browser = try await door.browser(client)
            #expect(try await browser.get("/auth/check", headers: asked).status == .ok)
            door.clock.advance(by: 600)
            let refused = try await browser.get("/auth/check", headers: asked)
            #expect(refused.status == .unauthorized)
            let cover = try #require(refused.header("Portico-Cover"))
            let path = try #require(cover.range(of: "/portico/start").map { String(cover[$0.lowerBound...]) })
            #expect(path.hasSuffix("&proof=password"))
            #expect(refused.header("Portico-Proof") == "password")
            let question = try await browser.get(path)
            #expect(question.asksForProof)
            let framing: HTTPFields = [.init("Sec-Fetch-Dest")!: "iframe", .secFetchSite: "same-origin"]
            let again = try await browser.post(path, [("reauthentication", "wrong")], headers: framing)
            #expect(again.asksForProof)
            #expect(again.header("Content-Security-Policy")?.contains("frame-ancestors 'self'") == true)
            let proven = try await browser.post(path, [("reauthentication", TestServer.password)])
            #expect(proven.headers[.location] == path)
            #expect(try await browser.get(path).headers[.location] == "http://127.0.0.1/app/x")
            #expect(try await browser.get("/auth/check", headers: asked).status == .ok)
        }
    }

    @Test("asks for a second factor if a rule requires it, also right after the password")
    func secondFactor() async throws {
        let rules = ProtectionRules(rules: [try ProtectionRule("127.0.0.1/app/** signed-in second-factor")])
        let asked: HTTPFields = [.originalURL: "http://127.0.0.1/app/x", .originalMethod: "GET"]
        try await TestDoor.run(publicFolder: publicFolder, protection: rules) { door, client in
            try await door.addAccount()
            let browser = try await door.browser(client)
            let refused = try await browser.get("/auth/check", headers: asked)
            #expect(refused.status == .unauthorized && refused.header("Portico-Proof") == "second-factor")
            let path = "/portico/start?to=http%3A%2F%2F127.0.0.1%2Fapp%2Fx&proof=second-factor"
            let question = try await browser.get(path)
            #expect(!question.asksForProof)
            // In a frame, the set-up opens a new tab, and the frame goes on afterwards.
            let framed = try await browser.get(
                path, headers: [.init("Sec-Fetch-Dest")!: "iframe", .secFetchSite: "same-origin"])
            #expect(framed.text.contains(#"href="/account/factors/app" target="_blank""#))
            #expect(framed.text.contains("id=\"continue\" href=\"\(path.replacing("&", with: "&amp;"))\""))
            // The person comes back after the set-up.
            let page = try await browser.get(try #require(question.setUpAddress))
            let next = page.field("next")?.replacing("&amp;", with: "&")
            #expect(next == path)
            _ = try await browser.setUpApp(on: page, next: next, door)
            #expect(try await browser.get(path).headers[.location] == "http://127.0.0.1/app/x")
            #expect(try await browser.get("/auth/check", headers: asked).status == .ok)
            door.clock.advance(by: 600)
            #expect(try await browser.get("/auth/check", headers: asked).status == .unauthorized)
            #expect(try await browser.get(path).text.contains(#"name="reauthentication-code""#))
        }
    }

    @Test("answers proxies that copy headers with the application's own cookies, at any host and for any method")
    func copied() async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            await browser.use(browser.cookies.merging(["own": "1"]) { $1 })
            for host in ["door.example", "app.example", "127.0.0.1:8080"] {
                let headers: HTTPFields = [
                    .door: host, .init("X-Forwarded-Proto")!: "https", .init("X-Forwarded-Host")!: "door.example",
                    .init("X-Forwarded-Uri")!: "/app/x", .init("X-Forwarded-Method")!: "POST",
                    .origin: "https://app.example", .init("Sec-Fetch-Site")!: "same-site",
                ]
                let answer = try await browser.post("/auth/check", headers: headers)
                #expect(answer.status == .ok && answer.header("Remote-User") == "ada")
                #expect(answer.header("Cookie") == "own=1")
            }
            #expect(try await check("https://door.example/app/x", browser).header("Cookie") == "own=1", "nginx too")
        }
    }

    @Test("sends a navigation of Caddy, Traefik or Envoy to the cover, and answers their scripts with 401")
    func forwarded() async throws {
        try await protecting { _, client in
            let browser = TestBrowser(client)
            var headers: HTTPFields = [
                .door: "door.example", .init("X-Forwarded-Proto")!: "https", .init("X-Forwarded-Host")!: "app.example",
                .init("X-Forwarded-Uri")!: "/a?b", .init("X-Forwarded-Method")!: "GET",
                .init("Sec-Fetch-Mode")!: "navigate",
            ]
            let led = try await browser.get("/auth/check", headers: headers)
            #expect(led.status == .seeOther)
            #expect(led.headers[.location] == "https://app.example/portico/begin?to=https%3A%2F%2Fapp.example%2Fa%3Fb")
            headers[.init("Sec-Fetch-Mode")!] = "cors"
            let script = try await browser.get("/auth/check", headers: headers)
            #expect(script.status == .unauthorized)
            #expect(script.header("Portico-Cover") == led.headers[.location])
            headers[.init("X-Forwarded-Method")!] = "POST"
            headers[.init("Sec-Fetch-Mode")!] = "navigate"
            #expect(try await browser.get("/auth/check", headers: headers).headers[.location] == led.headers[.location])
            headers[.init("Sec-Fetch-Mode")!] = nil
            headers[.accept] = "text/html"
            #expect(try await browser.get("/auth/check", headers: headers).headers[.location] == led.headers[.location])
            headers[.accept] = "*/*"
            #expect(try await browser.get("/auth/check", headers: headers).status == .unauthorized)
        }
    }

    /// Sends a check like Caddy, Traefik or Envoy.
    private func ask(
        _ scheme: String, _ host: String, _ target: String, _ browser: TestBrowser
    ) async throws -> TestResponse {
        try await browser.get(
            "/auth/check",
            headers: [
                .door: "door.example", .init("X-Forwarded-Proto")!: scheme, .init("X-Forwarded-Host")!: host,
                .init("X-Forwarded-Uri")!: target, .init("X-Forwarded-Method")!: "GET",
            ])
    }

    @Test("reads the schemes of WebSockets, and an address that is too long gets 414, from nginx 403")
    func addresses() async throws {
        let log = LogRecorder()
        try await protecting(log: log) { _, client in
            let browser = try await browser(client)
            #expect(try await ask("wss", "door.example", "/app/socket", browser).status == .ok)
            #expect(try await ask("WSS", "door.example:443", "/app/socket", browser).status == .ok)
            let agreed = try await check(
                "https://door.example/app/x", browser, [.init("X-Forwarded-Proto")!: "wss"])
            #expect(agreed.status == .ok)
            #expect(try await ask("ws", "door.example", "/app/socket", browser).status == .forbidden)
            let long = "/app/" + String(repeating: "x", count: 8300)
            #expect(try await ask("https", "door.example", long, browser).status == .uriTooLong)
            #expect(try await check("https://door.example" + long, browser).status == .forbidden)
            #expect(try await ask("gopher", "door.example", "/app/", browser).status == .badRequest)
            #expect(try await ask("https", "door.example", "/app/%zz", browser).status == .badRequest)
        }
        for reason in [
            "the address is over 8,192 bytes long", "the address cannot be read",
            "the path of the address cannot be read",
            "the host is not in protected.hosts, or the scheme is not that of http.origin",
        ] {
            #expect(
                log.lines.contains { $0.contains("reason=\(reason)") && $0.contains("host=door.example") }, "\(reason)")
        }
    }

    @Test("logs the reason of a refusal, each kind once a minute")
    func reasons() async throws {
        let log = LogRecorder()
        try await protecting(proxies: ["192.0.2.1"], log: log) { _, client in
            _ = try await check("https://door.example/app/x", TestBrowser(client))
        }
        try await protecting(log: log) { _, client in
            let browser = try await browser(client)
            for _ in 0..<3 {
                #expect(try await check("https://door.example/nothing", browser).status == .forbidden)
                #expect(try await check("https://door.example/app//../x", browser).status == .forbidden)
            }
            let forged: HTTPFields = [.init("X-Forwarded-Uri")!: "/other"]
            #expect(try await check("https://door.example/app/x", browser, forged).status == .forbidden)
            #expect(try await browser.get("/auth/check", headers: [.door: "x"]).status == .forbidden)
            let elsewhere = "/portico/begin?to=https://evil.example/"
            #expect(try await browser.get(elsewhere, headers: [.door: "app.example"]).status == .badRequest)
        }
        let refusals = log.lines.filter { $0.contains("a request for a protected address was refused") }
        for reason in [
            "http.trustedProxies does not name the peer", "no rule fits", "servers may read the path in different ways",
            "the headers of nginx and those of other proxies contradict", "the headers of the proxy do not say",
            "the host is not in protected.hosts",
        ] {
            #expect(refusals.filter { $0.contains("reason=\(reason)") }.count == 1, "\(reason)")
        }
    }

    @Test("sends applications no groups if they do not fit into headers, and logs that")
    func manyGroups() async throws {
        let log = LogRecorder()
        try await protecting(log: log) { server, client in
            let ada = try await server.auth.store.accounts()[0].id
            func groups(_ count: Int) -> Set<GroupName> {
                Set((0..<count).compactMap { GroupName("department-of-number-\(100_000 + $0)") })
            }
            func size(_ answer: TestResponse) -> Int {
                Self.names.reduce(0) { $0 + $1.utf8.count + 4 + (answer.header($1)?.utf8.count ?? 0) }
            }
            let browser = try await browser(client)
            try await server.auth.directory.setGroups(groups(100), of: ada)
            let whole = try await check("https://door.example/app/x", browser)
            #expect(whole.header("Remote-Groups")?.utf8.split(separator: UInt8(ascii: ",")).count == 100)
            #expect(size(whole) < 10_000)
            #expect(!log.text.contains("too many groups"))
            try await server.auth.directory.setGroups(groups(101), of: ada)
            let isLeftOut = try await eventually {
                try await check("https://door.example/app/x", browser).header("Remote-Groups") == ""
            }
            #expect(isLeftOut)
            #expect(log.lines.contains { $0.contains("too many groups") && $0.contains("account=local/ada") })
        }
    }

    @Test("passes on no return address that is too long for the query of a server")
    func longWayBack() async throws {
        try await protecting { _, client in
            let browser = TestBrowser(client)
            for (target, back) in [
                ("/a?" + String(repeating: "x", count: 5000), nil), ("/a?" + String(repeating: "&", count: 5000), "/a"),
                ("/" + String(repeating: "a", count: 8000), "/"),
            ] {
                let cover = try #require(
                    try await check("https://app.example" + target, browser).header("Portico-Cover"))
                let query = URLComponents(string: cover)?.queryItems?.first { $0.name == "to" }?.value
                #expect(query == "https://app.example" + (back ?? target))
                #expect(cover.utf8.count < 6_100)
            }
        }
    }

    @Test(
        "redirects from hosts with a dot at their end, for any method, and ignores case and default ports")
    func dots() async throws {
        try await protecting { _, client in
            let browser = TestBrowser(client)
            let at: [(String, String, String)] = [
                ("door.example.", "/account?x=1", "https://door.example/account?x=1"),
                ("Door.Example.:443", "/", "https://door.example/"),
                ("door.example.", "//x", "https://door.example//x"),
                ("app.example.", "/portico/begin?to=x", "https://app.example/portico/begin?to=x"),
            ]
            for (host, target, place) in at {
                let moved = try await browser.get(target, headers: [.door: host])
                #expect(moved.status == .permanentRedirect && moved.headers[.location] == place, "\(host)")
                #expect(moved.header("Strict-Transport-Security") != nil)
                #expect(try await browser.post(target, headers: [.door: host]).headers[.location] == place)
            }
            for host in ["evil.example.", "door.example..", ".", "door.example.:8443"] {
                #expect(try await browser.get("/", headers: [.door: host]).status == .misdirectedRequest, "\(host)")
            }
            #expect(try await browser.get("/healthz", headers: [.door: "door.example."]).status == .ok)
            for host in ["APP.example", "app.example:443"] {
                let begun = try await browser.get(
                    "/portico/begin?to=https://app.example/", headers: [.door: host])
                #expect(begun.status == .seeOther, "\(host)")
            }
        }
    }

    /// Headers that a client might add to those of nginx for `/app/x`, or use in their place.
    private static let forgeries: [[(String, String)]] = [
        [("X-Forwarded-Uri", "/assets-of-app/a")], [("X-Forwarded-Host", "door.example.evil")],
        [("X-Forwarded-Method", "POST")], [("X-Forwarded-Proto", "http")],
        [("X-Original-URL", "https://door.example/assets-of-app/a")], [("X-Original-Method", "GET")],
    ]

    @Test("believes no contradictory headers, and no client that asks itself", arguments: forgeries)
    func forged(headers: [(String, String)]) async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            let added = HTTPFields(headers.map { HTTPField(name: .init($0.0)!, value: $0.1) })
            #expect(try await check("https://door.example/app/x", browser).status == .ok)
            #expect(try await check("https://door.example/app/x", browser, added).status == .forbidden)
        }
    }

    @Test("believes only trusted proxies, and only complete questions")
    func untrusted() async throws {
        try await protecting(proxies: ["192.0.2.1"]) { _, client in
            let browser = try await browser(client)
            #expect(try await check("https://door.example/assets-of-app/a", browser).status == .forbidden)
        }
        try await protecting { _, client in
            let browser = try await browser(client)
            for headers in [
                [.door: "door.example"], [.door: "door.example", .originalURL: "https://door.example/app/x"],
                [.door: "door.example", .originalMethod: "GET"],
                [.door: "door.example", .originalURL: "/app/x", .originalMethod: "GET"],
                [.door: "door.example", .originalURL: "https://evil.example/app/x", .originalMethod: "GET"],
                [.door: "door.example", .originalURL: "http://door.example/app/x", .originalMethod: "GET"],
            ] as [HTTPFields] {
                #expect(try await browser.get("/auth/check", headers: headers).status == .forbidden)
            }
        }
    }

    @Test("answers only the exchange at the hosts of applications")
    func hosts() async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            for path in ["/", "/account", "/portico/start?to=https://app.example/", "/session/new", "/events"] {
                #expect(try await browser.get(path, headers: [.door: "app.example"]).status == .misdirectedRequest)
            }
            #expect(
                try await browser.get("/portico/begin", headers: [.door: "evil.example"]).status == .misdirectedRequest)
            let elsewhere = "/portico/begin?to=https://app.example/"
            #expect(try await browser.get(elsewhere, headers: [.door: "door.example"]).status == .badRequest)
            let policy = try await browser.get("/", headers: [.door: "door.example"]).header("Content-Security-Policy")
            #expect(policy?.contains("form-action 'self' https://app.example;") == true)
        }
    }

    @Test("names the account of a host to the scripts of that host, and to no others")
    func session() async throws {
        try await protecting { _, client in
            let browser = try await browser(client)
            let here = try await browser.get("/portico/session", headers: [.door: "door.example"])
            #expect(here.header("Portico-Account") == "ada")
            #expect(here.header("Portico-Cover-Title") == "Log%20in")
            #expect(here.header("Content-Security-Policy") == "default-src 'none'; frame-ancestors 'self'")
            let there = try await browser.get("/portico/session", headers: [.door: "app.example"])
            #expect(there.header("Portico-Account") == "")
            let cover = try #require(try await check("https://app.example/", browser).header("Portico-Cover"))
            _ = try await follow(cover, browser)
            let after = try await browser.get("/portico/session", headers: [.door: "app.example"])
            #expect(after.header("Portico-Account") == "ada")
            #expect(after.header("Access-Control-Allow-Origin") == nil)
        }
    }

    @Test("has no transitions if pages of its origin belong to an application", arguments: ["door", "app"])
    func transitions(host: String) async throws {
        let rule = try ProtectionRule("\(host).example/app/** signed-in")
        let origin = try PublicOrigin("https://door.example")
        try await TestServer.run(
            publicFolder: publicFolder,
            configure: {
                $0.environment = .production
                $0.origin = origin
                $0.trustedProxies = ["127.0.0.1"].compactMap { AddressRange($0) }
                $0.protection = ProtectionRules(hosts: ["app.example"], rules: [rule])
            }
        ) { _, client in
            let browser = TestBrowser(client)
            for path in ["/", "/portico/start?to=https%3A%2F%2F\(host).example%2Fapp%2F"] {
                let page = try await browser.get(path, headers: [.door: "door.example"]).text
                #expect(page.contains(/<html [^>]* data-still[ >]/) == (host == "door"), "\(path)")
            }
        }
    }

    @Test("lets only the listed hosts of the same site have the cover in a frame")
    func frames() async throws {
        try await protecting { _, client in
            let path = "/portico/start?to=https%3A%2F%2Fapp.example%2Fportico%2Fsession"
            let framing: HTTPFields = [.door: "door.example", .init("Sec-Fetch-Dest")!: "iframe"]
            let stranger = TestBrowser(client)
            let opened = try await stranger.get(path, headers: framing.merged([.secFetchSite: "same-site"]))
            #expect(opened.status == .unauthorized)
            #expect(
                opened.header("Content-Security-Policy")?.contains("frame-ancestors 'self' https://app.example;")
                    == true)
            #expect(opened.text.contains(#"<base target="_blank">"#))
            #expect(opened.text.contains(/<form [^>]*id="sign-in"[^>]* target="_self"/))
            let page = try await stranger.get(path, headers: [.door: "door.example"])
            #expect(!page.text.contains("<base"))
            let refused = try await stranger.post(
                "/session", [("username", "ada"), ("password", "wrong")],
                headers: framing.merged([.secFetchSite: "same-origin"]))
            #expect(refused.status == .unauthorized)
            #expect(refused.header("Content-Security-Policy")?.contains("frame-ancestors 'self' ") == true)
            #expect(refused.text.contains(#"<base target="_blank">"#))
            let others: [(String, HTTPFields)] = [
                (path, framing.merged([.secFetchSite: "cross-site"])), (path, framing.merged([.secFetchSite: "none"])),
                (path, framing), (path, [.door: "door.example", .secFetchSite: "same-site"]),
                ("/", framing.merged([.secFetchSite: "same-site"])),
                ("/session/new", framing.merged([.secFetchSite: "same-origin"])),
                ("/portico/start/x", framing.merged([.secFetchSite: "same-site"])),
            ]
            for (path, headers) in others {
                let answer = try await stranger.get(path, headers: headers)
                #expect(answer.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true, "\(path)")
            }
        }
    }

    @Test("serves the script for other applications at a constant address")
    func script() async throws {
        try await protecting { _, client in
            let browser = TestBrowser(client)
            let answer = try await browser.get("/assets/portico-session.js", headers: [.door: "door.example"])
            #expect(answer.status == .ok)
            #expect(answer.header("Cross-Origin-Resource-Policy") == "same-site")
            #expect(answer.header("Cache-Control") == "public, max-age=300")
            let tag = try #require(answer.header("ETag"))
            let again = try await browser.get(
                "/assets/portico-session.js", headers: [.door: "door.example", .init("If-None-Match")!: tag])
            #expect(again.status == .notModified)
        }
    }

    @Test("does not exist without rules")
    func without() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            for path in [
                "/auth/check", "/portico/begin", "/portico/end", "/portico/start", "/.well-known/jwks.json",
                "/portico/session", "/assets/portico-session.js",
            ] {
                let answer = try await browser.get(path)
                #expect(answer.status == .notFound, "\(path)")
            }
        }
    }
}

extension HTTPField.Name {
    fileprivate static let door = Self("Host")!
    fileprivate static let originalURL = Self("X-Original-URL")!
    fileprivate static let originalMethod = Self("X-Original-Method")!
}

extension TestResponse {
    fileprivate func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}
