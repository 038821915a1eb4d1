import Foundation
import HTTPTypes
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Administration")
struct AdministrationTests {
    private static let pages = [
        "/administration", "/administration/people", "/administration/people/new", "/administration/people/invite",
        "/administration/person/ada",
        "/administration/person/ada/disable", "/administration/person/ada/groups",
        "/administration/person/ada/edit", "/administration/person/ada/sessions", "/administration/invitations",
        "/administration/people/add", "/administration/people/import", "/administration/people/export",
        "/administration/events", "/administration/events/export", "/administration/mail", "/administration/settings",
        "/administration/second-factor/all",
    ]
    private static let actions = [
        "disable", "enable", "reset-password", "end-sessions", "add-administrator", "remove-administrator",
        "lift-limits", "sessions/end",
    ]

    @Test(
        "8.2.1 is for administrators: others get 403, strangers get the cover, and a denial is logged",
        arguments: pages)
    func denied(path: String) async throws {
        try await administering { door, root, client in
            #expect(try await root.get(path).status == .ok)
            #expect(try await TestBrowser(client).get(path).status == .unauthorized)
            let page = try await door.browser(client).get(path)
            #expect(page.status == .forbidden)
            #expect(!page.text.contains("chief@example.org"))
            let events = try await door.events(.denied)
            #expect(events.map(\.account?.user) == ["ada"])
            #expect(events[0].detail.hasPrefix("/administration"))
        }
    }

    @Test(
        "Every page has the navigation beside it, with its own link as the current one",
        arguments: [
            ("/administration", "overview", "page"), ("/administration/people", "people", "page"),
            ("/administration/person/ada", "people", "true"), ("/administration/invitations", "people", "true"),
            ("/administration/events", "events", "page"), ("/administration/mail", "mail", "page"),
            ("/administration/brand", "brand", "page"), ("/administration/settings", "installation", "page"),
        ])
    func navigation(path: String, current: String, state: String) async throws {
        try await administering { _, root, _ in
            let page = try await root.get(path).text
            let link = try #require(page.firstRange(of: "id=\"navigation-\(current)\""))
            #expect(page[link.upperBound...].prefix { $0 != ">" }.hasSuffix("aria-current=\"\(state)\""))
            #expect(page.ranges(of: "aria-current").count == 1)
            #expect(!page.contains("id=\"navigation-nodes\""), "a site on SQLite has one server")
        }
    }

    @Test("8.2.1 changes nothing for others", arguments: actions)
    func deniedAction(action: String) async throws {
        try await administering { door, root, client in
            let ada = try await door.browser(client)
            let before = try await door.account("chief")
            let path = "/administration/person/chief/\(action)"
            #expect(try await ada.post(path).status == .forbidden)
            #expect(try await ada.post(path, [("reauthentication", TestServer.password)]).status == .forbidden)
            #expect(try await TestBrowser(client).post(path).status == .unauthorized)
            #expect(try await door.account("chief") == before)
            #expect(try await root.account() == "local/chief")
            let invite = [("email", "x@example.org"), ("administrator", "on")]
            #expect(try await ada.post("/administration/people/invite", invite).status == .forbidden)
            #expect(try await door.mails().isEmpty)
        }
    }

    @Test("lets the inviter pick the language of an invitation, which stays the same if it is sent again")
    func languageOfInvitation() async throws {
        try await administering { door, root, client in
            let sheet = try await root.get("/administration/people/invite").text
            #expect(sheet.contains(#"<option value="en" selected lang="en">English</option>"#))
            let invitation = [("email", "eve@example.org"), ("language", "ar")]
            _ = try await root.post("/administration/people/invite", invitation)
            _ = try await root.post("/administration/invitations/send", [("email", "eve@example.org")])
            let mails = try await door.memory.mails(limit: 10).map(\.mail).filter { $0.kind == .invitation }
            let languages = Set(mails.map(\.language))
            #expect(languages == ["ar"])
            let refused = try await root.post(
                "/administration/people/invite", [("email", "bob@example.org"), ("language", "<b>")])
            #expect(refused.status == .unprocessableContent)
            // Another mistake keeps the choice.
            let again = try await root.post("/administration/people/invite", [("email", "x"), ("language", "ru")])
            #expect(again.text.contains(#"<option value="ru" selected lang="ru">Русский</option>"#))
        }
    }

    @Test("lists pending invitations, sends them again and withdraws them")
    func invitations() async throws {
        try await administering { door, root, client in
            #expect(try await root.get("/administration/invitations").text.contains("No open invitations."))
            let invitation = [("email", "Eve@example.org"), ("name", "Eve"), ("administrator", "on")]
            _ = try await root.post("/administration/people/invite", invitation)
            let waiting = try await root.get("/administration/invitations").text
            for text in ["Eve@example.org", "Eve</td>", "Administrator", "Waiting to be sent"] {
                #expect(waiting.contains(text), "\(text)")
            }
            let first = try await door.token()
            #expect(try await root.get("/administration/invitations").text.contains("Link expires"))
            let email = [("email", "eve@example.org"), ("account", "local/chief")]
            let again = try await root.post("/administration/invitations/send", email)
            #expect(again.headers[.location] == "/administration/invitations")
            let second = try await door.token()
            let stranger = TestBrowser(client)
            #expect(try await stranger.get("/registration/confirm?token=\(first)").status != .ok)
            #expect(try await stranger.get("/registration/confirm?token=\(second)").status == .ok)
            door.clock.advance(by: 7 * 86_400)
            _ = try await root.signIn("chief")
            #expect(try await root.get("/administration/invitations").text.contains("Link expired"))
            let question = try await root.get("/administration/invitations/withdraw?email=eve%40example.org")
            #expect(question.text.contains("Withdraw the invitation to eve@example.org?"))
            #expect(question.text.contains(#"name="email" value="eve@example.org""#))
            #expect(try await root.get("/administration/invitations/withdraw?email=x").status == .notFound)
            _ = try await root.post("/administration/invitations/withdraw", email)
            #expect(try await root.get("/administration/invitations").text.contains("No open invitations."))
            #expect(try await door.events(.invitationWithdrawn).map(\.detail) == ["eve@example.org"])
            #expect(
                try await root.get("/administration/invitations/send").headers[.location]
                    == "/administration/invitations")
            for path in ["send", "withdraw"] {
                #expect(try await root.post("/administration/invitations/\(path)", email).status == .notFound)
                let wrong = [("email", "eve"), ("account", "local/chief")]
                #expect(try await root.post("/administration/invitations/\(path)", wrong).status == .badRequest)
                #expect(
                    try await door.browser(client).post("/administration/invitations/\(path)", Array(email.prefix(1)))
                        .status == .forbidden)
            }
            #expect(try await !door.mails().contains("invitation"))
        }
    }

    @Test("sends a queued mail at once, and removes a failed one; others may not")
    func queuedMails() async throws {
        try await administering { door, root, client in
            let email = try #require(EmailAddress("eve@example.org"))
            try await door.memory.add(
                [MailJob(to: email, .registration), MailJob(to: email, .registration)], event: nil, at: door.clock.now()
            )
            let ids = try await door.memory.mails(limit: 2).map(\.id)
            try await door.memory.postpone(ids[0], to: door.clock.now().addingTimeInterval(3600), problem: "late")
            try await door.memory.postpone(ids[1], to: nil, problem: "gone")
            func fields(_ id: Int64) -> [(String, String)] { [("mail", "\(id)"), ("account", "local/chief")] }
            let stranger = try await door.browser(client)
            for path in ["send", "drop"].map({ "/administration/mail/\($0)" }) {
                #expect(try await stranger.post(path, [("mail", "\(ids[1])")]).status == .forbidden)
                #expect(try await root.post(path, fields(99)).status == .notFound)
                let wrong = [("mail", "seven"), ("account", "local/chief")]
                #expect(try await root.post(path, wrong).status == .badRequest)
            }
            #expect(try await root.get("/administration/mail/send").headers[.location] == "/administration/mail")
            #expect(try await root.get("/administration/mail/drop?mail=99").status == .notFound)
            let question = try await root.get("/administration/mail/drop?mail=\(ids[1])")
            #expect(question.text.contains("Remove the email to eve@example.org?"))
            let form = try #require(question.text.firstRange(of: "id=\"question\""))
            #expect(question.text[form.upperBound...].contains("name=\"mail\" value=\"\(ids[1])\""))
            #expect(try await root.post("/administration/mail/drop", fields(ids[0])).status == .conflict)
            let sent = try await root.post("/administration/mail/send", fields(ids[0]))
            #expect(sent.headers[.location] == "/administration/mail")
            let claimed = try await door.memory.claimMail(at: door.clock.now(), until: .distantFuture)
            #expect(claimed?.id == ids[0])
            #expect(try await root.get("/administration/mail").text.contains("Being sent"))
            _ = try await root.post("/administration/mail/send", fields(ids[0]))
            #expect(try await door.memory.claimMail(at: door.clock.now(), until: .distantFuture) == nil)
            _ = try await root.post("/administration/mail/drop", fields(ids[1]))
            #expect(try await door.memory.mails(limit: 2).map(\.id) == [ids[0]])
        }
    }

    @Test("invites nobody under an invisible name, or without an end")
    func invitedNames() async throws {
        try await administering { door, root, _ in
            let long = "a" + String(repeating: "\u{200D}", count: 400)
            for (name, sentence) in [
                ("\u{200B}", "Enter your name."), ("\u{202E}", "Enter your name."), (long, "too long"),
            ] {
                let fields = [("email", "eve@example.org"), ("name", name)]
                let refused = try await root.post("/administration/people/invite", fields)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(sentence))
            }
            #expect(try await door.mails().isEmpty)
            let none = [("email", "eve@example.org"), ("name", " ")]
            #expect(try await root.post("/administration/people/invite", none).status == .seeOther)
        }
    }

    @Test("changes the address of a person whose name earlier versions allowed")
    func earlierName() async throws {
        try await administering { door, root, _ in
            var ada = try #require(try await door.account("ada"))
            ada.name = "\u{200B}"
            try await door.memory.write { [ada] in try $0.update(ada, .person) }
            let path = "/administration/person/ada/edit"
            let fields = [("name", ada.name), ("email", "a@example.org"), ("account", "local/chief")]
            #expect(try await root.post(path, fields).status == .seeOther)
            #expect(try await door.account("ada")?.email?.value == "a@example.org")
            let refused = try await root.post(path, [("name", "\u{2060}")] + fields.dropFirst())
            #expect(refused.status == .unprocessableContent)
        }
    }

    @Test("changes the name and the address of a person, both or neither")
    func details() async throws {
        try await administering { door, root, client in
            let path = "/administration/person/ada/edit"
            #expect(try await root.get(path).text.contains(" value=\"ada@example.org\""))
            let saved = try await root.post(
                path, [("name", " Countess  Ada "), ("email", "countess@example.org"), ("account", "local/chief")])
            #expect(saved.headers[.location] == "/administration/person/ada")
            #expect(try await door.account("ada")?.name == "Countess Ada")
            #expect(try await door.account("ada")?.email?.value == "countess@example.org")
            #expect(try await door.events(.nameChanged, .emailChanged).map(\.actor?.user) == ["chief", "chief"])
            let told = try await door.memory.mails(limit: 10).map(\.mail)
            #expect(told.map(\.kind) == [.emailChanged])
            #expect(told.map(\.recipient.value) == ["ada@example.org"], "the old address gets a mail")
            for (name, email, text) in [
                ("", "ada@example.org", "Enter"), (String(repeating: "a", count: 101), "", "too long"),
                ("Ada", "chief@example.org", "already an account"), ("Ada", "ada@", "valid email address"),
            ] {
                let refused = try await root.post(path, [("name", name), ("email", email)])
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(text), "\(text)")
            }
            #expect(try await door.account("ada")?.name == "Countess Ada")
            _ = try await root.post(path, [("name", "Countess Ada"), ("email", "")])
            #expect(try await door.account("ada")?.email == nil)
            #expect(try await door.events(.nameChanged).count == 1, "the name was the same")
            #expect(try await door.browser(client).post(path, [("name", "Eve")]).status == .forbidden)
        }
    }

    @Test("keeps values that somebody else has changed meanwhile, and asks if both have changed the same")
    func changedMeanwhile() async throws {
        try await administering { door, root, client in
            let person = "/administration/person/ada"
            let (ada, new) = (try #require(try await door.account("ada")), EmailAddress("new@example.org"))
            let page = try await root.get("\(person)/edit")
            let shown = [("shownName", page.field("shownName") ?? ""), ("shownEmail", page.field("shownEmail") ?? "")]
            #expect(shown.map(\.1) == [ada.name, "ada@example.org"])
            try await door.auth.directory.setEmail(new, of: ada.id)
            let named = try await root.post(
                "\(person)/edit", shown + [("name", "Countess"), ("email", "ada@example.org")])
            #expect(named.status == .seeOther)
            #expect(try await door.account("ada")?.name == "Countess")
            #expect(try await door.account("ada")?.email == new, "the address was left as the page showed it")
            let refused = try await root.post("\(person)/edit", shown + [("name", ""), ("email", "other@example.org")])
            #expect(refused.field("shownEmail") == "ada@example.org", "the value that the first page showed")
            #expect((refused.field("name") ?? "").isEmpty, "the input")
            let both = try await root.post(
                "\(person)/edit", shown + [("name", "Ada L."), ("email", "other@example.org")])
            #expect(both.status == .conflict)
            #expect(both.text.contains(" value=\"other@example.org\"") && both.text.contains("new@example.org"))
            #expect(try await door.account("ada")?.email == new)
            let again = [("shownName", "Countess"), ("shownEmail", both.field("shownEmail") ?? "")]
            _ = try await root.post("\(person)/edit", again + [("name", "Ada L."), ("email", "other@example.org")])
            #expect(try await door.account("ada")?.email?.value == "other@example.org", "saved again, intentionally")

            try await door.auth.directory.setGroups(["staff"], of: ada.id)
            let groups = [("shownGroups", try await root.get("\(person)/groups").field("shownGroups") ?? "")]
            try await door.auth.directory.setGroups([], of: ada.id)
            #expect(try await root.post("\(person)/groups", groups).status == .unprocessableContent)
            _ = try await root.post("\(person)/groups", groups + [("groups", "staff")])
            #expect(try await door.account("ada")?.groups == [], "the form did not change the groups")
            let conflict = try await root.post("\(person)/groups", groups + [("groups", "staff editors")])
            #expect(conflict.status == .conflict && conflict.field("shownGroups") == "")
            #expect(try await door.account("ada")?.groups == [])
        }
    }

    @Test("adds a person by hand, with a password or with a mail to choose one")
    func add() async throws {
        try await administering { door, root, client in
            let path = "/administration/people/add"
            let fields = [("account", "local/chief"), ("name", "Eve"), ("username", "eve")]
            for (more, text) in [
                ([], "Enter an email address or a password."), ([("password", "short")], "too short"),
                ([("email", "ada@example.org")], "already an account"), ([("email", "eve@")], "valid email address"),
            ] {
                let refused = try await root.post(path, fields + more)
                #expect(refused.status == .unprocessableContent)
                #expect(refused.text.contains(text), "\(text)")
            }
            #expect(try await door.account("eve") == nil)
            let added = try await root.post(path, fields + [("email", "eve@example.org")])
            #expect(added.headers[.location] == "/administration/people")
            #expect(try await door.mails() == ["welcome"])
            #expect(try await door.events(.registered).last?.actor?.user == "chief")
            let taken = try await root.post(path, fields + [("email", "eve2@example.org")])
            #expect(taken.text.contains("This user name is taken."))
            let bob = [
                ("name", "Bob"), ("username", "bob"), ("password", TestServer.password), ("administrator", "on"),
            ]
            _ = try await root.post(path, bob)
            #expect(try await door.account("bob")?.isAdministrator == true)
            #expect(try await TestBrowser(client).signIn("bob").status == .seeOther)
            #expect(try await door.browser(client).post(path, bob).status == .forbidden)
        }
    }

    @Test("shows the sign-ins of a person, and ends one")
    func sessionsOfPerson() async throws {
        try await administering { door, root, client in
            let ada = try await door.browser(client)
            let path = "/administration/person/ada/sessions"
            let page = try await root.get(path)
            let link = try #require(page.text.firstMatch(of: /sessions\/end\?session=(\d+)"/))
            let session = String(link.output.1)
            let question = try await root.get("\(path)/end?session=\(session)")
            #expect(question.text.contains("Log out: Unknown browser?") && question.field("session") == session)
            _ = try await root.post("\(path)/end", [("account", "local/chief"), ("session", session)])
            #expect(try await ada.account() == nil)
            #expect(try await root.account() == "local/chief")
            #expect(try await door.events(.sessionEnded).map(\.actor?.user) == ["chief"])
            #expect(try await root.get(path).text.contains("Not logged in anywhere."))
            let own = try await root.get("/administration/person/chief/sessions")
            #expect(!own.text.contains("?session="), "the administrator ends their own by signing out")
        }
    }

    @Test("shows why a person cannot sign in, and lifts the limit")
    func obstacles() async throws {
        try await administering { door, root, client in
            let page = "/administration/person/ada"
            #expect(try await root.get(page).text.contains("id=\"person-can-sign-in\""))
            let wrong = [("username", "ada"), ("password", "wrong")]
            for _ in 0..<20 { _ = try await TestBrowser(client).post("/session", wrong) }
            let limited = try await root.get(page).text
            #expect(limited.contains("id=\"obstacle-limit\""))
            #expect(!limited.contains("id=\"person-can-sign-in\""))
            #expect(try await TestBrowser(client).signIn("ada").status == .tooManyRequests)
            _ = try await root.post("\(page)/lift-limits", [("account", "local/chief")])
            #expect(try await root.get(page).text.contains("id=\"person-can-sign-in\""))
            #expect(try await TestBrowser(client).signIn("ada").status == .seeOther)
            #expect(try await door.events(.limitsLifted).map(\.actor?.user) == ["chief"])
            _ = try await root.post("\(page)/disable")
            _ = try await root.post("\(page)/reset-password")
            let disabled = try await root.get(page).text
            #expect(disabled.contains("id=\"obstacle-disabled\"") && disabled.contains("id=\"obstacle-password\""))
        }
    }

    @Test("offers to undo a change of the address and of the groups")
    func undo() async throws {
        try await administering { door, root, _ in
            let path = "/administration/person/ada"
            let before = try #require(try await door.account("ada"))
            for (form, fields) in [
                ("edit", [("name", before.name), ("email", "")]), ("groups", [("groups", "staff")]),
            ] {
                #expect(try await root.post("\(path)/\(form)", fields).status == .seeOther)
                let page = try await root.get(path).text
                let undo = try #require(
                    page.firstRange(of: "<form method=\"post\" action=\"\(path)/\(form)\" data-toggle>"))
                let hidden = page[undo.upperBound...].prefix { $0 != "\n" }
                    .matches(of: /name="(\w+)" value="([^"]*)"/).map { (String($0.output.1), String($0.output.2)) }
                #expect(hidden.contains { $0 == ("account", "local/chief") })
                #expect(try await root.post("\(path)/\(form)", hidden).status == .seeOther)
                let undone = try await root.get(path).text
                #expect(undone.contains(" restored: ") && !undone.contains(">Undo</button>"))
            }
            let after = try #require(try await door.account("ada"))
            #expect(after.email == before.email && after.email != nil && after.name == before.name)
            #expect(after.groups == [])
            #expect(try await door.events(.groupsChanged).count == 2)
        }
    }

    @Test("puts accounts into groups, and names an invalid group")
    func groups() async throws {
        try await administering { door, root, client in
            let path = "/administration/person/ada/groups"
            let input = try await root.get(path).text
            #expect(input.contains(/name="groups"[^>]* value=""/))
            let refused = try await root.post(path, [("groups", "staff a&b")])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(" value=\"staff a&amp;b\""))
            #expect(refused.text.contains("“a&amp;b” can’t be the name of a group."))
            #expect(try await door.account("ada")?.groups == [])
            let saved = try await root.post(path, [("groups", " Staff, editors "), ("account", "local/chief")])
            #expect(saved.headers[.location] == "/administration/person/ada")
            #expect(try await door.account("ada")?.groups == ["staff", "editors"])
            #expect(try await root.get("/administration/person/ada").text.contains("editors, staff"))
            #expect(try await root.get(path).text.contains(" value=\"editors staff\""))
            let event = try await door.events(.groupsChanged)
            #expect(event.map(\.detail) == ["editors staff"])
            #expect(event.map(\.actor?.user) == ["chief"])
            _ = try await root.post(path, [("groups", "editors staff")])
            #expect(try await door.events(.groupsChanged).count == 1, "nothing has changed")
            let other = try await root.post(path, [("groups", ""), ("account", "local/ada")])
            #expect(other.status == .conflict)
            #expect(try await door.browser(client).post(path, [("groups", "admins")]).status == .forbidden)
        }
    }

    @Test("8.2.1 ends at once for a person who is no longer an administrator")
    func lost() async throws {
        try await administering { door, root, client in
            try await door.add("other", isAdministrator: true)
            try await door.auth.directory.setAdministrator(false, AccountID(server: .local, user: "chief"))
            #expect(try await root.get("/administration").status == .forbidden)
            #expect(try await root.post("/administration/person/ada/disable").status == .forbidden)
        }
    }

    @Test("7.4.2 disables an account, whose sessions end at once, and enables it again")
    func disable() async throws {
        try await administering { door, root, client in
            let ada = try await door.browser(client)
            #expect(
                try await root.post("/administration/person/ada/disable").headers[.location]
                    == "/administration/person/ada")
            #expect(try await ada.account() == nil)
            #expect(try await ada.signIn().status == .unauthorized)
            let question = try await root.get("/administration/person/ada/enable").text
            #expect(question.contains("Enable the account of ") && question.contains("The person can log in again."))
            #expect(try await ada.signIn().status == .unauthorized)
            _ = try await root.post("/administration/person/ada/enable")
            #expect(try await ada.signIn().status == .seeOther)
            let events = try await door.events(.disabled, .enabled)
            #expect(events.map(\.account?.user) == ["ada", "ada"])
            #expect(events.map(\.actor?.user) == ["chief", "chief"])
        }
    }

    @Test("7.4.2 ends a person's sessions, and removes a password that others may know")
    func sessions() async throws {
        try await administering { door, root, client in
            let ada = try await door.browser(client)
            _ = try await root.post("/administration/person/ada/end-sessions")
            #expect(try await ada.account() == nil)
            #expect(try await ada.signIn().status == .seeOther)
            _ = try await root.post("/administration/person/ada/reset-password")
            #expect(try await ada.account() == nil)
            #expect(try await ada.signIn().status == .unauthorized)
            let fields = [("token", try await door.token()), ("password", TestDoor.otherPassword)]
            #expect(try await ada.post("/password/new", fields).status == .seeOther)
            #expect(try await door.events(.sessionEnded, .passwordRevoked).map(\.actor?.user) == ["chief", "chief"])
        }
    }

    @Test("lets nobody remove the last administrator", arguments: ["disable", "remove-administrator"])
    func last(action: String) async throws {
        try await administering { door, root, _ in
            #expect(try await root.post("/administration/person/chief/\(action)").status == .conflict)
            #expect(try await door.account("chief")?.isAdministrator == true)
            #expect(try await door.account("chief")?.isDisabled == false)
            _ = try await root.post("/administration/person/ada/add-administrator")
            #expect(try await door.account("ada")?.isAdministrator == true)
            let done = try await root.post("/administration/person/chief/\(action)")
            #expect(done.headers[.location] == "/", "without the role, the person has no access to administration")
            #expect(try await door.events(.denied).isEmpty)
        }
    }

    @Test(
        "7.5.3 performs a form's action once, after the proof, with new cookies, with script and without",
        arguments: [true, false])
    func proof(isLayer: Bool) async throws {
        try await administering { door, root, client in
            let headers = isLayer ? fromScript.merged([.porticoPresent: "layer"]) : [:]
            door.clock.advance(by: 600)
            let path = "/administration/person/ada/add-administrator"
            let question = try await root.post(path, [("account", "local/chief")], headers: headers)
            #expect(question.status == .forbidden)
            #expect(question.asksForProof)
            #expect(try await door.account("ada")?.isAdministrator == false)
            let wrong = try await root.post(path, [("reauthentication", "wrong")], headers: headers)
            #expect(wrong.status == .forbidden)
            let before = await root.cookies["portico"]
            let fields = [("account", "local/chief"), ("reauthentication", TestServer.password)]
            let done = try await root.post(path, fields, headers: headers)
            #expect(done.status == (isLayer ? .noContent : .seeOther))
            #expect(await root.cookies["portico"] != before)
            #expect(try await root.account() == "local/chief")
            #expect(try await door.events(.administratorAdded).count == 1)
        }
    }

    @Test(
        "asks before an action with a loss, over the page of the person, and does nothing by GET",
        arguments: [
            ("disable", "Disable the account of Ada?"),
            ("remove-administrator", "Remove Ada as an administrator?"),
            ("end-sessions", "Log out Ada everywhere?"),
            ("reset-password", "Require a new password from Ada?"),
        ])
    func question(action: String, sentence: String) async throws {
        try await administering { door, root, client in
            let ada = try await door.browser(client)
            let path = "/administration/person/ada/\(action)"
            let writes = try await door.writes {
                let page = try await root.get(path)
                #expect(page.text.contains(sentence))
                #expect(page.text.contains("action=\"\(path)\""))
                #expect(page.text.contains("data-presenter=\"/administration/person/ada\""))
                #expect(page.text.contains("id=\"person-user\""))
            }
            #expect(writes == 0)
            #expect(try await ada.account() == "local/ada")
            let done = try await root.post(path, headers: fromScript)
            #expect(done.headers[.porticoDismiss] == "true")
            #expect(done.headers[.porticoLocation] == "/administration/person/ada")
        }
    }

    @Test("finds the page of a person whose name must be encoded in an address, and changes the account")
    func encoded() async throws {
        try await administering { door, root, _ in
            try await door.add("b+c@d.example", email: "b+c@d.example")
            let path = "/administration/person/b%2Bc%40d.example"
            #expect(try await root.get("/administration/people").text.contains("href=\"\(path)\""))
            #expect(try await root.get(path).text.contains("<span class=\"cell-value\">b+c@d.example</span>"))
            #expect(try await root.get("\(path)/disable").text.contains("id=\"person-user\""))
            #expect(try await root.post("\(path)/disable").headers[.location] == path)
            #expect(try await door.account("b+c@d.example")?.isDisabled == true)
            #expect(try await root.get("/administration/person/b%252Bc%2540d.example").status == .notFound)
        }
    }

    @Test("shows nothing of an earlier owner of the user name")
    func formerHolder() async throws {
        try await administering { door, root, _ in
            let old = try #require(try await door.account("ada")).id
            try await door.auth.directory.setDisabled(true, old)
            try await door.auth.directory.delete(old)
            door.clock.advance(by: 1)
            try await door.add("ada")
            let page = try await root.get("/administration/person/ada").text
            #expect(page.contains("Account created"))
            #expect(!page.contains("Account disabled") && !page.contains("Account deleted"))
        }
    }

    @Test("counts people, today's events and waiting mails")
    func overview() async throws {
        try await administering { door, root, client in
            door.clock.advance(by: 86_400)
            let chief = try await door.browser(client, "chief")
            _ = try await chief.post("/administration/people/invite", [("email", "eve@example.org")])
            let page = try await chief.get("/administration").text
            #expect(page.contains("<span class=\"cell-value\">2</span>"))
            #expect(page.contains("<span class=\"cell-value\">2 today</span>"))
            #expect(page.contains(" waiting</span>"))
        }
    }

    @Test("invites a person, who creates an account by the mail")
    func invite() async throws {
        try await administering { door, root, client in
            let fields = [("account", "local/chief"), ("email", "eve@example.org"), ("name", "Eve")]
            let done = try await root.post("/administration/people/invite", fields)
            #expect(done.headers[.location] == "/administration/people")
            let (token, eve) = (try await door.token(), TestBrowser(client))
            #expect(try await eve.get("/registration/confirm?token=\(token)").text.contains("value=\"Eve\""))
            let account = [("token", token), ("name", "Eve"), ("username", "eve"), ("password", TestServer.password)]
            #expect(try await eve.post("/registration/confirm", account).status == .seeOther)
            #expect(try await door.account("eve")?.isAdministrator == false)
            #expect(try await door.events(.invited).map(\.actor?.user) == ["chief"])
        }
    }

    @Test("marks a display name that looks like another person's user name, in the list and on the page")
    func lookalikes() async throws {
        try await administering { door, root, _ in
            try await door.add("bob")
            try await door.auth.directory.setDetails(
                name: "Сhief", email: nil, of: AccountID(server: .local, user: "bob"))
            let badge = #"<span class="badge" data-kind="warning">Looks like the user name chief</span>"#
            for path in ["/administration/people", "/administration/person/bob"] {
                #expect(try await root.get(path).text.ranges(of: badge).count == 1, "\(path)")
            }
            #expect(!(try await root.get("/administration/person/chief").text.contains("Looks like")))
        }
    }

    @Test("finds people by any text, and accepts any text", arguments: oddTexts + ["ad", "%", "_", "*", "' OR 1=1 --"])
    func search(text: String) async throws {
        try await administering { door, root, _ in
            let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            let page = try await root.get("/administration/people?text=\(query)&after=\(query)")
            #expect(page.status == .ok)
            let invite = try await root.post("/administration/people/invite", [("email", text), ("name", text)])
            #expect([303, 422].contains(invite.status.code))
            #expect(try await root.get("/administration/person/\(query)x").status.code < 500)
            #expect(
                try await root.get("/administration/events?person=\(query)&kind=\(query)&from=\(query)").status.code
                    < 500)
            #expect(try await root.get("/administration/events/export?from=\(query)&before=\(query)").status.code < 500)
            #expect(try await door.events(.denied).isEmpty)
        }
    }

    @Test("refuses an address that is too long to lead back to, instead of asking for the password and losing it")
    func longAddress() async throws {
        try await administering { door, root, _ in
            let path = "/administration/people?text=" + String(repeating: "a", count: 2048)
            #expect(try await root.get(path).status == .ok)
            door.clock.advance(by: 600)
            let late = try await root.get(path)
            #expect(late.status.code == 414 && late.text.contains("The address of this page is too long."))
        }
    }

    @Test("finds the events of a person whose name somebody types with a space at the end, as keyboards do")
    func typedSpace() async throws {
        try await administering { _, root, _ in
            let page = try await root.get("/administration/events?person=chief+&kind=&from=&to=")
            #expect(page.text.contains(#"value="chief""#))
            #expect(page.text.contains("chief") && !page.text.contains("No events"))
        }
    }

    @Test("knows no other actions", arguments: ["delete", "x", "setPassword"])
    func unknown(action: String) async throws {
        try await administering { _, root, _ in
            let response = try await root.post("/administration/person/ada/\(action)")
            #expect(response.status == .notFound)
        }
    }
}

extension AdministrationTests {
    @Test("explains to the last administrator why their role stays, and offers no change")
    func lastPage() async throws {
        try await administering { door, root, _ in
            let path = "/administration/person/chief"
            let only = try await root.get(path).text
            #expect(only.contains("You’re the only administrator."))
            try await door.auth.directory.setAdministrator(true, AccountID(server: .local, user: "ada"))
            let oneOfTwo = try await root.get(path).text
            #expect(!oneOfTwo.contains("You’re the only administrator."))
            for action in ["disable", "remove-administrator"] {
                #expect(!only.contains("\(path)/\(action)"))
                #expect(oneOfTwo.contains("\(path)/\(action)"))
            }
        }
    }

    @Test("sends an expired invitation again, from the page of its link and to the same person")
    func renewedInvitation() async throws {
        try await administering { door, root, client in
            let invitation = [("account", "local/chief"), ("email", "eve@example.org"), ("name", "Eve")]
            #expect(try await root.post("/administration/people/invite", invitation).status == .seeOther)
            let old = try await door.token()
            door.clock.advance(by: 7 * 86_400)
            let guest = TestBrowser(client)
            let expired = try await guest.get("/registration/confirm?token=\(old)")
            #expect(expired.status == .gone)
            #expect(expired.field("token") == old)
            let action = try #require(expired.text.firstMatch(of: /method="post" action="([^"]+)"/)).1
            let sent = try await guest.post(String(action), [("token", old)])
            #expect(sent.headers[.location] == "/registration/sent")
            let page = try await guest.get("/registration/confirm?token=\(try await door.token())")
            #expect(page.status == .ok)
            #expect(page.text.contains("value=\"Eve\""))
        }
    }
}
