import HTTPTypes
import NIOCore
import PorticoConfig
import PorticoTestSupport
import Testing

/// The project's public files, by the path of this file.
let publicFolder = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined() + "/Public"

@Suite("A1 A2 The launch")
struct LaunchTests {
    private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    @Test("ends in the login cover without a sign-in, always with status 200 and without a cookie")
    func signedOut() async throws {
        try await withServer { _, client in
            let response = try await TestBrowser(client).get("/")
            #expect(response.status == .ok)
            #expect(response.headers[.setCookie] == nil)
            #expect(response.isCover)
        }
    }

    @Test("ends in the main screen with a sign-in, also without a cookie")
    func signedIn() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            for _ in 0..<2 {
                let response = try await browser.get("/")
                #expect(response.headers[.setCookie] == nil)
                #expect(
                    response.text.contains(
                        #"data-screen="main" data-needs-authentication="false" data-account="local/ada""#))
            }
        }
    }

    @Test("that is done at once is splash and screen in one response, without the transition from the splash")
    func atOnce() async throws {
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100) { door, client in
            try await door.addAccount()
            _ = try await TestBrowser(client).get("/session/new")
            let page = try await TestBrowser(client).get("/").text
            let splash = try #require(page.firstRange(of: #"data-screen="splash""#))
            let screen = try #require(page.firstRange(of: #"id="screen" slot="screen""#))
            #expect(splash.upperBound < screen.lowerBound)
            #expect(!page.contains("data-follows-splash"))
            #expect(page.hasSuffix("</html>"))
        }
    }

    @Test("that is slow sends the splash first, and later the screen in the same response")
    func heldUp() async throws {
        try await withServer { _, client in
            _ = try await TestBrowser(client).post("/dev/settings", [("launchDelay", "5000")])
            let connection = try RawConnection(port: client.port)
            let start = ContinuousClock.now
            await connection.send(Self.request)
            let first = await connection.receive { $0.contains("</template>") }
            #expect(first.hasPrefix("HTTP/1.1 200"))
            #expect(first.contains(#"data-screen="splash""#))
            #expect(!first.contains(#"id="screen""#))
            let rest = await connection.receive()
            #expect(ContinuousClock.now - start >= .seconds(5))
            #expect(rest.contains(#"data-screen="login" data-needs-authentication="true" data-follows-splash"#))
            #expect(rest.contains("</html>"))
            #expect(!(first + rest).lowercased().contains("set-cookie"))
        }
    }

    @Test("that is slow still knows the signed-in person")
    func heldUpSignedIn() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            _ = try await browser.post("/dev/settings", [("launchDelay", "100")])
            #expect(try await heldUp(browser).text.contains(#"data-account="local/ada" data-follows-splash"#))
        }
    }

    /// The response to a launch that takes 100 ms, with the splash. A busy machine may be too late for the splash, so
    /// it may need several launches.
    private func heldUp(_ browser: TestBrowser) async throws -> TestResponse {
        var response = try await browser.get("/")
        let isHeldUp = try await eventually {
            guard !response.text.contains("data-follows-splash") else { return true }
            response = try await browser.get("/")
            return false
        }
        #expect(isHeldUp)
        return response
    }

    @Test("A2 can be held for a brand, but no longer than that")
    func brand() async throws {
        let app = AppConfig(splashMinimumDuration: .milliseconds(300))
        try await TestDoor.run(publicFolder: publicFolder, app: app) { _, client in
            let start = ContinuousClock.now
            let page = try await TestBrowser(client).get("/")
            #expect(ContinuousClock.now - start >= .milliseconds(300))
            #expect(page.text.contains("data-follows-splash"))
        }
    }

    @Test("A14 that fails ends in an error screen with Retry: 200, an id, no internals", arguments: ["0", "100"])
    func failing(delay: String) async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.post("/dev/settings", [("launchFails", "on"), ("launchDelay", delay)])
            let response = delay == "0" ? try await browser.get("/") : try await heldUp(browser)
            #expect(response.status == .ok)
            #expect(response.isError)
            #expect(response.text.contains("Reference: "))
            #expect(response.text.contains(#"id="retry" href="""#))
            #expect(!response.text.contains("LaunchFailure"))
            #expect(response.text.hasSuffix("</html>"))
            _ = try await browser.post("/dev/settings", [("launchFails", "off"), ("launchDelay", "0")])
            #expect(try await browser.get("/").isCover, "Retry works")
        }
    }

    @Test("A14 that hangs ends in an error screen too")
    func hanging() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.post("/dev/settings", [("launchDelay", "60000")])
            let response = try await browser.get("/")
            #expect(response.status == .ok)
            #expect(response.isError)
            #expect(response.text.contains(#"id="retry" href="""#))
        }
    }

    @Test("answers HEAD with the headers only, slow or not", arguments: ["0", "200"])
    func head(delay: String) async throws {
        try await withServer { _, client in
            _ = try await TestBrowser(client).post("/dev/settings", [("launchDelay", delay)])
            let answer = try await RawConnection.exchange(
                port: client.port, Self.request.replacing("GET", with: "HEAD"))
            #expect(answer.hasPrefix("HTTP/1.1 200"))
            #expect(answer.contains("text/html; charset=utf-8"))
            #expect(answer.hasSuffix("\r\n\r\n"))
            #expect(!answer.contains("<html"))
        }
    }

    @Test("writes nothing to the store")
    func noWrites() async throws {
        try await withDoor { door, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let before = door.store.writes
            for _ in 0..<5 {
                door.clock.advance(by: 120)
                _ = try await browser.get("/")
            }
            #expect(door.store.writes == before)
        }
    }

    @Test("is not harmed by a browser that leaves before the screen comes")
    func leaving() async throws {
        try await withServer { _, client in
            _ = try await TestBrowser(client).post("/dev/settings", [("launchDelay", "100")])
            for _ in 0..<5 {
                let connection = try RawConnection(port: client.port)
                await connection.send(Self.request)
            }
            _ = try await TestBrowser(client).post("/dev/settings", [("launchDelay", "0")])
            #expect(try await TestBrowser(client).get("/").isCover)
        }
    }
}

@Suite("The service worker")
struct WorkerTests {
    private func withWorker(
        _ hasWorker: Bool, _ test: @escaping @Sendable (TestBrowser) async throws -> Void
    ) async throws {
        try await TestDoor.run(publicFolder: publicFolder, app: AppConfig(hasWorker: hasWorker)) { door, client in
            try await door.addAccount()
            try await test(TestBrowser(client))
        }
    }

    @Test("is linked by every page if the installation wants it, with the release", arguments: [true, false])
    func named(hasWorker: Bool) async throws {
        try await withWorker(hasWorker) { browser in
            for path in ["/", "/session/new", "/nowhere"] {
                let page = try await browser.get(path).text
                let release = try #require(page.firstMatch(of: /\/assets\/([^\/]+)\//)).output.1
                let address = "/service-worker.js?release=\(release)&amp;offline=%2Foffline"
                let name = #"<meta name="portico-worker" content="\#(address)">"#
                #expect(page.contains(name) == hasWorker)
            }
        }
    }

    @Test("removes itself if the installation wants none", arguments: [true, false])
    func script(hasWorker: Bool) async throws {
        try await withWorker(hasWorker) { browser in
            let script = try await browser.get("/service-worker.js?release=other")
            #expect(script.status == .ok)
            #expect(script.headers[.contentType]?.hasPrefix("text/javascript") == true)
            #expect(script.text.contains("unregister") == !hasWorker)
            #expect(script.text.contains("navigationPreload") == hasWorker)
        }
    }

    @Test("keeps a page that is the same for everybody: the splash, then the error, without script")
    func page() async throws {
        try await withWorker(true) { browser in
            let stranger = try await browser.get("/offline")
            #expect(stranger.isError)
            #expect(stranger.text.contains(#"data-screen="splash""#))
            #expect(stranger.text.contains(#"id="retry" href="""#))
            #expect(!stranger.text.contains("<script"))
            _ = try await browser.signIn(remember: true)
            let known = try await browser.get("/offline", headers: [.acceptLanguage: "de"])
            #expect(known.text == stranger.text)
            #expect(known.headers[.setCookie] == nil)
        }
    }
}
