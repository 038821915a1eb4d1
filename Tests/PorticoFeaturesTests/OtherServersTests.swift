import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoPostgreSQL
import PorticoServer
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite(
    "Servers on one database", .serialized, .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct OtherServersTests {
    private let ada = AccountID(server: .local, user: "ada")

    @Test("accept a sign-in of another one with the next request, and soon learn of its end")
    func signIns() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            let elsewhere = TestBrowser(second.client)
            await elsewhere.use(browser.cookies)
            for _ in 0..<2 { #expect(try await elsewhere.isSignedIn) }
            _ = try await browser.post("/session/end")
            #expect(try await eventually { try await !elsewhere.isSignedIn })
        }
    }

    @Test("refuse a sign-in that another one has ended, and end its pages")
    func endedSignIns() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            #expect(try await browser.isSignedIn)
            let stream = try await OpenStream(browser, port: first.client.port)
            try await second.server.auth.store.setDisabled(true, ada, event: nil, at: Date())
            #expect(await stream.rest().events.contains { $0.name == "session" })
            #expect(try await eventually { try await !browser.isSignedIn })
        }
    }

    @Test(
        "end the pages of a browser that has signed out, signed in or changed its account at another one",
        arguments: ["/session/end", "/session", "/accounts/current"])
    func changedElsewhere(path: String) async throws {
        try await withServers { first, second in
            try await first.server.addAccount("bob", name: "Bob")
            let browser = TestBrowser(first.client)
            for name in ["ada", "bob"] { _ = try await browser.signIn(name) }
            let stream = try await OpenStream(browser, port: second.client.port)
            let form = [("username", "ada"), ("password", TestServer.password), ("profile", "1")]
            #expect(try await browser.post(path, form).status == .seeOther)
            #expect(await stream.rest().events.contains { $0.name == "session" })
        }
    }

    @Test("send toasts, changed regions and changed values to each other's pages, of any length")
    func events() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            let stream = try await OpenStream(browser, port: second.client.port)
            let live = first.server.server.live
            live.publish("short", to: .account(ada))
            live.publish(String(repeating: "long ", count: 4000), to: .everyone)
            live.changed("orders", for: .everyone)
            // The second server may receive the sign-in only now.
            let heard = await stream.events(until: "orders")
            let toasts = heard.filter { $0.name == "toast" }.map(\.data)
            #expect(toasts.count == 2 && toasts.first == #"{"text":"short"}"# && (toasts.last?.count ?? 0) > 20_000)
            #expect(heard.contains { $0.name == "config" && $0.data.contains("orders") })
            try await first.server.auth.store.setAdministrator(true, ada, event: nil, at: Date())
            #expect(await stream.events(until: "account").last?.name == "config")
        }
    }

    @Test("announce to each other's pages the jobs that end with a server, and all other events until then")
    func endedJobs() async throws {
        try await TestPostgreSQL.withDatabase { database in
            let configure = { @Sendable (options: inout ServerOptions) in options.postgreSQL = database }
            let endless = AsyncStream.makeStream(of: Void.self)
            let mount: @Sendable (inout MainSection) -> Void = { main in
                main.routes { routes, _ in
                    routes.post("work") { request, context in
                        try await context.progress(of: "Endless", request) { _ -> Download in
                            for await _ in endless.stream {}
                            throw CancellationError()
                        }
                    }
                }
            }
            try await TestServer.run(publicFolder: publicFolder, configure: configure, mount: mount) { staying, other in
                try await staying.addAccount()
                let browser = TestBrowser(other)
                _ = try await browser.signIn()
                let stream = try await OpenStream(browser, port: other.port)
                try await TestServer.run(
                    publicFolder: publicFolder, configure: configure, mount: mount
                ) { ending, client in
                    let elsewhere = TestBrowser(client)
                    await elsewhere.use(browser.cookies)
                    _ = try await elsewhere.post("/work")
                    for number in 1...100 { ending.server.live.publish("toast \(number)", to: .account(ada)) }
                }
                let heard = await stream.events(until: #""hide":"#).map(\.data).joined()
                #expect(heard.contains("toast 100"))
                #expect(heard.contains(#""hide":"#))
            }
        }
    }

    @Test("send the missed events to a stream that comes from another one, once and in order")
    func resuming() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            let live = first.server.server.live
            let stream = try await OpenStream(browser, port: first.client.port)
            live.publish("one", to: .account(ada))
            let known = try #require(await stream.events(until: "one").last?.id)
            for text in ["two", "three"] { live.publish(text, to: .account(ada)) }
            _ = await stream.events(until: "three")
            let there = try await OpenStream(browser, port: second.client.port, lastEventID: known)
            second.server.server.live.publish("four", to: .account(ada))
            let heard = OpenStream.events(in: there.opening) + (await there.events(until: "four"))
            let toasts = heard.filter { $0.name == "toast" }
            #expect(toasts.map(\.data) == ["two", "three", "four"].map { #"{"text":"\#($0)"}"# })
            #expect(heard.contains { $0.name == "missed" })
        }
    }

    @Test("send the first event of all to a stream whose page could not know it yet")
    func firstEvent() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            let live = first.server.server.live
            #expect(try await eventually { live.position.shared == 0 })
            let page = live.position.description
            let stream = try await OpenStream(browser, port: second.client.port)
            live.publish("first", to: .account(ada))
            _ = await stream.events(until: "first")
            let late = try await OpenStream(browser, port: second.client.port, query: "?after=\(page)")
            live.publish("second", to: .account(ada))
            let heard = OpenStream.events(in: late.opening) + (await late.events(until: "second"))
            let toasts = heard.filter { $0.name == "toast" }.map(\.data)
            #expect(toasts == ["first", "second"].map { #"{"text":"\#($0)"}"# })
        }
    }

    @Test("show a notice of one of them on the next page of another one, once")
    func notices() async throws {
        try await withServers { first, second in
            let here = TestBrowser(first.client)
            _ = try await here.signIn()
            let there = TestBrowser(second.client)
            #expect(try await here.post("/move").headers[.location] == "/a")
            await there.use(here.cookies)
            #expect(try await there.get("/").notices == [])
            #expect(try await there.get("/a").notices == ["Moved"])
            #expect(try await here.get("/a").notices == [])
        }
    }

    @Test("have one set-up link, which ends at all of them with the first account and does not return")
    func setup() async throws {
        try await TestPostgreSQL.withDatabase { database in
            let configure: @Sendable (inout ServerOptions) -> Void = {
                ($0.postgreSQL, $0.masterKeys) = (database, [Data(repeating: 7, count: 32)])
            }
            let folder = publicFolder
            try await TestServer.run(publicFolder: folder, configure: configure) { first, client in
                try await TestServer.run(publicFolder: folder, configure: configure) { second, other in
                    let token = try await first.setupToken()
                    #expect(try await second.setupToken() == token)
                    let browser = TestBrowser(other)
                    #expect(try await browser.get("/setup?token=\(token)").status == .ok)
                    let fields = [
                        ("token", token), ("name", "Ada"), ("username", "ada"), ("password", TestServer.password),
                    ]
                    #expect(try await TestBrowser(client).post("/setup", fields).status == .seeOther)
                    #expect(try await browser.get("/setup?token=\(token)").status == .forbidden)
                    let isGone = try await eventually { !FileManager.default.fileExists(atPath: second.linkFile) }
                    #expect(isGone)
                    try PostgreSQLSession(database).run("TRUNCATE accounts CASCADE")
                    try await TestServer.run(publicFolder: folder, configure: configure) { third, _ in
                        let later = try await third.setupToken()
                        #expect(later != token)
                    }
                }
            }
        }
    }

    @Test("are listed for administrators at any of them, until they end")
    func list() async throws {
        try await withServers { first, second in
            try await first.server.addAccount("root", isAdministrator: true)
            let browser = TestBrowser(second.client)
            _ = try await browser.signIn("root")
            let isListed = try await eventually {
                let page = try await browser.get("/administration/nodes").text
                return page.contains("id=\"node-2\"") && page.components(separatedBy: "Yes</td>").count == 2
            }
            #expect(isListed, "both, and one of them leads")
            #expect(try await browser.get("/administration").text.contains("href=\"/administration/nodes\""))
            let ada = TestBrowser(second.client)
            _ = try await ada.signIn()
            #expect(try await ada.get("/administration/nodes").status == .forbidden)
        }
    }

    /// Two connected servers on one new database, with the account `ada`. They have a page at `/a`, and a form at
    /// `/move` that adds a toast "Moved" and redirects to it.
    private func withServers(
        _ test:
            @escaping @Sendable ((server: TestServer, client: TestClient), (server: TestServer, client: TestClient))
            async throws -> Void
    ) async throws {
        try await TestPostgreSQL.withDatabase { database in
            let folder = publicFolder
            let mount: @Sendable (inout MainSection) -> Void = { main in
                main.page("/a", title: "Page") { _, _ in Blank() }
                main.routes { routes, _ in
                    routes.post("move") { request, context in
                        context.toast("Moved")
                        return Response.done("/a", for: request)
                    }
                }
            }
            let configure = { @Sendable (options: inout ServerOptions) in
                options.postgreSQL = database
                // No page waits for a heartbeat.
                options.eventInterval = .seconds(3600)
            }
            try await TestServer.run(publicFolder: folder, configure: configure, mount: mount) { first, client in
                try await TestServer.run(publicFolder: folder, configure: configure, mount: mount) { second, other in
                    try await first.addAccount()
                    try await test((first, client), (second, other))
                }
            }
        }
    }
}

extension TestServer {
    fileprivate var linkFile: String { options.dataFolder + "/setup-link" }

    /// The token of the set-up link, as soon as the link is written.
    fileprivate func setupToken() async throws -> String {
        var link = ""
        _ = try await eventually {
            link = (try? String(contentsOfFile: linkFile, encoding: .utf8)) ?? ""
            return link.hasSuffix("\n")
        }
        return String(try #require(link.dropLast().split(separator: "=").last))
    }
}

private struct Blank: HTMLRenderable {
    func render(into html: inout HTMLWriter) {}
}

extension TestBrowser {
    fileprivate var isSignedIn: Bool {
        get async throws { try await account() != nil }
    }
}
