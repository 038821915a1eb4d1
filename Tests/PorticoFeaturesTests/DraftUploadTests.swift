import HTTPTypes
import Hummingbird
import PorticoFeatures
import PorticoTestSupport
import Testing

@Suite("B14 A form of another's page sent without script after its sign-in ended")
struct DraftUploadTests {
    private static let body = """
        --b\r\nContent-Disposition: form-data; name="account"\r\n\r\nlocal/ada\r\n\
        --b\r\nContent-Disposition: form-data; name="note"\r\n\r\nfor the file\r\n\
        --b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n\u{1}\u{2}\r\n--b--\r\n
        """

    @Test("appears as text with a field for the file, and is sent the same way again")
    func upload() async throws {
        try await run { browser in
            let page = try await send(browser)
            #expect(page.text.contains(#"action="/upload" enctype="multipart/form-data""#))
            #expect(page.text.contains("Choose this file again: Photo"))
            #expect(page.text.contains(#"name="photo" type="file""#))
            #expect(page.text.contains("for the file"))
        }
    }

    /// Sends the form after the sign-in has ended, signs in again, and follows the cover to its target.
    private func send(_ browser: TestBrowser) async throws -> TestResponse {
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
        _ = try await browser.post("/dev/settings", [("clockOffset", "1296000")])
        let cover = try await browser.post("/upload", body: Self.body, headers: headers)
        #expect(cover.status == .unauthorized)
        let next = try #require(cover.field("next"))
        _ = try await browser.signIn()
        return try await browser.get(next)
    }

    private func run(_ test: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await TestServer.run(
            publicFolder: publicFolder,
            mount: { main in
                main.routes { routes, _ in routes.post("upload") { _, _ in Response.redirect(to: "/") } }
            },
            { server, client in
                try await server.addAccount()
                let browser = TestBrowser(client)
                _ = try await browser.signIn()
                try await test(browser)
            })
    }
}
