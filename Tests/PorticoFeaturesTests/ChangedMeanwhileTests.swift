import HTTPTypes
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A form whose data was changed meanwhile")
struct ChangedMeanwhileTests {
    private static let fields = [("name", "Countess"), ("pronouns", "she/her"), ("note", "one\ntwo")]
    /// The headers that script sends to a form in a layer.
    private static let layer = form.merged(fromScript).merged([.porticoPresent: "sheet"])

    @Test(
        "of the profile comes back with both versions, and replaces the other when it is sent again",
        arguments: [true, false])
    func profile(isLayer: Bool) async throws {
        try await signedIn { door, browser, ada in
            let seen = try await browser.get("/profile/edit").field("version")
            _ = try await browser.post("/profile", [("name", "Theirs <3"), ("note", ""), ("version", seen ?? "")])
            let typed = [("name", "Mine"), ("pronouns", ""), ("note", "A note"), ("version", seen ?? "")]
            let answer = try await browser.post("/profile", typed, headers: isLayer ? Self.layer : form)
            #expect(answer.status == .conflict)
            #expect(answer.headers[.porticoReason] == "changed")
            let page = answer.text
            for part in [
                #"role="alert" data-portico-offline="#,
                ">This was changed elsewhere while you were editing. Save to keep your version",
                #"aria-describedby="name-hint name-count name-problem name-theirs" autofocus "#, #"value="Mine""#,
                #"<p class="hint" id="name-theirs">Saved version: Theirs &lt;3</p>"#,
                #"aria-describedby="pronouns-hint pronouns-count pronouns-problem" "#, "\nA note</textarea>",
                #"<p class="hint" id="note-theirs">Saved version: empty</p>"#, #"data-portico-guard="dirty""#,
                #"data-url="/profile/edit""#,
            ] {
                #expect(page.contains(part), "\(part)")
            }
            #expect(!page.contains(#"id="pronouns-theirs""#), "the value is the same in both")
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo(name: "Theirs <3"))
            let known = try #require(answer.field("version"))
            #expect(known != seen)
            let again = try await browser.post("/profile", typed.map { ($0.0, $0.0 == "version" ? known : $0.1) })
            #expect(again.status == .seeOther)
            let stored = try await door.config.value(of: UserConfig.userInfo, in: ada)
            #expect(stored == UserInfo(name: "Mine", note: "A note"))
        }
    }

    @Test("is saved at once if only another setting was changed, or the values are equal")
    func noConflict() async throws {
        try await signedIn { door, browser, ada in
            let version = ("version", try await browser.get("/profile/edit").field("version") ?? "")
            try await door.config.set(UserConfig.textSize, to: .xl, in: ada)
            #expect(try await browser.post("/profile", Self.fields + [version]).status == .seeOther)
            #expect(try await browser.post("/profile", Self.fields + [version]).status == .seeOther)
            let other = Self.fields.map { ($0.0, $0.0 == "note" ? "other" : $0.1) } + [version]
            #expect(try await browser.post("/profile", other).status == .conflict)
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada).note == "one\ntwo")
        }
    }

    @Test("that two people send at the same time is saved for one, and returns to the other")
    func race() async throws {
        try await signedIn { door, browser, ada in
            for round in 0..<10 {
                let version = try await browser.get("/profile/edit").field("version") ?? ""
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for name in ["a", "b"] {
                        group.addTask {
                            let fields = [("name", "\(name)\(round)"), ("version", version)]
                            return try await browser.post("/profile", fields).status.code
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.sorted() == [303, 409])
            }
        }
    }

    @Test("shows both versions of a record, and is saved when it is sent again")
    func changedRecord() async throws {
        try await signedIn { browser in
            let seen = try await browser.get("/dev/records/1").field("version") ?? ""
            _ = try await browser.post("/dev/records/1", [("name", "Elm door"), ("version", seen)])
            let answer = try await browser.post("/dev/records/1", [("name", "Ash door"), ("version", seen)])
            #expect(answer.status == .conflict)
            #expect(answer.headers[.porticoReason] == "changed")
            #expect(answer.text.contains(#"value="Ash door" autofocus"#))
            #expect(answer.text.contains(#"<p class="hint" id="record-name-theirs">Saved version: Elm door</p>"#))
            #expect(try await browser.get("/dev/records").text.contains("Elm door"))
            let known = answer.field("version") ?? ""
            let again = try await browser.post("/dev/records/1", [("name", "Ash door"), ("version", known)])
            #expect(again.status == .seeOther)
            #expect(try await browser.get("/dev/records").text.contains("Ash door"))
        }
    }

    @Test("of a deleted record keeps the input, and can save it as a new record")
    func deletedRecord() async throws {
        try await signedIn { browser in
            let typed = [("name", "Ash door"), ("version", "1")]
            _ = try await browser.post("/dev/settings", [("deletedRecord", "1")])
            #expect(try await browser.get("/dev/records/1").status == .notFound)
            let answer = try await browser.post("/dev/records/1", typed, headers: Self.layer)
            #expect(answer.status == .conflict)
            #expect(answer.headers[.porticoReason] == "changed")
            #expect(answer.text.contains(#"value="Ash door" autofocus"#))
            #expect(answer.text.contains(">This was deleted while you were editing.<"))
            let question = try await browser.post("/dev/records/1/leave", typed).text
            #expect(question.contains("You have unsaved changes"))
            let list = try await browser.get("/dev/records").text
            #expect(!list.contains("Oak door") && !list.contains("Ash door"), "no record was created silently")
            #expect(try await browser.post("/dev/records/1/copy", [("name", "")]).status == .unprocessableContent)
            #expect(try await browser.post("/dev/records/1/copy", typed).headers[.location] == "/dev/records")
            #expect(try await browser.get("/dev/records").text.contains("Ash door"))
            _ = try await browser.post("/dev/settings", [("deletedRecord", "")])
            #expect(try await browser.get("/dev/records").text.contains("Oak door"))
        }
    }
}
