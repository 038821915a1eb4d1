import HTTPTypes
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("E11 The workplace")
struct WorkplaceTests {
    private static let ada = AccountID(server: .local, user: "ada")
    private static let all = WorkplaceCodes(
        factory: "N", workshop: "N-W2", productionLine: "N-L1", storehouse: "N-S1")

    /// A browser in which `ada` is signed in, on a server that has the sample's workplaces.
    private func choosing(
        from codes: WorkplaceCodes = WorkplaceCodes(),
        _ test: @escaping @Sendable (TestDoor, TestBrowser, ConfigScope) async throws -> Void
    ) async throws {
        try await signedIn { door, browser, ada in
            try await door.workplaces.replace(try .sample, on: .local)
            try await door.config.set(codes.settings(since: WorkplaceCodes()), in: ada)
            try await test(door, browser, ada)
        }
    }

    @Test("is not on the main screen without a choice, and its pages say so")
    func nothing() async throws {
        try await signedIn { _, browser, _ in
            let main = try await browser.get("/").text
            #expect(main.contains(/<section class="group" id="workplace" data-portico-config="[\w ]+" hidden>/))
            #expect(!main.contains("workplace-factory"))
            let page = try await browser.get("/workplace/factory")
            #expect(page.status == .ok)
            #expect(page.text.contains("Nothing to choose from."))
            #expect(!page.text.contains("choose-none"))
        }
    }

    @Test("is on the main screen by names, in one group that is refreshed when a key changes")
    func cells() async throws {
        try await choosing { door, browser, ada in
            let before = try await browser.get("/").text
            #expect(
                before.contains(
                    #"data-portico-config="currentFactoryCode workShopCode productLineCode storeHouseCode""#))
            #expect(before.ranges(of: #"<span class="cell-value">Not chosen</span>"#).count == 4)
            #expect(before.contains(#"href="/workplace/line" data-portico-present"#))
            try await door.config.set(Self.all.settings(since: WorkplaceCodes()), in: ada)
            let after = try await browser.get("/").text
            for name in ["École Straße", "Hall 2", "Press", "Raw"] {
                #expect(after.contains(#"<span class="cell-value">\#(name)</span>"#))
            }
            #expect(!after.contains("Not chosen") && !after.contains("N-W2"))
        }
    }

    @Test("is chosen in sheets, each of which offers the parts of the previous choice")
    func narrowing() async throws {
        try await choosing { door, browser, ada in
            for kind in ["workshop", "line", "storehouse"] {
                #expect(try await browser.get("/workplace/\(kind)").text.contains("Choose a factory first."))
            }
            for (kind, code, absent) in [
                ("factory", "N", "N-W2"), ("workshop", "N-W2", "S-W1"), ("line", "N-L1", "S-L1"),
                ("storehouse", "N-S1", "S-S1"),
            ] {
                let page = try await browser.get("/workplace/\(kind)").text
                #expect(page.contains(#"data-style="pageSheet""#))
                #expect(page.contains(#"id="menu-link""#), "the main screen is under it")
                #expect(page.contains(#"name="code" value="\#(code)">"#))
                #expect(!page.contains(absent))
                #expect(page.ranges(of: #"aria-current="true""#).count == 1, "None")
                let response = try await browser.post(
                    "/workplace/\(kind)", [("account", "local/ada"), ("code", code)])
                #expect(response.status == .seeOther)
                #expect(response.headers[.location] == "/")
                #expect(
                    try await browser.get("/workplace/\(kind)").text
                        .contains(#"name="code" value="\#(code)" aria-current="true""#))
            }
            #expect(try await door.config.config(of: Self.ada, isAutoLogin: false).workplaces == Self.all)
        }
    }

    @Test("of another factory clears the rest, in one change")
    func reset() async throws {
        try await choosing(from: Self.all) { door, browser, ada in
            var changes = door.changes.observe().makeAsyncIterator()
            _ = try await browser.post("/workplace/factory", [("code", "S")])
            let keys: Set = ["currentFactoryCode", "workShopCode", "productLineCode", "storeHouseCode"]
            #expect(await changes.next() == ConfigChange(scope: .init(ada), keys: keys))
            #expect(try await browser.get("/").text.ranges(of: "Not chosen").count == 3)
            _ = try await browser.post("/workplace/factory", [("code", "S")])
            _ = try await browser.post("/workplace/factory", [("code", "")])
            #expect(await changes.next() == ConfigChange(scope: .init(ada), keys: ["currentFactoryCode"]), "once")
            #expect(try await browser.get("/").text.ranges(of: "Not chosen").count == 4)
        }
    }

    @Test("lets script dismiss the sheet")
    func script() async throws {
        try await choosing { _, browser, _ in
            let response = try await browser.post(
                "/workplace/factory", [("code", "N")], headers: form.merged(fromScript))
            #expect(response.status == .noContent)
            #expect(response.headers[.porticoLocation] == "/")
            #expect(response.headers[.porticoDismiss] == "true")
        }
    }

    @Test(
        "is refused if it does not exist or is part of another one: the page says so, and nothing changes",
        arguments: [
            ("factory", "X"), ("factory", "N-W2"), ("factory", "n"), ("workshop", "S-W1"), ("line", "S-L1"),
            ("storehouse", "S-S1"), ("storehouse", "'"), ("workshop", " N-W10"),
        ])
    func refused(kind: String, code: String) async throws {
        try await choosing(from: Self.all) { door, browser, ada in
            for headers in [form, form.merged(fromScript).merged([.porticoPresent: "sheet"])] {
                let response = try await browser.post(
                    "/workplace/\(kind)", [("account", "local/ada"), ("code", code)], headers: headers)
                #expect(response.status == .unprocessableContent)
                #expect(response.text.contains("This is no longer available. Choose another one."))
                #expect(response.text.contains(#"data-url="/workplace/\#(kind)""#))
                #expect(response.text.contains(#"aria-current="true""#))
            }
            #expect(try await door.config.config(of: Self.ada, isAutoLogin: false).workplaces == Self.all)
        }
    }

    @Test("is refused without a code, or if the one above it is not chosen")
    func incomplete() async throws {
        try await choosing { _, browser, _ in
            #expect(try await browser.post("/workplace/factory").status == .unprocessableContent)
            let page = try await browser.post("/workplace/workshop", [("code", "N-W2")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("Choose a factory first."))
        }
    }

    @Test("that is no longer in the directory appears as not chosen, and is kept")
    func gone() async throws {
        try await choosing(from: Self.all) { door, browser, ada in
            try await door.workplaces.replace(
                .verified(
                    """
                    {"factories": [{"code": "N", "name": "North", "workshops": [{"code": "N-W9", "name": "Hall 9"}],
                    "storehouses": [{"code": "N-S1", "name": "Raw"}]},
                    {"code": "S", "name": "South", "workshops": [{"code": "N-W2", "name": "Hall 2", "productionLines":
                    [{"code": "N-L1", "name": "Press"}]}]}]}
                    """), on: .local)
            let main = try await browser.get("/").text
            #expect(main.ranges(of: "Not chosen").count == 2, "the workshop is part of another factory now")
            #expect(try await browser.get("/workplace/line").text.contains("Choose a workshop first."))
            #expect(try await door.config.config(of: Self.ada, isAutoLogin: false).workplaces == Self.all)
            try await door.workplaces.replace(.verified(#"{"factories": []}"#), on: .local)
            #expect(try await !browser.get("/").text.contains("Not chosen"))
            #expect(try await browser.get("/workplace/workshop").status == .ok)
            try await door.workplaces.replace(try .sample, on: .local)
            #expect(try await !browser.get("/").text.contains("Not chosen"))
        }
    }

    @Test("is not chosen for another person's page, nor without a sign-in")
    func others() async throws {
        try await choosing { door, browser, ada in
            let response = try await browser.post(
                "/workplace/factory", [("account", "local/bob"), ("code", "N")])
            #expect(response.status == .conflict)
            #expect(try await door.config.config(of: Self.ada, isAutoLogin: false).workplaces.factory == nil)
            _ = try await browser.post("/session/end")
            #expect(try await browser.post("/workplace/factory", [("code", "N")]).status == .unauthorized)
            #expect(try await browser.get("/workplace/factory").isCover)
            #expect(try await browser.get("/workplace/factory").status == .unauthorized)
        }
    }

    @Test("is read from the store once, also by a launch, until it changes")
    func memory() async throws {
        try await TestDoor.run(publicFolder: publicFolder, cacheCapacity: 100) { door, client in
            try await door.addAccount()
            try await door.workplaces.replace(try .sample, on: .local)
            let browser = try await door.browser(client)
            for _ in 0..<3 { #expect(try await browser.get("/").text.ranges(of: "Not chosen").count == 4) }
            #expect(door.workplaceStore.reads == 1)
            door.workplaceStore.setDown(true)
            #expect(try await browser.get("/").isMain)
            #expect(try await browser.get("/settings/appearance").isMain)
            door.workplaces.invalidate()
            let failed = try await browser.get("/")
            #expect(failed.isError && failed.text.contains(#"id="retry" href="""#))
            door.workplaceStore.setDown(false)
            #expect(try await browser.get("/").isMain)
        }
    }
}
