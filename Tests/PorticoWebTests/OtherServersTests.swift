import Foundation
import PorticoAuth
import PorticoConfig
import PorticoPostgreSQL
import PorticoServer
import PorticoTestSupport
import Testing

@testable import PorticoWeb

@Suite(
    "Servers on one database", .serialized, .enabled(if: TestPostgreSQL.isAvailable, "\(TestPostgreSQL.reason)"))
struct OtherServersTests {
    private let ada = AccountID(server: .local, user: "ada")

    @Test("know a sign-in of another one with the next request, and its end soon")
    func signIns() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            let elsewhere = TestBrowser(second.client)
            await elsewhere.use(browser.cookies)
            for _ in 0..<2 { #expect(try await elsewhere.isSignedIn) }
            _ = try await browser.post("/session/end")
            #expect(try await eventually(within: .seconds(5)) { try await !elsewhere.isSignedIn })
        }
    }

    @Test("refuse a sign-in that another one has ended from afar, and end its pages")
    func endedSignIns() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            #expect(try await browser.isSignedIn)
            let stream = try await OpenStream(browser, port: first.client.port)
            try await second.server.auth.store.setDisabled(true, ada, event: nil, at: Date())
            #expect(await stream.rest().events.contains { $0.name == "session" })
            #expect(try await eventually(within: .seconds(5)) { try await !browser.isSignedIn })
        }
    }

    @Test("tell each other's pages of toasts, changed regions and changed values, however long")
    func events() async throws {
        try await withServers { first, second in
            let browser = TestBrowser(first.client)
            _ = try await browser.signIn()
            let stream = try await OpenStream(browser, port: second.client.port)
            let live = first.server.server.live
            live.publish("short", to: .account(ada))
            live.publish(String(repeating: "long ", count: 4000), to: .everyone)
            live.changed("orders", for: .everyone)
            let heard = await stream.events(until: "orders")
            #expect(heard.map(\.name) == ["toast", "toast", "config"])
            #expect(heard[0].data == #"{"text":"short"}"#)
            #expect(heard[1].data.count > 20_000)
            try await first.server.auth.store.setAdministrator(true, ada, event: nil)
            #expect(await stream.events(until: "account").last?.name == "config")
        }
    }

    /// Two servers on one new database, with the account `ada`, that hear of each other.
    private func withServers(
        _ test:
            @escaping @Sendable ((server: TestServer, client: TestClient), (server: TestServer, client: TestClient))
            async throws -> Void
    ) async throws {
        try await TestPostgreSQL.withDatabase { database in
            let folder = publicFolder
            try await TestServer.run(publicFolder: folder, configure: { $0.postgreSQL = database }) { first, client in
                try await TestServer.run(publicFolder: folder, configure: { $0.postgreSQL = database }) {
                    second, other in
                    try await first.addAccount()
                    try await test((first, client), (second, other))
                }
            }
        }
    }
}

extension TestBrowser {
    fileprivate var isSignedIn: Bool {
        get async throws { try await account() != nil }
    }
}
