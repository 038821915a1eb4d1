import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

/// A page over the main screen.
private struct Sheet: Presentable {
    let presentation = Presentation()
    let presenter = SitePath.launch
    func title(in language: String) -> String { "Sheet" }
    func render(into html: inout HTMLWriter) {}
}

/// A server on which `POST /say` runs `say`, with a response that is neither a page nor a redirect to one. The pages
/// `/page` and `/sheet` run it too.
private func withOverlays(
    say: @escaping @Sendable (SignedInContext) throws -> Void,
    _ test: @escaping @Sendable (TestClient) async throws -> Void
) async throws {
    let mount: @Sendable (inout MainSection) -> Void = { main in
        main.page("/page", title: "Page") { _, context in
            try say(context)
            return Sheet()
        }
        main.page("/sheet") { _, context in
            try say(context)
            return Sheet()
        }
        main.routes { routes, pages in
            routes.post("say") { _, context in
                try say(context)
                return Response(status: .noContent)
            }
            routes.post("sheet") { request, context in
                try say(context)
                return try await pages.response(
                    Sheet(), at: "/sheet", to: request, context, status: .unprocessableContent)
            }
        }
    }
    try await TestServer.run(publicFolder: publicFolder, mount: mount) { server, client in
        try await server.addAccount()
        try await server.addAccount("bob", name: "Bob")
        try await test(client)
    }
}

@Suite("The notices of a handler")
struct OverlayTests {
    private let ada = AccountID(server: .local, user: "ada")

    @Test("are in the page that it creates, in the topmost layer if there is one")
    func page() async throws {
        try await withOverlays(say: { context in
            context.toast("Look")
            context.hud.show(.success("Done"))
        }) { client in
            let browser = try await browser(client)
            for page in [
                try await browser.get("/page"), try await browser.get("/sheet"), try await browser.post("/sheet"),
                try await browser.get("/sheet", headers: [.porticoPresent: "sheet"]),
            ] {
                #expect(page.notices == ["Look", "Done"])
                #expect(
                    page.text.contains(
                        /data-hud="{&quot;id&quot;:&quot;[a-z0-9]+&quot;,&quot;kind&quot;:&quot;success/))
            }
            let sheet = try await browser.get("/sheet").text
            let dialog = try #require(sheet.firstRange(of: "<dialog class=\"presented\""))
            #expect(sheet[dialog.lowerBound...].contains(">Look<"))
            #expect(!sheet[..<dialog.lowerBound].contains(">Look<"))
        }
    }

    @Test("otherwise reach the page that sent the request, by the stream of the browser")
    func stream() async throws {
        try await withOverlays(
            say: { context in
                context.toast(Toast("Look", kind: .failure))
                context.hud.show(.progress(0.5, "Half", id: "hud"))
            }
        ) { client in
            let browser = try await browser(client)
            let stream = try await OpenStream(browser, port: client.port)
            let script = fromScript.merged([.referer: "http://localhost:1/some/page?a=b"])
            // Script may keep the shown sheet when a form returns the same one.
            for (path, headers) in [("/say", script), ("/sheet", script.merged([.porticoPresent: "sheet"]))] {
                #expect(try await browser.post(path, headers: headers).notices == [])
                let events = await stream.events(until: "Look")
                #expect(events.map(\.name) == ["hud", "toast"])
                #expect(
                    events[0].data
                        == #"{"show":{"id":"hud","kind":"progress","path":"/some/page","text":"Half","value":0.5,"version":1}}"#
                )
                #expect(
                    events[1].data == #"{"kind":"failure","path":"/some/page","text":"Look","version":1}"#)
            }
            _ = try await browser.post("/say")
            #expect(
                await stream.events(until: "Look").last?.data
                    == #"{"kind":"failure","text":"Look","version":1}"#)
        }
    }

    @Test("reach open pages at once if they are for those")
    func receivers() async throws {
        let bob = AccountID(server: .local, user: "bob")
        try await withOverlays(
            say: { context in
                context.toast("browser", to: .browser)
                context.toast("account", to: .account(context.account.id))
                context.hud.show(.info("bob", id: "hud"), to: .account(bob))
                context.hud.hide(id: "some", to: .everyone)
                context.hud.hide(id: "own")
                context.hud.hideAll(to: .everyone)
                context.toast("everyone", to: .everyone)
            }
        ) { client in
            let (here, there) = (try await browser(client), try await browser(client))
            let elsewhere = try await browser(of: "bob", client)
            let streams = [
                try await OpenStream(here, port: client.port), try await OpenStream(there, port: client.port),
                try await OpenStream(elsewhere, port: client.port),
            ]
            #expect(try await here.get("/page").notices == [])
            let all = [#"{"hide":"some"}"#, #"{"hideAll":true}"#, #"{"kind":"info","text":"everyone","version":1}"#]
            let account = #"{"kind":"info","text":"account","version":1}"#
            #expect(
                await streams[0].events(until: "everyone").map(\.data)
                    == [#"{"kind":"info","text":"browser","version":1}"#, account, all[0], #"{"hide":"own"}"#]
                    + all[1...])
            #expect(await streams[1].events(until: "everyone").map(\.data) == [account] + all)
            #expect(
                await streams[2].events(until: "everyone").map(\.data)
                    == [#"{"show":{"id":"hud","kind":"info","text":"bob","version":1}}"#] + all)
        }
    }

    @Test("about the HUD can be withdrawn before they are sent")
    func takenBack() async throws {
        try await withOverlays(say: { context in
            context.hud.show(.info("first", id: "hud"))
            context.hud.show(.info("instead", id: "hud"))
            context.hud.show(.info("beside"))
            context.hud.show(.info("other", id: "other"))
            context.hud.hide(id: "other", to: .response)
        }) { client in
            let page = try await browser(client).get("/page")
            #expect(page.notices == ["instead", "beside"])
        }
    }

    @Test("are dropped if it fails")
    func failure() async throws {
        try await withOverlays(say: { context in
            context.toast("Look")
            throw CancellationError()
        }) { client in
            let browser = try await browser(client)
            #expect(try await browser.get("/page").notices == [])
            #expect(try await browser.post("/say").notices == [])
            #expect(try await browser.get("/").notices == [])
        }
    }

    @Test("can also be sent outside of requests, to any audience")
    func outside() async throws {
        let kept = Mutex<LiveEvents?>(nil)
        let mount: @Sendable (inout MainSection) -> Void = { main in kept.withLock { $0 = main.live } }
        try await TestServer.run(publicFolder: publicFolder, mount: mount) { server, client in
            try await server.addAccount()
            let live = try #require(kept.withLock { $0 })
            let stream = try await OpenStream(try await browser(client), port: client.port)
            live.toast("Hello", to: .account(ada), at: "/page")
            live.hud.show(.activity(id: "hud"), to: .everyone)
            live.hud.hide(id: "hud", to: .everyone, at: "/page")
            live.hud.hideAll(to: .browser(1, as: ada))
            #expect(
                await stream.events(until: "hideAll").map(\.data) == [
                    #"{"kind":"info","path":"/page","text":"Hello","version":1}"#,
                    #"{"show":{"id":"hud","kind":"activity","version":1}}"#, #"{"hide":"hud","path":"/page"}"#,
                    #"{"hideAll":true}"#,
                ])
        }
    }
}
