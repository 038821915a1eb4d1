import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Security: logged events")
struct SecurityEventsTests {
    private static let agent: HTTPFields = [
        .userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
    ]

    @Test("16.3.1 sign-ins, failures and sign-outs, with account, time and client")
    func session() async throws {
        try await withAccounts { door, client in
            let browser = TestBrowser(client)
            _ = try await browser.post("/session", [("username", "ada"), ("password", "wrong")], headers: Self.agent)
            _ = try await browser.post("/session", [("username", "eve"), ("password", "wrong")], headers: Self.agent)
            door.clock.advance(by: 5)
            let fields = [("username", "ada"), ("password", TestServer.password)]
            _ = try await browser.post("/session", fields, headers: Self.agent)
            _ = try await browser.post("/session/end", headers: Self.agent)
            let events = try await door.events(.signInFailed, .signedIn, .signedOut)
            #expect(events.map(\.kind) == [.signInFailed, .signInFailed, .signedIn, .signedOut])
            #expect(events.map(\.account?.user) == ["ada", nil, "ada", "ada"])
            #expect(events.allSatisfy { $0.client.agent.contains("Firefox") })
            #expect(events[2].time == events[0].time.addingTimeInterval(5))
        }
    }

    @Test("16.2.5 never a typed name without an account: it may be a password")
    func typed() async throws {
        try await administering { door, root, client in
            let secret = "hunter2 hunter2 hunter2"
            _ = try await TestBrowser(client).post("/session", [("username", secret), ("password", "x")])
            _ = try await TestBrowser(client).post("/password/reset", [("name", secret)])
            for event in try await door.events(.signInFailed, .passwordResetRequested) { #expect(event.detail.isEmpty) }
            #expect(try await !root.get("/administration/events").text.contains(secret))
            #expect(try await !root.get("/administration/events/export").text.contains(secret))
        }
    }

    @Test("16.3.1 a refused link, without its secret")
    func link() async throws {
        try await withAccounts { door, client in
            let paths = ["/password/new", "/email/confirm", "/sign-ins/end", "/registration/confirm"]
            for path in paths {
                _ = try await TestBrowser(client).post(path, [("token", "secret-token"), ("password", "x")])
            }
            try await door.auth.refusals.flush(isLast: true)
            let events = try await door.events(.linkRefused)
            #expect(events.map(\.count) == [1, paths.count - 1])
            #expect(events.allSatisfy { !$0.detail.contains("secret-token") })
        }
    }

    @Test("16.3.1 equal refusals for one account from one network are one event a minute, limits too")
    func refusals() async throws {
        try await withAccounts { door, client in
            for _ in 0..<15 {
                _ = try await TestBrowser(client).post("/session", [("username", "ada"), ("password", "wrong")])
            }
            #expect(try await door.events(.signInLimited).map(\.count) == [1])
            door.clock.advance(by: 60)
            try await door.auth.refusals.flush()
            #expect(try await door.events(.signInLimited).map(\.count) == [1, 4])
        }
    }

    @Test("16.3.1 administrators can filter them by person, kind and day")
    func page() async throws {
        try await administering { door, root, client in
            _ = try await door.browser(client)
            #expect(try await root.get("/administration/events").text.contains("ada"))
            let exported = try await root.get(
                "/administration/events/export?person=ada&kind=signedIn&from=2026-01-01&to=2026-01-01")
            #expect(exported.headers[.contentType] == "application/jsonl")
            #expect(exported.headers[.cacheControl] == "no-store")
            let lines = exported.text.split(separator: "\n")
            #expect(lines.count == 1)
            let line = try #require(
                try JSONSerialization.jsonObject(with: Data((lines.first ?? "").utf8)) as? [String: Any])
            #expect(line["kind"] as? String == "signedIn")
            #expect(line["account"] as? String == "local/ada")
            #expect(line["time"] as? String == "2026-01-01T00:00:00Z")
            let none = try await root.get("/administration/events/export?from=2026-01-02")
            #expect(none.text.isEmpty)
            for (dates, isShown) in [
                ("from=2026-01-01", true), ("to=2026-01-01", true), ("from=2026-01-01&to=2026-01-01", true),
                ("from=2025-12-31&to=2026-01-02", true), ("to=2025-12-31", false), ("from=2026-01-02", false),
            ] {
                let page = try await root.get("/administration/events?kind=signedIn&person=ada&\(dates)").text
                #expect(page.contains("id=\"event-list\"") == isShown, "\(dates)")
            }
        }
    }

    @Test("7.5.1 an export that needs a proof leads to the list with its filter")
    func proof() async throws {
        try await administering { door, root, _ in
            door.clock.advance(by: 600)
            let filter = "person=b%2Bc%40d&kind=signedIn&from=2026-01-01&to=2026-01-02"
            let list = try await root.get("/administration/events/export?\(filter)").headers[.location]
            #expect(list == "/administration/events?\(filter)")
            let question = try await root.get(list ?? "")
            #expect(question.asksForProof)
            let action = try #require(question.text.firstMatch(of: /action="([^"]*)"/)?.1)
            let proven = try await root.post(String(action), [("reauthentication", TestServer.password)])
            #expect(proven.headers[.location] == list)
            #expect(try await root.get(list ?? "").text.contains("href=\"/administration/events/export?person="))
        }
    }

    @Test("16.3.1 an export has every event once, for any number of events")
    func manyEvents() async throws {
        try await administering { door, root, _ in
            for _ in 0..<2500 {
                try await door.memory.add(
                    SecurityEvent(.signInFailed, account: nil, client: Client(), time: door.clock.now()))
            }
            let text = try await root.get("/administration/events/export?kind=signInFailed").text
            let lines = text.split(separator: "\n")
            #expect(lines.count == 2500)
            #expect(Set(lines).count == 2500)
        }
    }

    @Test("16.4.1 a forged line stays one line of an export, and is not markup on the page")
    func forged() async throws {
        try await administering { door, root, _ in
            try await door.memory.add(
                SecurityEvent(
                    .invited, account: nil, client: Client(address: "<b>\n{}", agent: "<script>"),
                    time: door.clock.now(), detail: "<i>\"\r\n{\"id\":1}"))
            let text = try await root.get("/administration/events/export?kind=invited").text
            #expect(text.split(whereSeparator: \.isNewline).count == 1)
            let page = try await root.get("/administration/events").text
            #expect(!page.contains("<script>") && !page.contains("<i>\"") && !page.contains("<b>\n"))
        }
    }

    @Test("16.3.1 nobody signs in if the log cannot be written")
    func down() async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            door.store.setDown(true)
            #expect(try await TestBrowser(client).signIn().status == .serviceUnavailable)
            #expect(try await browser.post("/account/sessions/end-others").status == .internalServerError)
            door.store.setDown(false)
            #expect(try await browser.account() == "local/ada")
        }
    }
}
