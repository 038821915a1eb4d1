import HTTPTypes
import NIOCore
import PorticoAuth
import PorticoTestSupport
import Testing

@Suite("Security: malformed input gets the right status and changes nothing")
struct InputTests {
    private static let forms = [
        "/session", "/session/end", "/settings/automatic-sign-in", "/settings/appearance", "/profile",
        "/profile/edit", "/profile/edit/leave", "/setup", "/dev/settings",
    ]

    /// Runs a test with a signed-in browser, and checks that the sign-in is unchanged afterwards.
    private func withSignedIn(_ test: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await withServer { server, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: true)
            let before = await browser.cookies
            try await test(browser)
            #expect(await browser.cookies == before)
            #expect(try await browser.account() == "local/ada")
            #expect(try await browser.get("/").text.contains(#"aria-checked="true""#))
            #expect(try await server.auth.store.accounts().count == 1)
        }
    }

    @Test("2.2 bad UTF-8 and broken escapes, in any field, are a 400", arguments: forms)
    func malformed(path: String) async throws {
        try await withSignedIn { browser in
            for body in [
                "password=%ff%fe", "token=%C3%28", "value=%", "value=%zz", "value=%4", "username=%E0%80%80", "%ff=1",
                "unknown=%ED%A0%80", "value=off&unknown=%F5", "value=%+1", "value=off%",
            ] {
                let response = try await browser.post(path, body: body)
                #expect(response.status == .badRequest, "\(body)")
            }
        }
    }

    @Test(
        "2.2 a repeated field of a form is a 400",
        arguments: [
            ("/session", "username=a&username=b"), ("/session/end", "account=local%2Fada&account=local%2Fada"),
            ("/settings/automatic-sign-in", "value=off&value=off"), ("/setup", "token=a&token=b"),
            ("/settings/automatic-sign-in", "value=off&account=local/eve&account=local/ada"),
            ("/settings/appearance", "appearance=dark&appearance=light"), ("/profile", "name=a&name=b"),
            ("/dev/settings", "script=on&script=off"),
        ])
    func twice(path: String, body: String) async throws {
        try await withSignedIn { browser in
            let response = try await browser.post(path, body: body)
            #expect(response.status == .badRequest)
        }
    }

    @Test(
        "2.2 signing in does nothing for a form with a broken part",
        arguments: [
            "username=a&username=b&password=c", "username=ada&password=x&password=y", "username=%ff&password=x",
            "username=ada&password=%ff", "username=ada&password=%zz", "username=ada&password=%",
            "username=ada&password=x&next=/&next=/a",
        ])
    func badRequest(body: String) async throws {
        try await withServer { _, client in
            let response = try await TestBrowser(client).post("/session", body: body)
            #expect(response.status == .badRequest)
            #expect(response.isError)
        }
    }

    @Test("2.2 bytes that are not UTF-8 are a 400", arguments: forms)
    func rawBytes(path: String) async throws {
        try await withSignedIn { browser in
            for bytes: [UInt8] in [[0xFF, 0xFE, 0x3D, 0x31], [0x76, 0x3D, 0xC3, 0x28], [0x80]] {
                let response = try await browser.send(.post, path, headers: form, body: ByteBuffer(bytes: bytes))
                #expect(response.status == .badRequest)
            }
        }
    }

    @Test("2.2 deep nesting, many fields and odd names neither crash nor succeed", arguments: forms)
    func nesting(path: String) async throws {
        try await withSignedIn { browser in
            let deep = String(repeating: "[b]", count: 5000)
            for body in [
                "a\(deep)=c", "a\(String(repeating: "[", count: 15_000))=c",
                "a\(String(repeating: "[]", count: 7000))=c",
                "value\(deep)=on", "account[a][b]=c", "account[]=a&account[]=b", "[[[[]]]]=", "=&=&=", "a[b=c",
                "a]b[=c",
                "username[x]=ada&password=y", "username[0]=a", String(repeating: "&", count: 16_000),
                (0..<2500).map { "f\($0)=1" }.joined(separator: "&"),
            ] {
                let response = try await browser.post(path, body: body + "&account=local/nobody&value=x")
                #expect((400..<500).contains(response.status.code) || path == "/dev/settings", "\(body.prefix(30))")
                #expect(response.status.code < 500, "\(body.prefix(30))")
            }
        }
    }

    @Test("4.1 a body over 16 KiB is a 413, one of 16 KiB is read", arguments: forms)
    func tooLarge(path: String) async throws {
        try await withSignedIn { browser in
            for size in [16_385, 17 * 1024, 200_000] {
                let response = try await browser.post(path, body: "x=" + String(repeating: "a", count: size - 2))
                #expect(response.status == .contentTooLarge)
            }
            let fields = "account=local/nobody&value=x&x="
            let whole = fields + String(repeating: "a", count: 16_384 - fields.utf8.count)
            #expect(try await browser.post(path, body: whole).status != .contentTooLarge)
        }
    }

    @Test(
        "4.1 another content type is a 415",
        arguments: [
            "application/json", "text/plain", "multipart/form-data; boundary=x", "", "application/x-www-form",
            "application/x-www-form-urlencodedx", "application/x-www-form-urlencoded, text/plain",
        ])
    func contentType(type: String) async throws {
        try await withSignedIn { browser in
            for path in Self.forms {
                let response = try await browser.post(path, body: "value=off", headers: [.contentType: type])
                #expect(response.status == .unsupportedMediaType, "\(path)")
            }
        }
    }

    @Test("4.1 the form's type may have parameters, and any case")
    func contentTypeParameters() async throws {
        try await withServer { _, client in
            for type in ["application/x-www-form-urlencoded; charset=utf-8", "Application/X-WWW-Form-Urlencoded"] {
                let response = try await TestBrowser(client).post(
                    "/session", [("username", "ada"), ("password", TestServer.password)], headers: [.contentType: type])
                #expect(response.status == .seeOther)
            }
        }
    }

    @Test(
        "2.2 missing fields are a 4xx that names them",
        arguments: [
            ("/session", "", 422), ("/session", "username=ada", 422), ("/session", "password=x", 422),
            ("/session", "username=&password=x", 422), ("/session", "username=ada&password=", 422),
            ("/session", "username=ada&password=x&server=nowhere", 422), ("/settings/automatic-sign-in", "", 422),
            ("/settings/automatic-sign-in", "value=", 422), ("/settings/automatic-sign-in", "value=maybe", 422),
            ("/settings/automatic-sign-in", "value=ON", 422), ("/setup", "", 403), ("/setup", "name=a", 403),
            ("/dev/settings", "clockOffset=soon", 422), ("/dev/settings", "launchDelay=1.5", 422),
        ])
    func missing(path: String, body: String, status: Int) async throws {
        try await withSignedIn { browser in
            let response = try await browser.post(path, body: body)
            #expect(response.status.code == status)
        }
    }

    @Test(
        "2.2 malformed queries are harmless",
        arguments: [
            "?next=%ff", "?next=%", "?next", "?next=/&next=//evil.example", "?=", "?&&&", "?next[]=/", "?%00=%00", "?",
            "?next=" + String(repeating: "a", count: 8000),
        ])
    func queries(query: String) async throws {
        try await withServer { _, client in
            for path in ["/", "/session/new", "/setup"] {
                let response = try await TestBrowser(client).get(path + query)
                #expect(response.status.code < 500, "\(path)")
            }
        }
    }
}
