import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("The pages of an account")
struct AccountPagesTests {
    private static let confirmed = [("account", "local/ada"), ("confirm", "on")]

    @Test(
        "are for signed-in people",
        arguments: [
            "/account", "/account/password", "/account/email", "/account/delete", "/account/sessions",
            "/account/activity",
            "/account/data", "/accounts",
        ])
    func signedInOnly(path: String) async throws {
        try await withAccounts { door, client in
            let cover = try await TestBrowser(client).get(path)
            #expect(cover.status == .unauthorized)
            #expect(cover.isCover)
            let page = try await door.browser(client).get(path)
            #expect(page.status == .ok)
            #expect(page.headers[.cacheControl] == "no-store")
            #expect(page.headers[.referrerPolicy] == "same-origin")
        }
    }

    @Test("delete the account with all its data after a confirmation")
    func delete() async throws {
        try await withAccounts { door, client in
            try await door.add("chief", isAdministrator: true)
            let (here, there) = (try await door.browser(client), try await door.browser(client))
            let unconfirmed = try await here.post("/account/delete", [("account", "local/ada")])
            #expect(unconfirmed.status == .unprocessableContent)
            #expect(try await door.account("ada") != nil)
            let done = try await here.post("/account/delete", Self.confirmed)
            #expect(done.headers[.location] == "/account/deleted")
            #expect(try await door.account("ada") == nil)
            #expect(try await here.account() == nil)
            #expect(try await there.account() == nil)
            #expect(try await here.get("/account/deleted").status == .ok)
            #expect(try await here.signIn().status == .unauthorized)
            #expect(try await door.mails().contains("accountDeleted"))
            #expect(try await door.events(.accountDeleted).map(\.account?.user) == ["ada"])
        }
    }

    @Test("7.5.1 delete it only after a proof, and then once, with the person signed out")
    func proof() async throws {
        try await withAccounts { door, client in
            try await door.add("chief", isAdministrator: true)
            let browser = try await door.browser(client)
            door.clock.advance(by: 600)
            for password in [[], [("reauthentication", "wrong")]] {
                let question = try await browser.post("/account/delete", Self.confirmed + password)
                #expect(question.status == .forbidden)
                #expect(question.field("confirm") == "on")
            }
            #expect(try await door.account("ada") != nil)
            let before = await browser.cookies["portico"]
            let password = [("reauthentication", TestServer.password)]
            let done = try await browser.post("/account/delete", Self.confirmed + password)
            #expect(done.headers[.location] == "/account/deleted")
            #expect(try await door.account("ada") == nil)
            #expect(await browser.cookies["portico"] != before)
            #expect(try await browser.account() == nil)
        }
    }

    @Test("report the deletion, also if another tab has signed in to another account meanwhile")
    func deletedMeanwhile() async throws {
        try await withAccounts { door, client in
            try await door.add("chief", isAdministrator: true)
            let browser = try await door.browser(client)
            @Sendable func afterTheDeletion() async throws {
                guard try await door.account("ada") == nil else {
                    return door.store.pauseNextTransaction(afterTheDeletion)
                }
                #expect(try await browser.signIn("chief").status == .seeOther)
            }
            door.store.pauseNextTransaction(afterTheDeletion)
            let done = try await browser.post("/account/delete", Self.confirmed)
            #expect(done.headers[.location] == "/account/deleted")
            #expect(try await browser.account() == "local/chief")
        }
    }

    @Test("never delete the last administrator's account, nor another account than the page was for")
    func kept() async throws {
        try await administering { door, root, _ in
            let wrong = [("account", "local/ada"), ("confirm", "on")]
            let response = try await root.post("/account/delete", wrong)
            #expect(response.status == .conflict)
            #expect(try await root.post("/account/delete", [("confirm", "on")]).status == .conflict)
            #expect(try await door.memory.accounts().count == 2)
            #expect(try await root.account() == "local/chief")
        }
    }

    @Test("that are deleted are reported in the language that their person had chosen")
    func language() async throws {
        try await withAccounts { door, client in
            try await door.add("chief", isAdministrator: true)
            let id = AccountID(server: .local, user: "ada")
            try await door.config.set(UserConfig.language, to: "ru", in: .person(id))
            let browser = try await door.browser(client)
            let answer = try await browser.post("/account/delete", Self.confirmed)
            #expect(answer.status == .seeOther)
            let notices = try await door.memory.mails(limit: 10).map(\.mail).filter { $0.kind == .accountDeleted }
            let languages = notices.map(\.language)
            #expect(languages == ["ru"])
        }
    }

    @Test("continue with the other account of the browser after deleting one")
    func other() async throws {
        try await withAccounts { door, client in
            try await door.add("chief", isAdministrator: true)
            let browser = try await door.browser(client, "chief")
            _ = try await browser.signIn()
            #expect(try await browser.post("/account/delete", Self.confirmed).status == .seeOther)
            #expect(try await browser.account() == "local/chief")
        }
    }

    @Test("16.3.1 show the events of the account, and not those of others, now or before")
    func activity() async throws {
        try await withAccounts { door, client in
            try await door.add("chief", isAdministrator: true)
            let browser = try await door.browser(client)
            _ = try await TestBrowser(client).post("/session", [("username", "ada"), ("password", "wrong")])
            let before = try await browser.get("/account/activity").text
            #expect(before.contains("sign"))
            try await door.auth.directory.delete(AccountID(server: .local, user: "ada"))
            door.clock.advance(by: 60)
            try await door.add("ada")
            let after = try await door.browser(client).get("/account/activity").text
            #expect(after.split(separator: "<li").count < before.split(separator: "<li").count)
        }
    }

    @Test("of an imported person begin with the import, also in the export of personal data")
    func imported() async throws {
        try await withAccounts { door, client in
            _ = try await AccountImport(into: door.auth.directory).run(
                Array("username,name,email\neve,Eve,eve@example.org\nbob,Bob,bob@example.org".utf8))
            try await door.auth.directory.setPassword(TestServer.password, of: AccountID(server: .local, user: "eve"))
            let browser = try await door.browser(client, "eve")
            #expect(try await browser.get("/account/activity").text.contains("Your account was imported"))
            let account = try #require(try await door.account("eve"))
            #expect(try await door.memory.imports(of: account).map(\.event.count) == [2])
        }
    }

    @Test("are shown page by page, with the way back")
    func pages() async throws {
        try await withAccounts { door, client in
            let browser = try await door.browser(client)
            let id = AccountID(server: .local, user: "ada")
            for _ in 0..<120 {
                try await door.memory.add(
                    SecurityEvent(.nameChanged, account: id, client: Client(), time: door.clock.now()))
            }
            func path(_ relation: String, in text: String) -> String? {
                let links = text.matches(of: /href="([^"]*)" rel="(prev|next)"/)
                return links.first { $0.2 == relation }.map { String($0.1) }
            }
            func rows(_ text: String) -> [String] {
                text.matches(of: /<li class="cell" id="(activity-[^"]*)"/).map { String($0.1) }
            }
            let first = try await browser.get("/account/activity").text
            #expect(rows(first).count == 50)
            #expect(path("prev", in: first) == nil)
            let second = try await browser.get(try #require(path("next", in: first))).text
            #expect(Set(rows(second)).isDisjoint(with: rows(first)))
            let back = try await browser.get(try #require(path("prev", in: second))).text
            #expect(rows(back) == rows(first))
            #expect(path("prev", in: back) == nil && path("next", in: back) == path("next", in: first))
            #expect(rows(try await browser.get("/account/activity?count=100").text) == rows(first) + rows(second))
            #expect(first.contains("data-portico-more") && second.contains("data-portico-more"))

            let third = try await browser.get(try #require(path("next", in: second))).text
            let previous = try await browser.get(try #require(path("prev", in: third))).text
            #expect(rows(previous) == rows(second))
            #expect(path("prev", in: previous) != nil && path("next", in: previous) == path("next", in: second))
            #expect(!previous.contains("data-portico-more"), "a reload with more rows would begin elsewhere")
            let none = try await browser.get("/account/activity?before=1").text
            #expect(rows(none) == rows(first))
        }
    }

    @Test("accept any query", arguments: ["x", "-1", "99999999999999999999", "%00", "1.5", ""])
    func query(before: String) async throws {
        try await withAccounts { door, client in
            let response = try await door.browser(client).get("/account/activity?before=\(before)")
            #expect(response.status == .ok)
        }
    }
}
