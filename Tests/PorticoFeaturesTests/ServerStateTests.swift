import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("State beyond a request")
struct ServerStateTests {
    @Test("A12 automatic sign-ins and others survive a restart of the server")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portico-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let kept = Kept()
        try await TestServer.run(publicFolder: publicFolder, configure: { $0.dataFolder = folder }) { server, client in
            try await server.addAccount()
            for remember in [false, true] {
                let browser = TestBrowser(client)
                _ = try await browser.signIn(remember: remember)
                await kept.add(await browser.cookies)
            }
        }
        try await TestServer.run(publicFolder: publicFolder, configure: { $0.dataFolder = folder }) { _, client in
            let browsers = await kept.cookies
            #expect(browsers.count == 2)
            for cookies in browsers {
                let browser = TestBrowser(client)
                await browser.use(cookies)
                let account = try await browser.account()
                #expect(account == "local/ada")
            }
        }
    }

    @Test("an account that another process disables is noticed", arguments: [0, 10_000])
    func disabled(cacheCapacity: Int) async throws {
        try await TestServer.run(
            publicFolder: publicFolder, configure: { $0.cacheCapacity = cacheCapacity }
        ) { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: true)
            #expect(try await browser.account() == "local/ada")
            try await server.auth.directory.setDisabled(true, AccountID(server: .local, user: "ada"))
            let isNoticed = try await eventually { try await browser.account() == nil }
            #expect(isNoticed)
            #expect(try await browser.signIn().status == .unauthorized)
            try await server.auth.directory.setDisabled(false, AccountID(server: .local, user: "ada"))
            #expect(try await browser.account() == nil, "enabling does not restore a sign-in")
            #expect(try await browser.signIn().status == .seeOther)
        }
    }

    @Test("a password that another process changes ends the sign-ins")
    func changedPassword() async throws {
        try await withServer { server, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: true)
            #expect(try await browser.account() == "local/ada")
            try await server.auth.directory.setPassword(
                "another horse battery staple", of: AccountID(server: .local, user: "ada"))
            let isNoticed = try await eventually { try await browser.account() == nil }
            #expect(isNoticed)
        }
    }

    @Test("an account that another process adds is noticed, right after the start too")
    func added() async throws {
        for _ in 0..<3 {
            try await TestServer.run(publicFolder: publicFolder) { server, client in
                let browser = TestBrowser(client)
                let cover = try await browser.get("/")
                #expect(cover.text.contains("id=\"no-accounts\""))
                try await server.addAccount()
                let isNoticed = try await eventually {
                    try await !browser.get("/").text.contains("id=\"no-accounts\"")
                }
                #expect(isNoticed)
            }
        }
    }

    @Test("a store that is down makes an error page with an id and no internals, and a launch with Retry")
    func storeDown() async throws {
        try await withDoor { door, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn(remember: true)
            door.store.setDown(true)
            let launch = try await browser.get("/")
            #expect(launch.status == .ok)
            #expect(launch.isError)
            #expect(launch.text.contains(#"id="retry" href="""#))
            let page = try await browser.get("/session/new")
            #expect(page.status == .internalServerError)
            #expect(page.text.contains("Reference: "))
            for response in [launch, page] {
                #expect(!response.text.contains("secret"))
                #expect(!response.text.contains("SQLITE"))
            }
            let readiness = try await browser.get("/readyz")
            #expect(readiness.status == .serviceUnavailable)
            #expect(readiness.text == "not ready: the check of the database failed; the log says why\n")
            #expect(try await browser.get("/healthz").status == .ok)
            door.store.setDown(false)
            #expect(try await browser.account() == "local/ada", "it signed nobody out")
        }
    }

    @Test("B13 a store that is down while somebody signs in leaves them with the cover, a message and what they typed")
    func storeDownAtSignIn() async throws {
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100) { door, client in
            try await door.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.get("/session/new")
            door.store.setDown(true)
            let response = try await browser.signIn()
            #expect(response.status == .serviceUnavailable)
            #expect(response.isCover)
            #expect(response.text.contains("Login isn’t working right now"))
            #expect(response.text.contains(#"value="ada""#))
            #expect(!response.text.contains("SQLITE"))
            door.store.setDown(false)
            #expect(try await browser.signIn().status == .seeOther)
        }
    }
}

/// Cookies handed from one server to the next.
private actor Kept {
    private(set) var cookies: [[String: String]] = []

    func add(_ browser: [String: String]) {
        cookies.append(browser)
    }
}
