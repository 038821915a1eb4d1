import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The profile")
struct ProfileTests {
    private static let fields = [
        ("account", "local/ada"), ("name", "Countess"), ("pronouns", "she/her"), ("note", "one\r\ntwo <3"),
    ]
    private static let info = UserInfo(name: "Countess", pronouns: "she/her", note: "one\ntwo <3")
    /// The headers that script sends to a form in a layer.
    private static let layer = form.merged(fromScript).merged([.porticoPresent: "sheet"])

    @Test("is edited in a form sheet over the main screen, which explains an empty name")
    func page() async throws {
        try await signedIn { _, browser, _ in
            let page = try await browser.get("/profile/edit").text
            #expect(page.contains(#"data-style="formSheet""#))
            #expect(page.contains("Leave this empty to use Ada."))
            #expect(page.contains(#"id="name" name="name""#))
            #expect(page.contains(" data-portico-guard data-portico-hud=\""))
            #expect(!page.contains("aria-invalid"))
            #expect(page.ranges(of: " autofocus").count == 1, "only the question has it: no keyboard opens by itself")
        }
    }

    @Test("is stored, published once and shown on the main screen and in the form")
    func save() async throws {
        try await signedIn { door, browser, ada in
            var changes = door.changes.observe().makeAsyncIterator()
            let saved = try await browser.post("/profile", Self.fields)
            #expect(saved.status == .seeOther)
            #expect(saved.headers[.location] == "/")
            #expect(await changes.next() == ConfigChange(scope: .init(ada), keys: ["userInfo"]))
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == Self.info)
            let main = try await browser.get("/").text
            for text in [
                ">Countess<", ">she/her<", ">one\ntwo &lt;3<", #"id="profile" data-portico-config="userInfo account""#,
            ] {
                #expect(main.contains(text), "\(text)")
            }
            let form = try await browser.get("/profile/edit").text
            #expect(form.contains(#"value="Countess""#))
            #expect(form.contains("\none\ntwo &lt;3</textarea>"))
            #expect(form.contains(" data-portico-guard data-portico-hud=\""))
        }
    }

    @Test(
        "with an invisible name is refused at its field",
        arguments: ["\u{202E}", "\u{0}", "\u{7}\u{1B}", "\u{200B}", "\u{3164}", " \u{2066}\u{2069} "])
    func invisible(name: String) async throws {
        try await signedIn { door, browser, ada in
            for headers in [HTTPFields(), Self.layer] {
                let answer = try await browser.post("/profile", [("name", name), ("note", "kept")], headers: headers)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("Enter a name, or leave the field empty."))
            }
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo())
            for (field, kept) in [("pronouns", UserInfo(pronouns: "x")), ("note", UserInfo(note: "x"))] {
                #expect(try await browser.post("/profile", [(field, "\u{202E}x\u{0}")]).status == .seeOther)
                #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == kept)
                _ = try await browser.post("/profile", [(field, name)])
            }
        }
    }

    @Test("without a separate name has that of the account, and no rows for empty fields")
    func fallback() async throws {
        try await signedIn { door, browser, ada in
            _ = try await browser.post("/profile", Self.fields)
            _ = try await browser.post("/profile", [("name", ""), ("pronouns", ""), ("note", "")])
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo())
            let form = try await browser.get("/profile/edit").text
            #expect(form.contains(/id="name"[^>]* value="Ada"/), "the name in force")
            _ = try await browser.post("/profile", [("name", "Ada"), ("pronouns", ""), ("note", "")])
            #expect(
                try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo(), "still no name of its own")
            let main = try await browser.get("/").text
            #expect(main.contains(">Ada<"))
            #expect(!main.contains("profile-pronouns"))
            #expect(!main.contains("profile-note"))
        }
    }

    @Test("leaves missing fields as they are")
    func part() async throws {
        try await signedIn { door, browser, ada in
            _ = try await browser.post("/profile", Self.fields)
            _ = try await browser.post("/profile", [("pronouns", "they/them")])
            let stored = try await door.config.value(of: UserConfig.userInfo, in: ada)
            #expect(stored == UserInfo(name: "Countess", pronouns: "they/them", note: "one\ntwo <3"))
        }
    }

    @Test("lets script dismiss the sheet")
    func script() async throws {
        try await signedIn { _, browser, _ in
            let saved = try await browser.post("/profile", Self.fields, headers: Self.layer)
            #expect(saved.status == .noContent)
            #expect(saved.headers[.porticoLocation] == "/")
            #expect(saved.headers[.porticoDismiss] == "true")
        }
    }

    @Test(
        "that breaks a rule returns with the input, a sentence at the field, and the caret in it",
        arguments: [
            ("name", "   ", "Enter a name, or leave the field empty"),
            ("name", String(repeating: "n", count: 101), "Use at most 100"),
            ("pronouns", String(repeating: "p", count: 41), "Use at most 40"),
            ("note", String(repeating: "o", count: 501), "Use at most 500"),
        ], [true, false])
    func problems(broken: (field: String, value: String, sentence: String), isLayer: Bool) async throws {
        try await signedIn { door, browser, ada in
            let fields = Self.fields.map { ($0.0, $0.0 == broken.field ? broken.value : $0.1) }
            let response = try await browser.post("/profile", fields, headers: isLayer ? Self.layer : form)
            #expect(response.status == .unprocessableContent)
            let page = response.text
            #expect(page.contains(broken.sentence))
            #expect(page.contains(broken.value))
            #expect(page.contains(#"data-portico-guard="dirty""#))
            #expect(page.contains(#"data-url="/profile/edit""#))
            #expect(page.ranges(of: "aria-invalid=\"true\" autofocus").count == 1)
            #expect(page.contains("<!DOCTYPE html>") == !isLayer)
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo())
        }
    }

    @Test("with several problems puts the caret into the first field")
    func severalProblems() async throws {
        try await signedIn { _, browser, _ in
            let long = String(repeating: "x", count: 600)
            let page = try await browser.post("/profile", [("name", "Ada"), ("pronouns", long), ("note", long)]).text
            #expect(page.ranges(of: "aria-invalid=\"true\"").count == 2)
            #expect(page.ranges(of: "aria-invalid=\"true\" autofocus").count == 1)
            let notes = "pronouns-hint pronouns-count pronouns-problem"
            #expect(page.contains(#"aria-describedby="\#(notes)" aria-invalid="true" autofocus"#))
        }
    }

    @Test("is shown again with the current input")
    func keepEditing() async throws {
        try await signedIn { _, browser, _ in
            let page = try await browser.post("/profile/edit", Self.fields)
            #expect(page.status == .ok)
            #expect(page.text.contains(#"value="Countess""#))
            #expect(page.text.contains(#"data-portico-guard="dirty""#))
            #expect(!page.text.contains("aria-invalid"))
            #expect(try await !browser.get("/profile/edit").text.contains("Countess"), "nothing was stored")
        }
    }

    @Test("is left at once if no input would be lost, also compared with the stored values", arguments: [true, false])
    func leaveClean(isStored: Bool) async throws {
        try await signedIn { _, browser, _ in
            if isStored { _ = try await browser.post("/profile", Self.fields) }
            let fields = isStored ? Self.fields : [("name", ""), ("pronouns", ""), ("note", "")]
            let left = try await browser.post("/profile/edit/leave", fields)
            #expect(left.status == .seeOther)
            #expect(left.headers[.location] == "/")
            let script = try await browser.post("/profile/edit/leave", fields, headers: Self.layer)
            #expect(script.status == .noContent)
            #expect(script.headers[.porticoDismiss] == "true")
        }
    }

    @Test("C11 with unsaved input asks first, over the form, and keeps the input with either answer")
    func leaveDirty() async throws {
        try await signedIn { door, browser, ada in
            let question = try await browser.post("/profile/edit/leave", Self.fields)
            #expect(question.status == .ok)
            let page = question.text
            #expect(page.ranges(of: #"<dialog class="presented" open inert"#).count == 1, "the form is beneath")
            #expect(page.contains(#"data-url="/profile/edit/leave" data-presenter="/profile/edit""#))
            #expect(page.contains(#"<input type="hidden" name="account" value="local/ada">"#))
            #expect(page.contains(#"<input type="hidden" name="name" value="Countess">"#))
            #expect(page.contains("name=\"note\" value=\"one\ntwo &lt;3\">"))
            #expect(page.contains(#"formaction="/profile/edit""#))
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo())
        }
    }

    @Test("C11 has a separate address for the question")
    func question() async throws {
        try await signedIn { _, browser, _ in
            let page = try await browser.get("/profile/edit/leave")
            #expect(page.status == .ok)
            #expect(page.text.ranges(of: #"<dialog class="presented" open"#).count == 2)
        }
    }

    @Test(
        "is not changed for another person's page, nor without a sign-in",
        arguments: ["/profile", "/profile/edit", "/profile/edit/leave"])
    func others(path: String) async throws {
        try await signedIn { door, browser, ada in
            let fields = Self.fields.map { ($0.0, $0.0 == "account" ? "local/bob" : $0.1) }
            #expect(try await browser.post(path, fields).status == .conflict)
            #expect(try await browser.post(path, body: "name=%FF").status == .badRequest)
            _ = try await browser.post("/session/end")
            #expect(try await browser.post(path, Self.fields).status == .unauthorized)
            #expect(try await door.config.value(of: UserConfig.userInfo, in: ada) == UserInfo())
        }
    }
}
