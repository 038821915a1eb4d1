import Foundation
import HTTPTypes
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("Events and the HUD in a page")
struct OverlayMarkupTests {
    @Test("begin after the newest event before the page, on every page of signed-in people", arguments: ["0", "50"])
    func position(delay: String) async throws {
        try await withStreams { _, live, client in
            let browser = try await browser(client)
            _ = try await browser.post("/dev/settings", [("launchDelay", delay)])
            for path in ["/", "/about", "/settings/appearance"] {
                let page = try await browser.get(path).text
                let id = try #require(page.firstMatch(of: /data-events="([^"]+)"/)?.output.1)
                #expect(EventID(String(id)).map { $0.number <= live.position.number } == true)
                live.publish("since \(path)", to: .everyone)
                let stream = try await OpenStream(browser, port: client.port, query: "?after=\(id)")
                var events = OpenStream.events(in: stream.opening)
                if events.isEmpty { events = await stream.events(until: "since") }
                #expect(events.last?.data == #"{"text":"since \#(path)"}"#)
            }
            #expect(try await !TestBrowser(client).get("/").text.contains("data-events"))
        }
    }

    @Test("have the look of the HUD, if the installation changes it")
    func style() async throws {
        let hud = HudDefaults(
            background: "#11223344", interactiveHide: true, curve: .easeOut, duration: .milliseconds(250),
            transition: [.opacity, .moveBottom], alignment: .bottomTrailing, ignoresSafeAreaEdges: [.top, .leading],
            grace: .milliseconds(100), minimum: .seconds(1))
        try await TestDoor.run(publicFolder: publicFolder, app: AppConfig(hud: hud)) { door, client in
            try await door.addAccount()
            let browser = try await browser(client)
            for path in ["/", "/about"] {
                let page = try await browser.get(path).text
                let text = try #require(page.firstMatch(of: /data-hud-style="([^"]+)"/)?.output.1)
                let style = try JSONDecoder().decode(
                    HudStyle.self, from: Data(String(text).replacing("&quot;", with: "\"").utf8))
                #expect(style.background.hex == "#11223344")
                #expect(style.interactiveHide)
                #expect(style.animation == HudContent.Animation(curve: .easeOut, duration: 0.25))
                #expect(style.transition == [.opacity, .move(.bottom)])
                #expect(style.alignment == .bottomTrailing)
                #expect(style.ignoresSafeAreaEdges == [.top, .leading])
                #expect(style.grace == 0.1)
                #expect(style.minimum == 1)
            }
        }
        try await TestServer.run(publicFolder: publicFolder, configure: { $0.app.hud = HudDefaults(alignment: .top) }) {
            server, client in
            try await server.addAccount()
            let page = try await browser(client).get("/").text
            #expect(page.contains(#"data-hud-style="{&quot;alignment&quot;:&quot;top&quot;"#), "by the options too")
        }
        try await signedIn { browser in
            let page = try await browser.get("/").text
            #expect(!page.contains("data-hud-style"))
        }
    }

    @Test("include the result of a change: the profile, and automatic sign-in")
    func settings() async throws {
        try await signedIn { browser in
            let script = fromScript
            _ = try await browser.post("/profile", [("name", "Countess")], headers: script)
            #expect(try await browser.get("/").notices == ["Profile saved"])
            _ = try await browser.post("/settings/automatic-sign-in", [("value", "on")])
            #expect(try await browser.get("/").notices == ["You’ll stay logged in"])
            _ = try await browser.post("/settings/automatic-sign-in", [("value", "off")])
            #expect(try await browser.get("/").notices == ["You’ll be logged out when this browser is closed"])
            #expect(try await browser.post("/profile", [("name", "  ")]).status == .unprocessableContent)
            #expect(try await browser.get("/").notices == [])
        }
    }
}
