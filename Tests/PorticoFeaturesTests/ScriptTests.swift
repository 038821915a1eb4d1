import HTTPTypes
import NIOCore
import PorticoAuth
import PorticoFeatures
import PorticoHTML
import PorticoTestSupport
import Testing

@Suite("A9 Requests of script, and deep links")
struct ScriptTests {
    private static let settings = "/settings/automatic-sign-in"

    @Test(
        "get a path instead of a redirect",
        arguments: [
            fromScript, [.porticoRequest: "script"], [.secFetchMode: "cors"], [.secFetchMode: "same-origin"],
        ])
    func outcomes(headers: HTTPFields) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            await browser.use(["other": "1"])
            let fields = [("username", "ada"), ("password", TestServer.password), ("next", "/a?b")]
            let signedIn = try await browser.post("/session", fields, headers: headers)
            #expect(signedIn.status == .noContent)
            #expect(signedIn.headers[.porticoLocation] == "/a?b")
            #expect(signedIn.headers[.location] == nil)
            let toggled = try await browser.post(Self.settings, [("value", "on")], headers: headers)
            #expect(toggled.status == .noContent)
            #expect(toggled.headers[.porticoLocation] == "/")
            let signedOut = try await browser.post("/session/end", headers: headers)
            #expect(signedOut.status == .noContent)
            #expect(signedOut.headers[.porticoLocation]?.hasPrefix("/session/new?") == true)
        }
    }

    @Test("with a wrong password get the cover with its message, as a page")
    func wrongPassword() async throws {
        try await withServer { _, client in
            let fields = [("username", "ada"), ("password", "x")]
            let response = try await TestBrowser(client).post("/session", fields, headers: fromScript)
            #expect(response.status == .unauthorized)
            #expect(response.isCover)
        }
    }

    @Test("to protected pages without a sign-in get 401 and the path of the cover: no redirect, no cover")
    func withoutSignIn() async throws {
        try await withMounted { _, client in
            for (method, path) in [(HTTPRequest.Method.get, "/hello"), (.post, Self.settings)] {
                let response = try await TestBrowser(client).send(
                    method, path, headers: method == .post ? fromScript : [.porticoRequest: "script"])
                #expect(response.status == .unauthorized)
                #expect(response.headers[.porticoCover] == "/session/new")
                #expect(response.headers[.wwwAuthenticate] == "Portico")
                #expect(response.isError)
                #expect(!response.text.contains("password"))
            }
        }
    }

    @Test("A9 a deep link without a sign-in is the cover at that address: 401, and the way back in its form")
    func deepLink() async throws {
        try await withMounted { _, client in
            let browser = TestBrowser(client)
            let cover = try await browser.get("/hello?a=b&c=d", headers: [.secFetchMode: "navigate"])
            #expect(cover.status == .unauthorized)
            #expect(cover.isCover)
            #expect(cover.headers[.wwwAuthenticate] == "Portico")
            #expect(!cover.text.contains("content of a mounted page"))
            #expect(cover.field("next") == "/hello?a=b&amp;c=d")
            let fields = [("username", "ada"), ("password", TestServer.password), ("next", "/hello?a=b&c=d")]
            let signedIn = try await browser.post("/session", fields)
            #expect(signedIn.headers[.location] == "/hello?a=b&c=d")
            #expect(try await browser.get("/hello?a=b&c=d").text.contains("content of a mounted page"))
        }
    }

    @Test("with a form after the end of the sign-in get the cover, which does not lead to the form's address")
    func formAfterEnd() async throws {
        try await withServer { _, client in
            let cover = try await TestBrowser(client).post(Self.settings, [("value", "on")])
            #expect(cover.status == .unauthorized)
            #expect(cover.isCover)
            #expect(cover.field("next") == nil)
        }
    }
}

/// Runs a test against a server with the account `ada` and a page at `/hello`.
func withMounted(
    _ test: @escaping @Sendable (TestServer, TestClient) async throws -> Void
) async throws {
    try await TestServer.run(publicFolder: publicFolder, mount: { $0.addTestPages() }) { server, client in
        try await server.addAccount()
        try await test(server, client)
    }
}

extension MainSection {
    mutating func addTestPages() {
        page("/hello", title: "Hello <there>") { _, context in
            PlainContent(text: "content of a mounted page for \(context.account.name)")
        }
        page("/deep/down", title: "Deep") { _, _ in PlainContent() }
        addFailing()
    }
}
