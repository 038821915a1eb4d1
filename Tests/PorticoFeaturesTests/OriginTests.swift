import HTTPTypes
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Security: the origins of requests")
struct OriginTests {
    private static let unsafe = [
        "/session", "/session/end", "/settings/automatic-sign-in", "/settings/appearance", "/profile",
        "/profile/edit", "/profile/edit/leave", "/setup", "/dev/settings",
    ]

    @Test("3.5.1 unsafe requests of other sites' pages are refused, sign-in included", arguments: unsafe)
    func foreignPages(path: String) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let before = await browser.cookies
            for site in ["cross-site", "same-site", "", "SAME-ORIGIN", "same-origin, cross-site"] {
                let fields = [("username", "ada"), ("password", TestServer.password), ("value", "on")]
                let response = try await browser.post(
                    path, fields, headers: [.secFetchSite: site, .origin: "http://localhost"])
                #expect(response.status == .forbidden, "\(site)")
                #expect(response.isError)
            }
            for origin in [
                "https://evil.example", "null", "http://localhost.evil.example", "https://localhost", "", "*",
            ] {
                #expect(try await browser.post(path, headers: [.origin: origin]).status == .forbidden, "\(origin)")
            }
            #expect(await browser.cookies == before)
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test(
        "13.2 no route of development answers another host",
        arguments: ["/dev/outbox", "/dev/reload", "/dev/presentations", "/dev/hud", "/dev/settings"])
    func development(path: String) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            #expect(try await browser.get(path, headers: [.host: "evil.example"]).status == .misdirectedRequest)
            #expect(try await browser.post(path, headers: [.host: "evil.example"]).status == .misdirectedRequest)
        }
    }

    @Test(
        "3.5.1 requests of our own pages, and those that the person began, are allowed",
        arguments: ["same-origin", "none"])
    func ownPages(site: String) async throws {
        try await withServer { _, client in
            let fields = [("username", "ada"), ("password", TestServer.password)]
            let own = try await TestBrowser(client).post("/session", fields, headers: [.secFetchSite: site])
            #expect(own.status == .seeOther)
        }
    }

    @Test(
        "3.5.1 without Sec-Fetch-Site, Origin identifies our pages; a client without either is not a browser"
    )
    func originHeader() async throws {
        try await withServer { _, client in
            let fields = [("username", "ada"), ("password", TestServer.password)]
            let own = try await TestBrowser(client).post("/session", fields, headers: [.origin: "http://localhost"])
            #expect(own.status == .seeOther)
            #expect(try await TestBrowser(client).post("/session", fields).status == .seeOther)
        }
    }

    @Test("3.5.3 reading needs no such headers, and changes nothing", arguments: ["cross-site", "same-site"])
    func reading(site: String) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            for path in ["/", "/session/new", "/session/end", "/settings/automatic-sign-in"] {
                _ = try await browser.get(path, headers: [.secFetchSite: site])
            }
            #expect(try await browser.account() == "local/ada")
        }
    }

    @Test(
        "13.2 a server on this machine answers only under the machine's own names",
        arguments: [
            ("localhost:8080", true), ("127.0.0.1:8080", true), ("[::1]:8080", true), ("LOCALHOST:8080", true),
            ("localhost:8081", false), ("localhost", false), ("evil.example", false), ("evil.example:8080", false),
            ("127.0.0.1.evil.example:8080", false), ("localhost.:8080", false), ("127.0.0.2:8080", false),
            ("0.0.0.0:8080", false), ("[::]:8080", false), ("localhost:8080:8080", false),
            ("user@localhost:8080", false),
            ("localhost:8080/", false), ("2130706433:8080", false), (" localhost:8080", false), ("", false),
            ("localhost:8080,evil.example", false),
        ])
    func loopbackHosts(host: String, isOurs: Bool) {
        #expect(PublicOrigin.loopback(port: 8080).accepts(authority: host) == isOurs)
    }

    @Test(
        "13.2 a server with a name answers only under that name",
        arguments: [
            ("door.example", true), ("door.example:443", true), ("Door.Example", true), ("door.example:80", false),
            ("door.example:8443", false), ("www.door.example", false), ("door.example.evil.example", false),
            ("localhost", false), ("127.0.0.1", false), ("door.example.", false), ("door.example:0", false),
            ("door.example:443443", false), ("", false),
        ])
    func namedHosts(host: String, isOurs: Bool) throws {
        let origin = try PublicOrigin("https://door.example")
        #expect(origin.accepts(authority: host) == isOurs)
    }

    @Test(
        "13.2 a foreign or missing Host is refused before any other check",
        arguments: [
            ("Host: evil.example\r\n", "421"), ("Host: door.example:8443\r\n", "421"), ("Host: localhost\r\n", "421"),
            ("", "400"), ("Host: \r\n", "400"), ("Host: door.example\r\nHost: evil.example\r\n", "400"),
            ("Host: evil.example\r\nHost: door.example\r\n", "400"),
        ])
    func overTheWire(host: String, status: String) async throws {
        try await withSecureServer { port in
            for target in ["/", "/robots.txt", "/session/new"] {
                let answer = try await RawConnection.exchange(
                    port: port, "GET \(target) HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"), "\(target): \(answer.prefix(30))")
            }
        }
    }

    @Test("13.2 health checks may have any Host, and nothing else may")
    func healthChecks() async throws {
        try await withSecureServer { port in
            for path in ["/healthz", "/readyz"] {
                let answer = try await RawConnection.exchange(
                    port: port, "GET \(path) HTTP/1.1\r\nHost: 10.0.0.7:8080\r\nConnection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 200"))
            }
        }
    }

    @Test(
        "13.2 only an https origin, or this machine, is valid in the configuration",
        arguments: [
            ("http://door.example", PublicOrigin.Problem.insecure), ("http://10.0.0.1", .insecure),
            ("http://localhost.evil.example", .insecure), ("door.example", .malformed), ("https://", .malformed),
            ("https://door.example/path", .malformed), ("ftp://door.example", .malformed),
            ("https://do or", .malformed),
            ("https://door.example:0", .malformed), ("https://door.example:70000", .malformed),
            ("https://user@door.example", .malformed), ("https://door.example:", .malformed), ("", .malformed),
            ("https://[::1", .malformed), ("https://.", .malformed),
        ])
    func configuration(text: String, problem: PublicOrigin.Problem) {
        #expect(throws: problem) { () throws -> Void in _ = try PublicOrigin(text) }
    }

    @Test(
        "an origin is written as in browsers",
        arguments: [
            ("https://door.example", "https://door.example"), ("https://Door.Example/", "https://door.example"),
            ("https://door.example:443", "https://door.example"),
            ("https://door.example:8443", "https://door.example:8443"),
            ("https://door.example.", "https://door.example"), ("https://door.example.:443/", "https://door.example"),
            ("http://localhost:8080", "http://localhost:8080"), ("HTTP://[::1]:8080", "http://[::1]:8080"),
        ])
    func normalForm(text: String, expected: String) throws {
        let origin = try PublicOrigin(text)
        #expect(origin.description == expected)
    }
}
