import HTTPTypes
import PorticoTestSupport
import Testing

@Suite("About the server")
struct AboutTests {
    @Test("a sheet leads to the licences inside itself, and shows administrators the version and the uptime")
    func about() async throws {
        try await signedIn { browser in
            let main = try await browser.get("/").text
            #expect(main.contains(#"id="about-portico-link" href="/about" data-portico-present>"#))
            let page = try await browser.get("/about").text
            #expect(page.contains("<title>About Portico · Portico</title>"))
            #expect(!page.contains("Less than a minute"))
            #expect(page.contains(#"href="/about/licences" data-portico-navigate>"#))
        }
    }

    @Test("every licence in the list has a page with its text, and a way back to the list")
    func licences() async throws {
        try await signedIn { browser in
            let list = try await browser.get("/about/licences").text
            #expect(list.contains(#"href="/about" data-portico-navigate="back""#))
            let paths = list.matches(of: /href="(\/about\/licences\/[^"]+)" data-portico-navigate>/).map {
                String($0.1)
            }
            #expect(paths.count > 20)
            for path in paths {
                let page = try await browser.get(path)
                #expect(page.status == .ok, "\(path)")
                #expect(page.text.contains(#"<div class="fields" id="licence-text" lang="en" dir="ltr">"#), "\(path)")
                #expect(page.text.contains(#"href="/about/licences" data-portico-navigate="back""#), "\(path)")
            }
        }
    }

    @Test("an unlisted licence has no page", arguments: ["nothing", "..%2f", "%00", "MIT", "swift-nio/x"])
    func unknown(name: String) async throws {
        try await signedIn { browser in
            let status = try await browser.get("/about/licences/\(name)").status
            #expect([.notFound, .badRequest].contains(status))
        }
    }

    @Test("strangers do not see it", arguments: ["/about", "/about/licences", "/about/licences/swift-nio"])
    func protected(path: String) async throws {
        try await withServer { _, client in
            let page = try await TestBrowser(client).get(path)
            #expect(page.status == .unauthorized)
            #expect(page.isCover)
            #expect(!page.text.contains("Apache"))
        }
    }
}
