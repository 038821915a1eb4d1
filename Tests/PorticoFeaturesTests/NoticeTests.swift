import Foundation
import HTTPTypes
import Hummingbird
import PorticoConfig
import PorticoFeatures
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import PorticoViews
import Synchronization
import Testing

/// A page without content.
private struct Nothing: HTMLRenderable {
    func render(into html: inout HTMLWriter) {}
}

/// A server with pages at `/a`, `/b` and `/flaky`, which fails until `works` is called. A form adds a toast "Moved" and
/// redirects to `to`.
private func withNotices(
    configure: @escaping (inout ServerOptions) -> Void = { _ in },
    _ test: @escaping @Sendable (TestClient, _ works: @escaping @Sendable () -> Void) async throws -> Void
) async throws {
    let works = Mutex(false)
    let mount: @Sendable (inout MainSection) -> Void = { main in
        for path: SitePath in ["/a", "/b"] { main.page(path, title: "Page") { _, _ in Nothing() } }
        main.page("/flaky", title: "Page") { _, _ in
            guard works.withLock({ $0 }) else { throw CancellationError() }
            return Nothing()
        }
        main.routes { routes, _ in
            routes.post("move") { request, context in
                context.toast("Moved")
                let path = request.uri.queryParameters["to"].flatMap { SitePath(untrusted: String($0)) } ?? "/a"
                return Response.done(path, for: request)
            }
        }
    }
    try await TestServer.run(publicFolder: publicFolder, configure: configure, mount: mount) { server, client in
        try await server.addAccount()
        try await server.addAccount("bob", name: "Bob")
        try await test(client) { works.withLock { $0 = true } }
    }
}

extension TestResponse {
    /// The texts of the toasts and of the HUD in the page.
    var notices: [String] {
        text.matches(of: /<li class="toast"[^>]*data-kind.*?<span class="toast-text">([^<]*)</).map { String($0.1) }
    }
}

@Suite("D9 a toast set before a redirect")
struct NoticeTests {
    @Test("shows once, on the page that it was for", arguments: [[:], fromScript])
    func once(headers: HTTPFields) async throws {
        try await withNotices { client, _ in
            let browser = try await browser(client)
            let answer = try await browser.post("/move?to=/a", headers: headers)
            #expect(answer.headers[.location] ?? answer.headers[.porticoLocation] == "/a")
            #expect(try await browser.get("/b").notices == [])
            #expect(try await browser.get("/").notices == [])
            #expect(try await browser.get("/a").notices == ["Moved"])
            #expect(try await browser.get("/a").notices == [])
        }
    }

    @Test("can have a form for the account of the page, which does nothing for another account")
    func form() async throws {
        try await withServer { server, client in
            try await server.addAccount("bob", name: "Bob")
            let browser = try await browser(client)
            let shown = [("served-text", "Gone"), ("what", "undo"), ("audience", "response")]
            #expect(try await browser.post("/dev/hud/served", shown).status == .seeOther)
            let page = try await browser.get("/dev/hud").text
            let form = try #require(
                page.firstMatch(of: /<form method="post" action="\/dev\/hud\/served" data-toggle>.*?<\/form>/)
            ).0
            let fields = form.matches(of: /name="([^"]*)" value="([^"]*)"/).map { (String($0.1), String($0.2)) }
            #expect(fields.first { $0.0 == "account" }?.1 == "local/ada")
            let other = TestBrowser(client)
            _ = try await other.signIn("bob")
            #expect(try await other.post("/dev/hud/served", fields).status == .conflict)
            #expect(try await browser.post("/dev/hud/served", fields).status == .seeOther)
            #expect(try await browser.get("/dev/hud").notices == ["Undone"])
        }
    }

    @Test(
        "shows on the launch too, whether it follows the splash or not", arguments: [Duration.zero, .milliseconds(1)])
    func launch(splash: Duration) async throws {
        try await withNotices {
            $0.app.splashMinimumDuration = splash
        } _: { client, _ in
            let browser = try await browser(client)
            _ = try await browser.post("/move?to=/")
            let launch = try await browser.get("/")
            #expect(splash == .zero || launch.text.contains("data-follows-splash"))
            #expect(launch.notices == ["Moved"])
            #expect(try await browser.get("/").notices == [])
        }
    }

    @Test("shows in order with others")
    func several() async throws {
        try await withNotices { client, _ in
            let browser = try await browser(client)
            _ = try await browser.post("/move?to=/a")
            _ = try await browser.post("/profile", [("name", "Countess")])
            _ = try await browser.post("/move?to=/")
            #expect(try await browser.get("/").notices == ["Profile saved", "Moved"])
            #expect(try await browser.get("/a").notices == ["Moved"])
        }
    }

    @Test("is not taken by requests that race the page", arguments: rivals)
    fileprivate func race(rival: Rival) async throws {
        try await withNotices { client, _ in
            let browser = try await browser(client)
            for path in ["/a", "/"] {
                _ = try await browser.post("/move?to=\(path)")
                let answer = try await browser.send(rival.method, path, headers: rival.headers)
                #expect(answer.notices == [])
                #expect(try await browser.get("\(path)?other").notices == [], "the query makes it another page")
                #expect(try await browser.get(path).notices == ["Moved"])
            }
        }
    }

    @Test("comes with a page that script puts in place")
    func refresh() async throws {
        try await withNotices { client, _ in
            let browser = try await browser(client)
            for path in ["/a", "/"] {
                _ = try await browser.post("/move?to=\(path)")
                let takes = fromScript.merged([.porticoNotices: "take"])
                #expect(try await browser.get(path, headers: takes).notices == ["Moved"])
                #expect(try await browser.get(path).notices == [])
            }
        }
    }

    @Test("comes with the page of another query that script puts in place, but not with another page")
    func refreshWithQuery() async throws {
        try await withNotices { client, _ in
            let browser = try await browser(client)
            _ = try await browser.post("/move?to=/a")
            let takes = fromScript.merged([.porticoNotices: "/a"])
            #expect(try await browser.get("/", headers: takes).notices == [])
            #expect(try await browser.get("/a?text=x", headers: takes).notices == ["Moved"])
            #expect(try await browser.get("/a").notices == [])
        }
    }

    @Test("shows in one of two tabs, not in both")
    func tabs() async throws {
        try await withNotices { client, _ in
            let browser = try await browser(client)
            for round in 0..<5 {
                let path = round.isMultiple(of: 2) ? "/a" : "/"
                _ = try await browser.post("/move?to=\(path)")
                let toasts = try await withThrowingTaskGroup(of: [String].self) { group in
                    for _ in 0..<8 { group.addTask { try await browser.get(path).notices } }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(toasts == ["Moved"])
            }
        }
    }

    @Test("waits until the page can be rendered")
    func failure() async throws {
        try await withNotices { client, works in
            let browser = try await browser(client)
            _ = try await browser.post("/move?to=/flaky")
            #expect(try await browser.get("/flaky").isError)
            works()
            #expect(try await browser.get("/flaky").notices == ["Moved"])
        }
    }

    @Test("is for the person in this browser, not for another browser or another person")
    func audience() async throws {
        try await withNotices { client, _ in
            let (here, there) = (try await browser(client), try await browser(client))
            _ = try await here.post("/move?to=/a")
            #expect(try await there.get("/a").notices == [])
            _ = try await here.signIn("bob")
            #expect(try await here.get("/a").notices == [])
            _ = try await here.signIn("ada")
            #expect(try await here.get("/a").notices == ["Moved"])
        }
    }

    @Test("expires after a minute", arguments: [59.5, 60])
    func expiry(seconds: TimeInterval) async throws {
        try await signedIn { door, browser, _ in
            _ = try await browser.post("/profile", [("name", "Countess")])
            door.clock.advance(by: seconds)
            #expect(try await browser.get("/").notices == (seconds < 60 ? ["Profile saved"] : []))
        }
    }
}

/// A request for the page whose response nobody sees.
private struct Rival: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method = HTTPRequest.Method.get
    var headers: HTTPFields = [:]
}

private let rivals = [
    Rival(testDescription: "the head alone", method: .head),
    Rival(testDescription: "a prefetch", headers: [.secPurpose: "prefetch"]),
    Rival(testDescription: "a prerendering", headers: [.secPurpose: "prefetch;prerender"]),
    Rival(testDescription: "a script's request", headers: fromScript),
    Rival(testDescription: "a layer", headers: [.porticoPresent: "sheet", .porticoNotices: "take"]),
    Rival(testDescription: "a prefetch of ours", headers: [.secPurpose: "prefetch", .porticoNotices: "take"]),
]
