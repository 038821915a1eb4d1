import HTTPTypes
import Hummingbird
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Security: headers")
struct HeaderTests {
    private static let expected = [
        "Content-Security-Policy": """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
        manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; \
        require-trusted-types-for 'script'; trusted-types portico; report-uri /violations
        """,
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    ]

    private func check(_ response: TestResponse, _ what: Comment, isPublic: Bool = false) {
        for (name, value) in Self.expected {
            let values = HTTPField.Name(name).map { response.headers[values: $0] }
            #expect(values == [value], what)
        }
        #expect(response.headers[HTTPField.Name("Permissions-Policy")!]?.contains("camera=()") == true, what)
        #expect(response.headers[.strictTransportSecurity] == nil, what)
        #expect(response.headers[.server] == nil, what)
        guard !isPublic else { return }
        #expect(response.headers[values: .cacheControl] == ["no-store"], what)
    }

    @Test("3.4.1 to 3.4.8 and 14.3.2 are on pages, redirects, refusals and errors of every status, GET and HEAD")
    func everywhere() async throws {
        try await TestServer.run(publicFolder: publicFolder, mount: { $0.addFailing() }) { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            let requests: [(HTTPRequest.Method, String, Int)] = [
                (.get, "/", 200), (.get, "/session/new", 200), (.get, "/session", 303), (.get, "/nothing", 404),
                (.get, "/failing", 401), (.delete, "/", 405), (.post, "/", 405), (.options, "/session", 405),
                (.get, "/session/end", 401), (.get, "/accounts/current", 405), (.get, "/profile", 401),
                (.get, "/setup?token=x", 403),
                (.post, "/session", 415),
                (.get, "/healthz", 200), (.get, "/readyz", 200), (.head, "/", 200), (.head, "/nothing", 404),
                (.head, "/session", 303), (.head, "/session/new", 200), (.head, "/failing", 401),
            ]
            for (method, path, status) in requests {
                let response = try await browser.send(method, path)
                #expect(response.status.code == status, "\(method) \(path)")
                check(response, "\(method) \(path)")
                if method == .head { #expect(response.body.readableBytes == 0, "\(path)") }
            }
            check(try await browser.get("/", headers: [.accept: "application/json"]), "JSON")
            check(try await browser.get("/nothing", headers: [.accept: "application/json"]), "a problem document")
            check(try await browser.post("/session", [("username", "ada")]), "a form without a field")
            check(try await browser.post("/session", [("username", "ada"), ("password", "x")]), "a wrong password")
            check(try await browser.post("/session", headers: [.secFetchSite: "cross-site"]), "403")
            check(try await browser.signIn(), "signing in")
            check(try await browser.get("/"), "the main screen")
            check(try await browser.get("/failing"), "500")
            let toggle = try await browser.post("/settings/automatic-sign-in", [("value", "on")], headers: fromScript)
            check(toggle, "204")
            check(try await browser.post("/session/end"), "signing out")
        }
    }

    @Test("3.4.1 to 3.4.8 are on public files too, on 200, 206, 304, 404, 405 and 416")
    func publicFiles() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let file = try await browser.get("/robots.txt")
            let tag = try #require(file.headers[.eTag])
            check(file, "200", isPublic: true)
            check(try await browser.send(.head, "/robots.txt"), "HEAD", isPublic: true)
            for (headers, status) in [
                ([.ifNoneMatch: tag], 304), ([.range: "bytes=0-0"], 206), ([.range: "bytes=99999-"], 416),
            ] as [(HTTPFields, Int)] {
                let response = try await browser.get("/robots.txt", headers: headers)
                #expect(response.status.code == status)
                check(response, "\(status)", isPublic: true)
            }
            check(try await browser.get("/assets/other/css/base.css"), "404")
            check(try await browser.post("/robots.txt"), "405")
        }
    }

    @Test("3.4.1 to 3.4.8 are on responses of mounted routes, also if a route sets some of them itself")
    func mountedRoutes() async throws {
        try await TestServer.run(publicFolder: publicFolder, mount: { $0.addDownload() }) { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let plain = try await browser.get("/plain")
            #expect(plain.text == "plain")
            check(plain, "a download")
            let strict = try await browser.get("/strict")
            #expect(strict.headers[values: .contentSecurityPolicy] == ["default-src 'none'; sandbox"])
            #expect(strict.headers[.xContentTypeOptions] == "nosniff")
            #expect(strict.headers[.cacheControl] == "no-store")
        }
    }

    @Test("3.4.3 scripts create the Trusted Types policies that the application names, and Portico's")
    func trustedTypes() async throws {
        try await TestServer.run(publicFolder: publicFolder, mount: { $0.allowTrustedTypes("lit-html", "dompurify") }) {
            _, client in
            let policy = try await TestBrowser(client).get("/").headers[.contentSecurityPolicy]
            #expect(policy?.contains("; trusted-types portico lit-html dompurify;") == true)
        }
    }

    @Test("3.4.1 HSTS includes subdomains, unless the installation leaves them out", arguments: [true, false])
    func subdomains(isIncluded: Bool) throws {
        let origin = try PublicOrigin("https://door.example")
        let headers = SecurityHeaders(origin: origin, hstsSubdomains: isIncluded).common
        let expected = "max-age=63072000" + (isIncluded ? "; includeSubDomains" : "")
        #expect(headers[.strictTransportSecurity] == expected)
    }

    @Test("3.4.1 HSTS of at least a year, over TLS only")
    func strictTransport() async throws {
        try await withSecureServer { port in
            for target in ["/", "/nothing", "/robots.txt", "/session"] {
                let answer = try await RawConnection.exchange(
                    port: port, "GET \(target) HTTP/1.1\r\nHost: door.example\r\nConnection: close\r\n\r\n")
                let age = answer.firstMatch(of: /(?i)strict-transport-security: max-age=(\d+)/)
                #expect(age.flatMap { Int($0.1) } ?? 0 >= 31_536_000, "\(target)")
            }
        }
    }

    @Test("3.4.1 to 3.4.8 are on the response to a foreign Host too")
    func foreignHost() async throws {
        try await withSecureServer { port in
            let answer = try await RawConnection.exchange(
                port: port, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
            for (name, value) in Self.expected {
                #expect(answer.lowercased().contains("\(name): \(value)".lowercased()), "\(name)")
            }
        }
    }
}

/// Internals that no page may show.
struct Leak: Error, CustomStringConvertible {
    let description = "secret internals in /var/lib/secret"
}

/// A page's content for tests.
struct PlainContent: HTMLRenderable {
    var text = "content of a mounted page"

    func render(into html: inout HTMLWriter) {
        html.text(text)
    }
}

extension MainSection {
    /// A page that always fails.
    mutating func addFailing() {
        page("/failing", title: "Failing") { _, _ -> PlainContent in throw Leak() }
    }

    /// Routes with their own responses.
    fileprivate mutating func addDownload() {
        routes { routes, _ in
            routes.get("plain") { _, _ in "plain" }
            routes.get("strict") { _, _ in
                Response(status: .ok, headers: [.contentSecurityPolicy: "default-src 'none'; sandbox"])
            }
        }
    }
}
