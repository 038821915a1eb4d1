import HTTPTypes
import PorticoTestSupport
import Testing

@Suite("A9 Security: the target of a sign-in")
struct NextTests {
    private static let hostile = [
        "//evil.example", "/\\evil.example", "\\\\evil.example", "/\\/evil.example", "https://evil.example",
        "https:evil.example", "javascript:alert(1)", "data:text/html,x", "evil.example", "", " /", "/ x",
        "/\t/evil.example",
        "\t//evil.example", "/\n/evil.example", "/\r\nSet-Cookie: a=b", "/\u{0}", "/%2f/evil.example",
        "/%2F%2Fevil.example",
        "/%5cevil.example", "/%5C%5Cevil.example", "/%09/evil.example", "/%00", "/%0d%0aSet-Cookie:a=b",
        "/..//evil.example",
        "/../x", "/a/../../x", "/%2e%2e/x", "/%2e%2e%2fx", "/.", "//", "///evil.example", "/a//evil.example",
        "/é", "/\u{202E}x", "/<script>", "/\"onload=x", "/%", "/%zz", "/a#b", "http://localhost/", "?next=/", "x/y",
        "/" + String(repeating: "a", count: 2048),
    ]

    @Test("3.7.2 is a path on this site; any other becomes the start", arguments: hostile)
    func hostileNext(next: String) async throws {
        try await withDoor { _, client in
            let browser = TestBrowser(client)
            let fields = [("username", "ada"), ("password", TestServer.password), ("next", next)]
            let plain = try await browser.post("/session", fields)
            #expect(plain.status == .seeOther)
            #expect(plain.headers[values: .location] == ["/"])
            let known = TestBrowser(client)
            await known.use(["other": "1"])
            let script = try await known.post("/session", fields, headers: fromScript)
            #expect(script.headers[values: .porticoLocation] == ["/"])
            let new = try await TestBrowser(client).post("/session", fields, headers: fromScript)
            let query = next.isEmpty ? "signed-in=on" : "next=%2F&signed-in=on"
            #expect(new.headers[values: .porticoLocation] == ["/session/new?\(query)"])
            let encoded = next.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            let signedIn = try await browser.get("/session/new?next=\(encoded)")
            #expect(signedIn.status == .seeOther)
            #expect(signedIn.headers[values: .location] == ["/"])
        }
    }

    @Test(
        "3.7.2 a path of ours is kept, with its query",
        arguments: [
            "/", "/hello", "/hello/", "/a/b?c=d&e=%20f", "/hello?to=//evil.example", "/a-b_c.d~e", "/%C3%A9",
        ])
    func ownPath(next: String) async throws {
        try await withDoor { _, client in
            let fields = [("username", "ada"), ("password", TestServer.password), ("next", next)]
            let response = try await TestBrowser(client).post("/session", fields)
            #expect(response.headers[values: .location] == [next])
        }
    }

    @Test(
        "3.7.2 if it is hostile, is not even in the cover's form",
        arguments: ["//evil.example", "https://evil.example", "/%09/evil.example"])
    func inTheForm(next: String) async throws {
        try await withDoor { _, client in
            let cover = try await TestBrowser(client).get("/session/new?next=\(next)")
            #expect(cover.status == .ok)
            #expect(!cover.text.contains("evil.example"))
            let again = try await TestBrowser(client).post(
                "/session", [("username", "ada"), ("password", "wrong"), ("next", next)])
            #expect(!again.text.contains("evil.example"))
        }
    }

    @Test("survives a wrong password")
    func kept() async throws {
        try await withDoor { _, client in
            let cover = try await TestBrowser(client).post(
                "/session", [("username", "ada"), ("password", "wrong"), ("next", "/a?b=c&d=e")])
            #expect(cover.field("next") == "/a?b=c&amp;d=e")
        }
    }
}
