import HTTPTypes
import PorticoTestSupport
import Testing

@Suite("C13 C14 Presented pages")
struct PagesTests {
    /// The headers that script sends to open a page in place.
    private static let layer: HTTPFields = fromScript.merged([.porticoPresent: "sheet"])

    @Test("are shown over their presenters, at any depth", arguments: 1...4)
    func depth(depth: Int) async throws {
        try await signedIn { browser in
            let path = "/dev/presentations" + String(repeating: "/page-sheet", count: depth)
            let page = try await browser.get(path)
            #expect(page.status == .ok)
            #expect(page.headers[.vary] == "Accept-Language, Cookie, Portico-Present")
            #expect(page.text.ranges(of: #"<dialog class="presented" open inert"#).count == depth - 1)
            #expect(page.text.ranges(of: #"<dialog class="presented" open data-style"#).count == 1)
            #expect(page.text.contains(#"data-url="\#(path)""#))
            #expect(page.text.contains(#"<div class="presenter" tabindex="-1" inert>"#))
            #expect(page.text.contains("<title>Page sheet · Portico</title>"))
        }
    }

    @Test(
        "say that they are for development only, if they are",
        arguments: [
            "presentations", "presentations/page-sheet", "presentations/confirmation-dialog", "context",
            "context/region", "orphan", "anywhere", "records", "records/1", "library", "library/1", "hud", "hud/sheet",
        ])
    func development(path: String) async throws {
        try await signedIn { browser in
            let page = try await browser.get("/dev/\(path)", headers: path == "anywhere" ? Self.layer : [:])
            #expect(page.status == .ok)
            #expect(page.text.contains("For development only"))
        }
    }

    @Test("are sent alone to script that opens them in place")
    func alone() async throws {
        try await signedIn { browser in
            let page = try await browser.get("/dev/presentations/page-sheet/popover?a=b", headers: Self.layer)
            #expect(page.status == .ok)
            #expect(page.headers[.vary] == "Accept-Language, Cookie, Portico-Present")
            #expect(page.text.hasPrefix(#"<div class="dim"></div>"#))
            #expect(page.text.ranges(of: "<dialog").count == 1)
            #expect(!page.text.contains(" open"))
            #expect(page.text.contains(#"data-url="/dev/presentations/page-sheet/popover?a=b""#))
            #expect(page.text.contains(#"data-presenter="/dev/presentations/page-sheet""#))
            #expect(page.text.contains(#"data-account="local/ada""#), "script shows the layer to no other account")
        }
    }

    @Test("are not sent without a sign-in")
    func signedOut() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let page = try await browser.get("/dev/presentations/page-sheet", headers: Self.layer)
            #expect(page.status == .unauthorized)
            #expect(page.headers[.porticoCover] == "/session/new")
            #expect(try await browser.get("/dev/presentations/page-sheet").isCover)
        }
    }

    @Test("that script requests alone but that have no presenter are whole documents")
    func whole() async throws {
        try await signedIn { browser in
            let page = try await browser.get("/dev/records", headers: Self.layer).text
            #expect(page.hasPrefix("<!DOCTYPE html>"))
        }
    }

    @Test("whose presenter does not exist are shown as a page")
    func orphan() async throws {
        try await signedIn { browser in
            let page = try await browser.get("/dev/orphan")
            #expect(page.status == .ok)
            #expect(!page.text.contains(#"<dialog class="presented" open"#))
            #expect(page.text.contains(#"href="/" data-portico-dismiss"#), "the close button has a target")
            #expect(page.text.ranges(of: "<main").count == 1)
        }
    }

    @Test("that can appear over any page appear over the named one, on this site only")
    func anywhere() async throws {
        try await signedIn { browser in
            let presenters = [
                "": "/dev/presentations", "?over=%2Fdev%2Frecords": "/dev/records",
                "?over=%2F%2Fevil.example%2F": "/dev/presentations",
                "?over=https%3A%2F%2Fevil.example": "/dev/presentations",
            ]
            for (query, presenter) in presenters {
                let page = try await browser.get("/dev/anywhere\(query)", headers: Self.layer).text
                #expect(page.contains(#"data-presenter="\#(presenter)""#), "\(query)")
            }
        }
    }

    @Test("over each other in a circle have an end")
    func circle() async throws {
        try await signedIn { browser in
            let page = try await browser.get("/dev/anywhere?over=/dev/anywhere")
            #expect(page.status == .ok)
            #expect(page.text.ranges(of: #"class="presented" open"#).count < 12)
        }
    }

    @Test("with a form's address in the address bar lead back to the form")
    func formAddresses() async throws {
        try await signedIn { browser in
            let editors = ["/profile": "/profile/edit", "/dev/records/1/leave": "/dev/records/1"]
            for (address, editor) in editors {
                let response = try await browser.get(address)
                #expect(response.status == .seeOther)
                #expect(response.headers[.location] == editor)
            }
        }
    }

    @Test("that do not exist are 404")
    func missing() async throws {
        try await signedIn { browser in
            for path in ["/dev/presentations/nothing", "/dev/records/9"] {
                let page = try await browser.get(path)
                #expect(page.status == .notFound)
            }
        }
    }

    @Test("with a form show it again in place, or over their presenter, when it is refused")
    func refused() async throws {
        try await signedIn { browser in
            let again = try await browser.post("/dev/records/1", [("name", "")])
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains(#"<title>Record · Portico</title>"#))
            #expect(again.text.contains("Iron gate"), "the list is beneath")
            #expect(again.text.contains(#"aria-invalid="true""#))
            let alone = try await browser.post("/dev/records/1", [("name", "")], headers: Self.layer)
            #expect(alone.status == .unprocessableContent)
            #expect(alone.text.hasPrefix(#"<div class="dim"></div>"#))
        }
    }

    @Test("are dismissed when the server wants that, or navigate to its target")
    func done() async throws {
        try await signedIn { browser in
            let sheet = try await browser.post("/dev/records/1", [("name", "Larch door")], headers: Self.layer)
            #expect(sheet.status == .noContent)
            #expect(sheet.headers[.porticoDismiss] == "true")
            #expect(sheet.headers[.porticoLocation] == "/dev/records")
            let inside = try await browser.post("/dev/library/1", [("name", "Ash door")], headers: Self.layer)
            #expect(inside.status == .noContent)
            #expect(inside.headers[.porticoDismiss] == nil)
            #expect(inside.headers[.porticoLocation] == "/dev/library")
            let plain = try await browser.post("/dev/records/1", [("name", "Elm door")])
            #expect(plain.status == .seeOther)
            #expect(plain.headers[.location] == "/dev/records")
            #expect(plain.headers[.porticoDismiss] == nil)
        }
    }

    @Test("ask before input is lost, without script too, and keep it with either answer")
    func leaving() async throws {
        try await signedIn { browser in
            let clean = try await browser.post("/dev/records/2/leave", [("name", "Iron gate")])
            #expect(clean.status == .seeOther)
            #expect(clean.headers[.location] == "/dev/records")
            let dirty = try await browser.post("/dev/records/2/leave", [("name", "Steel gate")])
            #expect(dirty.status == .ok)
            #expect(dirty.text.contains("You have unsaved changes"))
            #expect(dirty.field("name") == "Steel gate")
            #expect(dirty.text.contains(#"value="Steel gate" aria-describedby"#), "the form beneath has the draft")
            let kept = try await browser.post("/dev/records/2/edit", [("name", "Steel gate")])
            #expect(kept.text.contains(#"value="Steel gate""#))
            #expect(kept.text.contains(#"data-portico-guard="dirty""#))
        }
    }
}
