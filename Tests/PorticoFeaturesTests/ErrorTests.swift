import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoFeatures
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import PorticoViews
import Testing

/// A request that ends in an error.
struct Failing: Sendable, CustomTestStringConvertible {
    let status: Int
    let method: HTTPRequest.Method
    let path: String
    var headers: HTTPFields = [:]
    var body: String?
    var testDescription: String { "\(status) \(method) \(path)" }

    static let all = [
        Failing(status: 400, method: .post, path: "/session", headers: form, body: "username=a&username=b"),
        Failing(status: 403, method: .post, path: "/session", headers: [.secFetchSite: "cross-site"]),
        Failing(status: 403, method: .get, path: "/setup?token=x"),
        Failing(status: 404, method: .get, path: "/nothing"),
        Failing(status: 404, method: .post, path: "/nothing"),
        Failing(status: 404, method: .get, path: "/assets/x/y.css"),
        Failing(status: 404, method: .get, path: "/.well-known/nothing"),
        Failing(status: 405, method: .delete, path: "/session"),
        Failing(status: 405, method: .post, path: "/robots.txt"),
        Failing(
            status: 409, method: .post, path: "/settings/automatic-sign-in", headers: form,
            body: "value=on&account=local/eve"),
        Failing(
            status: 413, method: .post, path: "/session", headers: form, body: String(repeating: "a", count: 17_408)),
        Failing(status: 415, method: .post, path: "/session", headers: [.contentType: "text/plain"], body: "x"),
        Failing(status: 422, method: .post, path: "/settings/automatic-sign-in", headers: form, body: "value=x"),
        Failing(status: 500, method: .get, path: "/failing"),
        Failing(status: 503, method: .get, path: "/busy"),
        Failing(status: 404, method: .get, path: "/bare"),
        Failing(status: 409, method: .get, path: "/thrown/409"),
        Failing(status: 410, method: .get, path: "/thrown/410"),
        Failing(status: 500, method: .get, path: "/thrown/500"),
        Failing(status: 503, method: .post, path: "/thrown/503"),
        Failing(status: 400, method: .get, path: "/thrown/none"),
        Failing(status: 413, method: .post, path: "/body", body: String(repeating: "a", count: 11)),
    ]
}

@Suite("Errors")
struct ErrorTests {
    private func response(to failing: Failing, accept: String) async throws -> TestResponse {
        let answer = Answer()
        try await TestServer.run(publicFolder: publicFolder, mount: { $0.addTroubles() }) { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            var headers = failing.headers
            headers[.accept] = accept
            let body = failing.body.map { ByteBuffer(string: $0) }
            await answer.set(try await browser.send(failing.method, failing.path, headers: headers, body: body))
        }
        return try #require(await answer.response)
    }

    @Test("are pages in the same look, each with a heading, a sentence and a next step", arguments: Failing.all)
    func page(failing: Failing) async throws {
        let response = try await response(to: failing, accept: "text/html,application/xhtml+xml,*/*;q=0.8")
        #expect(response.status.code == failing.status)
        #expect(response.headers[.contentType] == "text/html; charset=utf-8")
        #expect(response.isError)
        #expect(response.text.matches(of: /<h1[^>]*>[^<]+<\/h1>/).count == 1)
        #expect(response.text.contains(#"href="/""#))
        #expect(response.text.contains("Reference: ") == (failing.status == 500))
        #expect(!response.text.contains("secret"))
        #expect(!response.text.contains("Leak"))
    }

    @Test("are problem documents for clients that accept JSON and no HTML", arguments: Failing.all)
    func problem(failing: Failing) async throws {
        let response = try await response(to: failing, accept: "application/json")
        #expect(response.status.code == failing.status)
        #expect(response.headers[.contentType] == "application/problem+json")
        let problem = try JSONDecoder().decode(Problem.self, from: Data(response.text.utf8))
        #expect(problem.status == failing.status)
        #expect(problem.type == "about:blank")
        #expect(!problem.title.isEmpty)
        #expect((problem.instance != nil) == (failing.status == 500))
        #expect(!response.text.contains("secret"))
    }

    @Test("of a form to an address that is not there say that it was removed, and do not blame a mistyped address")
    func removed() async throws {
        let page = try await response(to: Failing(status: 404, method: .post, path: "/nothing"), accept: "text/html")
        #expect(page.status == .notFound)
        #expect(page.text.contains("This page has been removed.") && !page.text.contains("Check the address"))
    }

    @Test("have the brand and, for a person who is logged in, the bar and the way to another account")
    func identity() async throws {
        try await withMounted { _, client in
            let browser = TestBrowser(client)
            let stranger = try await browser.get("/nothing").text
            #expect(stranger.contains(#"class="error-name" dir="auto">Portico<"#) && !stranger.contains("menu-link"))
            _ = try await browser.signIn()
            let missing = try await browser.get("/nothing", headers: [.secFetchMode: "navigate"])
            #expect(missing.status == .notFound && missing.isError)
            #expect(missing.text.contains(#"id="menu-link" href="/menu""#))
            let refused = try await browser.get("/administration")
            #expect(refused.status == .forbidden)
            #expect(refused.text.contains("You’re logged in as ada.") && refused.text.contains("switch-account"))
            let script = try await browser.get("/nothing", headers: [.secFetchMode: "cors"])
            #expect(script.status == .notFound && !script.text.contains("menu-link"))
        }
    }

    @Test("a protected page without a sign-in is a problem document too, with the way to the cover")
    func unauthorized() async throws {
        try await withMounted { _, client in
            let response = try await TestBrowser(client).get("/hello", headers: [.accept: "application/json"])
            #expect(response.status == .unauthorized)
            #expect(response.headers[.contentType] == "application/problem+json")
            #expect(response.headers[.wwwAuthenticate] == "Portico")
            #expect(response.headers[.porticoCover] == "/session/new")
            let problem = try JSONDecoder().decode(Problem.self, from: Data(response.text.utf8))
            #expect(problem.status == 401)
        }
    }

    @Test("a foreign Host is a page, or a problem document", arguments: ["text/html", "application/json"])
    func misdirected(accept: String) async throws {
        try await withSecureServer { port in
            let answer = try await RawConnection.exchange(
                port: port, "GET / HTTP/1.1\r\nHost: evil.example\r\nAccept: \(accept)\r\nConnection: close\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 421"))
            #expect(answer.contains(accept == "text/html" ? #"data-screen="error""# : #""status":421"#))
        }
    }

    @Test("a refusal that protects the server asks the store for nothing, and another one asks who the reader is")
    func cheap() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let cookies = await browser.cookies.map { "\($0)=\($1)" }.joined(separator: "; ")
            for (host, status, asks) in [("evil.example", 421, false), ("127.0.0.1:\(client.port)", 404, true)] {
                _ = door.database.takeQueries()
                let answer = try await RawConnection.exchange(
                    port: client.port,
                    """
                    GET /nothing HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookies)\r\nSec-Fetch-Mode: navigate\r\n\
                    Connection: close\r\n\r\n
                    """)
                #expect(answer.hasPrefix("HTTP/1.1 \(status)"))
                #expect(door.database.takeQueries().isEmpty == !asks, "\(status)")
            }
        }
    }

    @Test(
        "405 lists the methods that exist",
        arguments: [
            ("/", "GET, HEAD"), ("/session", "GET, HEAD, POST"), ("/session/new", "GET, HEAD"),
            ("/session/end", "GET, HEAD, POST"), ("/profile", "GET, HEAD, POST"), ("/profile/edit", "GET, HEAD, POST"),
            ("/accounts/current", "POST"), ("/setup", "GET, HEAD, POST"), ("/healthz", "GET, HEAD"),
            ("/robots.txt", "GET, HEAD"), ("/hello", "GET, HEAD"),
        ])
    func allow(path: String, methods: String) async throws {
        try await withMounted { _, client in
            for method: HTTPRequest.Method in [.delete, .put, .patch, .options, .trace] {
                let response = try await TestBrowser(client).send(method, path)
                #expect(response.status == .methodNotAllowed, "\(method)")
                #expect(response.headers[values: .allow] == [methods])
            }
        }
    }

    @Test("that a handler throws keep their headers, and a redirect that a handler throws stays one")
    func thrownHeaders() async throws {
        let busy = try await response(to: Failing(status: 503, method: .get, path: "/thrown/503"), accept: "text/html")
        #expect(busy.headers[.retryAfter] == "7")
        #expect(busy.text.contains("You can try again in 7 seconds."))
        #expect(busy.headers[.location] == "/hello")
        #expect(busy.headers[values: .contentType] == ["text/html; charset=utf-8"])
        let moved = try await response(to: Failing(status: 303, method: .get, path: "/thrown/303"), accept: "text/html")
        #expect(moved.status == .seeOther)
        #expect(moved.headers[.location] == "/hello")
    }

    @Test("that a handler returns without a page get one, and keep their headers")
    func bare() async throws {
        let busy = try await response(to: Failing(status: 429, method: .get, path: "/full"), accept: "text/html")
        #expect(busy.status == .tooManyRequests && busy.isError)
        #expect(busy.headers[.retryAfter] == "7")
        #expect(busy.text.contains("You can try again in 7 seconds."))
        #expect(busy.headers[values: .setCookie].filter { $0.hasPrefix("seen-") } == ["seen-a=1", "seen-b=2"])
        #expect(busy.headers[values: .contentType] == ["text/html; charset=utf-8"])
        #expect(busy.headers[values: .contentLength].count == 1)
    }

    @Test("that a handler throws are logged with their message, and 500 with the id that the person sees")
    func thrownLog() async throws {
        let log = LogRecorder()
        try await TestServer.run(publicFolder: publicFolder, logger: log.logger, mount: { $0.addTroubles() }) {
            server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.get("/thrown/409")
            #expect(log.lines.contains { $0.contains("refused") && $0.contains("409") && $0.contains("secret 409") })
            let page = try await browser.get("/thrown/500").text
            let id = try #require(page.firstMatch(of: /Reference: ([0-9a-z]+)/)).1
            #expect(log.lines.contains { $0.contains("error.id=\(id)") && $0.contains("secret 500") })
        }
    }

    @Test("C13 404 that a presenter throws leaves the page over it alone")
    func presenter() async throws {
        let page = try await response(to: Failing(status: 200, method: .get, path: "/orphan"), accept: "text/html")
        #expect(page.status == .ok)
        #expect(page.text.contains("content of an orphan"))
        #expect(!page.text.contains(#"<dialog class="presented" open"#))
    }

    @Test("503 says when to try again, and 500 offers a retry")
    func retry() async throws {
        let busy = try await response(
            to: Failing(status: 503, method: .get, path: "/busy"), accept: "text/html")
        #expect(busy.headers[.retryAfter] == "7")
        #expect(busy.text.contains("You can try again in 7 seconds."))
        #expect(busy.text.contains(#"id="retry" href="""#))
        let failing = try await response(
            to: Failing(status: 500, method: .get, path: "/failing?secret=1"), accept: "text/html")
        #expect(failing.text.contains(#"id="retry" href="""#), "the same address, with its query")
        #expect(!failing.text.contains("secret"))
        for status in [502, 504] {
            let gateway = try await response(
                to: Failing(status: status, method: .get, path: "/thrown/\(status)"), accept: "text/html")
            #expect(gateway.text.contains(#"id="retry" href="""#), "\(status)")
        }
    }

    @Test("of unknown methods are a 4xx too", arguments: ["PROPFIND", "MKCOL", "LINK"])
    func unknownMethod(name: String) async throws {
        try await withServer { _, client in
            let method = try #require(HTTPRequest.Method(name))
            let response = try await TestBrowser(client).send(method, "/")
            #expect((400..<500).contains(response.status.code))
            #expect(response.isError)
        }
    }
}

private struct Problem: Decodable {
    let type: String
    let title: String
    let status: Int
    let instance: String?
}

private actor Answer {
    private(set) var response: TestResponse?

    func set(_ response: TestResponse) {
        self.response = response
    }
}

extension MainSection {
    fileprivate mutating func addTroubles() {
        addFailing()
        page("/busy", title: "Busy") { _, _ -> PlainContent in throw AuthError.busy(retryAfter: 7) }
        routes { routes, _ in
            routes.get("bare") { _, _ in Response(status: .notFound) }
            routes.get("full") { _, _ in
                var headers: HTTPFields = [.retryAfter: "7"]
                for cookie in ["seen-a=1", "seen-b=2"] { headers.append(HTTPField(name: .setCookie, value: cookie)) }
                return Response(status: .tooManyRequests, headers: headers)
            }
        }
        addThrown()
    }

    /// Handlers that throw errors of Hummingbird.
    private mutating func addThrown() {
        page("/thrown/:status", title: "Thrown", isLinked: false) { _, context -> PlainContent in
            throw thrown(try context.parameters.require("status", as: Int.self))
        }
        page("/orphan") { _, _ in Orphan() }
        routes { routes, _ in
            routes.post("thrown/:status") { _, context -> Response in
                throw thrown(try context.parameters.require("status", as: Int.self))
            }
            routes.post("body") { request, _ in
                _ = try await request.body.collect(upTo: 10)
                return Response(status: .noContent)
            }
        }
    }
}

private func thrown(_ status: Int) -> HTTPError {
    HTTPError(
        HTTPResponse.Status(code: status),
        headers: [.retryAfter: "7", .location: "/hello", .contentType: "text/plain"],
        message: "secret \(status)")
}

/// A page whose presenter throws 404.
private struct Orphan: Presentable {
    let presentation = Presentation(style: .pageSheet)
    let presenter: SitePath = "/thrown/404"

    func title(in language: String) -> String { "Orphan" }

    func render(into html: inout HTMLWriter) { html.text("content of an orphan") }
}
