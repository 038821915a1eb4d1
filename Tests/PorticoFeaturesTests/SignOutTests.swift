import HTTPTypes
import PorticoTestSupport
import Testing

@Suite("A5 The question whether to sign out")
struct SignOutTests {
    @Test("is over the main screen, whose bar leads to it, and works as a plain form")
    func question() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            _ = try await browser.signIn()
            let main = try await browser.get("/").text
            let link = #"id="sign-out-link" href="/session/end" data-portico-present="confirmationDialog">"#
            #expect(main.contains(link))
            let page = try await browser.get("/session/end").text
            #expect(page.contains(#"data-style="confirmationDialog""#))
            #expect(page.contains(#"data-source="sign-out-link""#))
            #expect(page.contains(#"<form class="choices" id="sign-out" method="post" action="/session/end""#))
            #expect(page.contains(#"id="sign-out-cancel" href="/" data-portico-dismiss autofocus>"#))
            let account = try #require(
                page.firstMatch(of: /data-sign-out>[\s\S]*?name="account" value="([^"]+)"/)?.output.1)
            #expect(account == "local/ada")
            let out = try await browser.post("/session/end", [("account", String(account))])
            #expect(out.status == .seeOther)
            #expect(try await browser.get("/").isCover)
        }
    }

    @Test("is not shown right after a sign-in that led to it")
    func cover() async throws {
        try await withServer { _, client in
            let cover = try await TestBrowser(client).get("/session/end")
            #expect(cover.status == .unauthorized)
            #expect(cover.isCover)
            #expect(cover.field("next") == nil)
            let page = try await TestBrowser(client).get("/profile/edit")
            #expect(page.field("next") == "/profile/edit")
        }
    }
}
