import HTTPTypes
import Hummingbird
import NIOCore
import PorticoServer
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Security: cookies")
struct CookieTests {
    private func attributes(_ cookie: String) -> Set<String> {
        Set(cookie.split(separator: ";").dropFirst().map { $0.trimmingPrefix(" ").lowercased() })
    }

    @Test("3.3.1 to 3.3.5 over plain HTTP on loopback: HttpOnly and SameSite, without prefix and Secure")
    func loopback() async throws {
        try await withServer { _, client in
            let cookies = try await TestBrowser(client).signIn(remember: true).headers[values: .setCookie]
            #expect(cookies.count == 4)
            #expect(cookies.allSatisfy { attributes($0).isSuperset(of: ["path=/", "httponly", "samesite=lax"]) })
            let named = try #require(cookies.first { $0.hasPrefix("portico=") })
            let run = try #require(cookies.first { $0.hasPrefix("portico-run=") })
            #expect(attributes(named) == ["max-age=34560000", "path=/", "httponly", "samesite=lax"])
            #expect(attributes(run) == ["path=/", "httponly", "samesite=lax"])
        }
    }

    @Test("3.3.1 to 3.3.5 at an https origin: __Host-, Secure, HttpOnly, SameSite=Lax, no Domain")
    func secure() async throws {
        try await withSecureServer { port in
            let body = "username=ada&password=\(TestServer.password.replacing(" ", with: "+"))"
            let answer = try await RawConnection.exchange(
                port: port,
                """
                POST /session HTTP/1.1\r\nHost: door.example\r\nOrigin: https://door.example\r\nConnection: close\r
                Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
                """)
            #expect(answer.hasPrefix("HTTP/1.1 303"))
            let cookies = answer.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("set-cookie:") }
                .map { String($0.dropFirst(11).trimmingPrefix(" ")) }
            #expect(cookies.count == 3)
            let display = try #require(cookies.first { $0.hasPrefix("__Host-portico-look=automatic.L") })
            #expect(attributes(display) == ["max-age=31536000", "path=/", "secure", "httponly", "samesite=lax"])
            let named = try #require(cookies.first { $0.hasPrefix("__Host-portico=") })
            let run = try #require(cookies.first { $0.hasPrefix("__Host-portico-run=") })
            #expect(attributes(named) == ["max-age=34560000", "path=/", "secure", "httponly", "samesite=lax"])
            #expect(attributes(run) == ["path=/", "secure", "httponly", "samesite=lax"])
        }
    }

    @Test("3.3.3 at an https origin the cookie without prefix is ignored")
    func unprefixed() async throws {
        try await withSecureServer { port in
            let body = "username=ada&password=\(TestServer.password.replacing(" ", with: "+"))"
            let answer = try await RawConnection.exchange(
                port: port,
                """
                POST /session HTTP/1.1\r\nHost: door.example\r\nConnection: close\r
                Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
                """)
            let pairs = answer.matches(of: /__Host-(portico[a-z-]*)=([A-Za-z0-9_-]{43})/).map { ($0.1, $0.2) }
            #expect(pairs.count == 2)
            for prefix in ["__Host-", ""] {
                let cookies = pairs.map { "\(prefix)\($0)=\($1)" }.joined(separator: "; ")
                let page = try await RawConnection.exchange(
                    port: port,
                    "GET / HTTP/1.1\r\nHost: door.example\r\nCookie: \(cookies)\r\nConnection: close\r\n\r\n")
                #expect(page.contains(#"data-account="local/ada""#) == !prefix.isEmpty)
            }
        }
    }

    @Test(
        "with two values are ignored: one of them is another site's",
        arguments: [
            ("portico=a", "a"), ("portico=a; portico=a", "a"), ("portico=a; portico=b", nil),
            ("portico=a; other=x; portico=b", nil), ("portico-other=b; portico=a", "a"),
        ])
    func twoValues(header: String, value: String?) {
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.cookie: header])
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        #expect(ServerCookie(origin: .loopback(port: nil)).value(in: request) == value)
    }

    @Test("of two installations on one host are separate if the names differ")
    func twoInstallations() async throws {
        try await TestServer.run(
            publicFolder: publicFolder, configure: { $0.cookieName = "porticoshop" }
        ) { other, client in
            try await other.addAccount("eve")
            let second = TestBrowser(client)
            try await withServer { _, client in
                let first = TestBrowser(client)
                _ = try await first.signIn(remember: true)
                let names = Set(await first.cookies.keys)
                // A browser sends the cookies of one port to other ports, too.
                await second.use(first.cookies)
                _ = try await second.signIn("eve", remember: true)
                let all = await second.cookies
                #expect(Set(all.keys) == names.union(names.map { $0.replacing("portico", with: "porticoshop") }))
                await first.use(all)
                #expect(try await first.account() == "local/ada")
                #expect(try await second.account() == "local/eve")
                let header = all.keys.map { "\($0)=x" }.joined(separator: "; ")
                #expect(ServerCookie.others(in: [.cookie: "\(header); a=b"]) == "a=b", "applications get neither's")
            }
        }
    }

    @Test(
        "have a name that no other cookie of a server can have",
        arguments: [
            ("portico", true), ("portico2", true), ("porticoshop", true), ("portico-run", false), ("portico-", false),
            ("Portico", false), ("shop", false), ("", false), ("portico=", false), ("portico\u{301}", false),
            ("portico" + String(repeating: "a", count: 34), false),
        ])
    func names(text: String, isName: Bool) {
        #expect(ServerCookie.isName(text) == isName)
    }

    @Test("are not set by the launch, the cover, errors and public files")
    func none() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            for path in ["/", "/session/new", "/nothing", "/robots.txt", "/healthz", "/session"] {
                #expect(try await browser.get(path).headers[values: .setCookie] == [], "\(path)")
            }
            let wrong = try await browser.post("/session", [("username", "ada"), ("password", "wrong")])
            #expect(wrong.headers[values: .setCookie] == [])
        }
    }

    @Test("are found among others, in any order and in several headers, with any characters around them")
    func parsing() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let cookies = await browser.cookies
            let (token, run) = (try #require(cookies["portico"]), try #require(cookies["portico-run"]))
            func account(_ headers: [String]) async throws -> Bool {
                var fields = HTTPFields()
                for header in headers { fields.append(HTTPField(name: .cookie, value: header)) }
                return try await TestBrowser(client).get("/", headers: fields).isMain
            }
            #expect(try await account(["a=b; portico-run=\(run); portico=\(token); c=d"]))
            #expect(try await account(["portico-run=\(run)", "portico=\(token)"]))
            #expect(try await account([";;portico=\(token);portico-run=\(run);=;"]))
            for broken in [
                "portico=\(token)x; portico-run=\(run)", "porticos=\(token); portico-run=\(run)",
                "xportico=\(token); portico-run=\(run)", "portico; portico-run=\(run)", "portico=; portico-run=",
                "PORTICO=\(token); portico-run=\(run)", "portico=\"\(token)\"; portico-run=\(run)",
                "portico=\(token)", "portico-run=\(token); portico=\(run)", "=", ";", "\u{FF}\u{FE}=1",
                "portico=\u{1F600}",
            ] {
                #expect(try await !account([broken]), "\(broken)")
            }
        }
    }
}

/// Runs a test against a server whose origin is `https://door.example`, with the account `ada`.
func withSecureServer(_ test: @escaping @Sendable (_ port: Int) async throws -> Void) async throws {
    try await TestServer.run(
        publicFolder: publicFolder,
        configure: {
            $0.origin = try? PublicOrigin("https://door.example")
            $0.environment = .production
        }
    ) { server, client in
        try await server.addAccount()
        try await test(client.port)
    }
}
