import HTTPTypes
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("H4 The time zone of pages")
struct ZoneTests {
    /// The text of the first time on the page with the sign-ins, and the zone that the page says it has.
    private func shown(_ browser: TestBrowser) async throws -> (time: String, zone: String?) {
        let page = try await browser.get("/account/sessions").text
        let time = try #require(page.firstMatch(of: /<time datetime="[^"]*">([^<]*)</))
        return (String(time.1), page.firstMatch(of: /data-zone="([^"]*)"/).map { String($0.1) })
    }

    @Test("is that of the browser, from the first page after the sign-in on")
    func browser() async throws {
        try await signedIn { _, browser, _ in
            // The clock of tests begins on 2026-01-01 at 00:00 UTC.
            let unknown = try await shown(browser)
            #expect(unknown.time.hasSuffix(" UTC") && unknown.zone == nil)
            await browser.use(["portico-zone": "Pacific/Auckland"])
            _ = try await browser.signIn()
            let known = try await shown(browser)
            #expect(!known.time.contains("UTC") && known.zone == "Pacific/Auckland")
            // After a journey, pages have the times of the new place at once.
            await browser.use(browser.cookies.merging(["portico-zone": "Asia/Tokyo"]) { $1 })
            let next = try await shown(browser)
            #expect(next.zone == "Asia/Tokyo" && next.time != known.time)
            // As the browser calls it.
            await browser.use(browser.cookies.merging(["portico-zone": "UTC"]) { $1 })
            let inGreenwich = try await shown(browser)
            #expect(inGreenwich.zone == "UTC")
            // A browser that says nothing has the zone that the person's last browser had.
            await browser.forget("portico-zone")
            let usual = try await shown(browser)
            #expect(usual.zone == "Pacific/Auckland")
        }
    }

    @Test(
        "comes from the list of ICU, never from the text of the cookie",
        arguments: [
            "Nowhere/Land", "../../etc/passwd", "%22%3E%3Cscript%3E", "Europe/Berlin/x",
            String(repeating: "a", count: 100),
        ])
    func hostile(value: String) async throws {
        try await signedIn { door, browser, ada in
            await browser.use(["portico-zone": value])
            _ = try await browser.signIn()
            let refused = try await shown(browser)
            #expect(refused.time.hasSuffix(" UTC"))
            let stored = try await door.config.value(of: UserConfig.timeZone, in: ada)
            #expect(stored == nil)
        }
    }

    @Test("is the one that the person has chosen, in every browser, and can be given back to the browser")
    func chosen() async throws {
        try await signedIn { door, browser, ada in
            await browser.use(["portico-zone": "Asia/Tokyo"])
            _ = try await browser.signIn()
            let path = "/settings/appearance"
            let sheet = try await browser.get(path)
            #expect(sheet.text.contains(#"<option value="automatic" selected>"#))
            let fields = [("timeZone", "America/Bogota"), ("shownTimeZone", "automatic")]
            let saved = try await browser.post(path, fields)
            #expect(saved.status == .seeOther)
            let chosen = try await shown(browser)
            #expect(chosen.zone == "America/Bogota")
            let sheetOfChoice = try await browser.get(path)
            #expect(sheetOfChoice.text.contains(#"<option value="America/Bogota" selected>"#))
            // A page that shows an earlier choice sends it with another one.
            let late = [("timeZone", "automatic"), ("shownTimeZone", "automatic"), ("appearance", "dark")]
            _ = try await browser.post(path, late)
            let still = try await shown(browser)
            #expect(still.zone == "America/Bogota")
            // The zone of the browser is kept beside it.
            let stored = try await door.config.value(of: UserConfig.timeZone, in: ada)
            #expect(stored == "Asia/Tokyo")
            _ = try await browser.post(path, [("timeZone", "automatic"), ("shownTimeZone", "America/Bogota")])
            let givenBack = try await shown(browser)
            #expect(givenBack.zone == "Asia/Tokyo")
        }
    }

    @Test("is refused if there is no such zone")
    func refused() async throws {
        try await signedIn { door, browser, ada in
            let answer = try await browser.post("/settings/appearance", [("timeZone", "Nowhere/Land")])
            #expect(answer.status == .unprocessableContent)
            let stored = try await door.config.value(of: UserConfig.chosenTimeZone, in: ada)
            #expect(stored == nil)
        }
    }

    @Test("reaches the server in a cookie whose name the page says")
    func cookie() async throws {
        try await withServer { _, client in
            let answer = try await TestBrowser(client).get("/")
            #expect(answer.text.contains(#" data-zone-cookie="portico-zone""#))
        }
    }
}
