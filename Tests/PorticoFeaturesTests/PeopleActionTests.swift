import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Actions on several people")
struct PeopleActionTests {
    private static let people = "/administration/people"

    @Test(
        "are for administrators, whose rights are checked for the question and the action",
        arguments: ["disable", "enable", "end-sessions"])
    func denied(action: String) async throws {
        try await administering { door, root, client in
            let path = "\(Self.people)/\(action)"
            let ada = try await door.browser(client)
            #expect(try await ada.get(path).status == .forbidden)
            #expect(try await ada.select(["chief"], for: action, isConfirmed: true).status == .forbidden)
            let stranger = TestBrowser(client)
            #expect(try await stranger.select(["chief"], for: action).status == .unauthorized)
            #expect(try await root.account() == "local/chief")
            #expect(try await door.account("chief")?.isDisabled == false)
            let other = try await root.select(["ada"], for: action, isConfirmed: true, account: "local/ada")
            #expect(other.status == .conflict)
            #expect(try await root.post(path, [("id", "ada")]).status == .unsupportedMediaType)
        }
    }

    @Test("ask one question, which names the people, and do what it says to each of them")
    func disabled() async throws {
        try await administering { door, root, client in
            for name in ["grace", "hedy", "mary", "emmy", "rosa"] { try await door.add(name) }
            let ada = try await door.browser(client)
            let question = try await root.select(["ada", "grace", "ada", "nobody", "a b"], for: "disable")
            #expect(question.status == .ok)
            for text in [
                "Disable 2 accounts?", "logged out everywhere at once", #"name="id" value="ada""#,
                #"name="id" value="grace""#, #"name="confirm" value="on""#,
            ] {
                #expect(question.text.contains(text), "\(text)")
            }
            let all = try await root.select(["ada", "grace", "hedy", "mary", "emmy", "rosa"], for: "disable").text
            #expect(all.contains("Disable 6 accounts?") && all.contains(" and 2 others"))
            #expect(try await door.events(.disabled).isEmpty, "a question changes nothing")

            let done = try await root.select(["ada", "grace"], for: "disable", isConfirmed: true)
            #expect(done.headers[.location] == Self.people)
            #expect(try await root.get(Self.people).text.contains("2 people were disabled"))
            #expect(try await ada.account() == nil)
            let events = try await door.events(.disabled)
            #expect(events.map(\.account?.user) == ["ada", "grace"])
            #expect(events.allSatisfy { $0.actor?.user == "chief" })

            _ = try await root.select(["ada"], for: "enable", isConfirmed: true)
            #expect(try await root.get(Self.people).text.contains("1 person was enabled"))
            #expect(try await door.account("ada")?.isDisabled == false)
            #expect(try await door.account("grace")?.isDisabled == true)
        }
    }

    @Test("end the sign-ins of the selected people only")
    func ended() async throws {
        try await administering { door, root, client in
            try await door.add("grace")
            let (ada, grace) = (try await door.browser(client), try await door.browser(client, "grace"))
            let question = try await root.select(["ada"], for: "end-sessions")
            #expect(question.text.contains("Log out 1 person everywhere?"))
            _ = try await root.select(["ada"], for: "end-sessions", isConfirmed: true)
            #expect(try await root.get(Self.people).text.contains("1 person was logged out everywhere"))
            #expect(try await ada.account() == nil)
            #expect(try await grace.account() == "local/grace")
        }
    }

    @Test("say how many people they have changed, and that there was nothing to change")
    func unchanged() async throws {
        try await administering { door, root, _ in
            try await door.add("grace")
            for (action, names, text) in [
                ("end-sessions", ["ada", "grace"], "2 people were not logged in anywhere"),
                ("disable", ["ada"], "1 person was disabled"),
                ("disable", ["ada", "grace"], "1 person was disabled"),
                ("disable", ["ada", "grace"], "2 people were already disabled"),
                ("enable", ["ada", "grace"], "2 people were enabled"),
                ("enable", ["ada"], "1 person was already enabled"),
                ("enable", ["nobody"], "These accounts no longer exist"),
            ] {
                _ = try await root.select(names, for: action, isConfirmed: true)
                let page = try await root.get(Self.people).text
                #expect(page.contains(text), "\(action) \(names)")
            }
        }
    }

    @Test("leave out the administrator's own account", arguments: ["disable", "end-sessions"])
    func own(action: String) async throws {
        try await administering { door, root, client in
            for isConfirmed in [false, true] {
                let alone = try await root.select(["chief"], for: action, isConfirmed: isConfirmed)
                #expect(alone.status == .unprocessableContent)
                for text in ["No one is selected", "Your own account stays as it is."] {
                    #expect(alone.text.contains(text))
                }
                #expect(!alone.text.contains("people-action-button"))
            }
            let question = try await root.select(["chief", "ada"], for: action)
            #expect(question.text.contains("Your own account stays as it is."))
            _ = try await root.select(["chief", "ada"], for: action, isConfirmed: true)
            #expect(try await root.account() == "local/chief")
            #expect(try await door.account("chief")?.isDisabled == false)
        }
    }

    @Test("say who stays enabled, because nobody else could administer")
    func lastAdministrator() async throws {
        try await administering { door, root, _ in
            try await door.add("grace", isAdministrator: true)
            // Without a password, the administrator cannot replace one who has a password.
            let chief = AccountID(server: .local, user: "chief")
            try await door.memory.write { try $0.setPasswordHash(nil, of: chief) }
            let sentence = "no other administrator could log in"
            _ = try await root.select(["ada", "grace"], for: "disable", isConfirmed: true)
            let some = try await root.get(Self.people).text
            #expect(some.contains("1 person was disabled, but not Grace, because \(sentence)"))
            _ = try await root.select(["grace"], for: "disable", isConfirmed: true)
            #expect(try await root.get(Self.people).text.contains("Not disabled, because \(sentence): Grace"))
            #expect(try await door.account("grace")?.isDisabled == false)
            #expect(try await door.events(.disabled).map(\.account?.user) == ["ada"])
        }
    }

    @Test("ask to select somebody; their address, which has no selection, does too")
    func nobody() async throws {
        try await administering { _, root, _ in
            for answer in [
                try await root.select([], for: "disable"), try await root.select(["nobody"], for: "disable"),
                try await root.get("\(Self.people)/disable"),
            ] {
                #expect(answer.text.contains("Select people in the list first."))
                #expect(!answer.text.contains("people-action-button"))
            }
        }
    }

    @Test("take as many people as a list can have, and ask for the password before")
    func many() async throws {
        try await administering { door, root, _ in
            let names = (0..<500).map { "someone\($0)" + String(repeating: "x", count: 50) } + ["ada"]
            #expect(try await root.select(names, for: "disable").text.contains("Disable 1 account?"))
            door.clock.advance(by: 600)
            let proof = try await root.select(names, for: "disable")
            #expect(proof.status == .forbidden && proof.text.contains(#"name="id" value="ada""#))
            let asked = try await root.select(
                names, for: "disable", further: [("reauthentication", TestServer.password)])
            #expect(asked.status == .ok && asked.text.contains("Disable 1 account?"))
        }
    }

    @Test("export the selected people, and without a selection everybody")
    func exported() async throws {
        try await administering { door, root, _ in
            try await door.add("grace")
            let some = try await root.select(["ada", "a b"], for: "export").text
            #expect(some.contains("\"ada\"") && !some.contains("\"grace\"") && !some.contains("\"chief\""))
            let all = try await root.get("\(Self.people)/export").text
            #expect(all.contains("\"grace\"") && all.contains("\"chief\""))
            for unreadable in [[], ["a b"], ["nobody"]] {
                #expect(try await root.select(unreadable, for: "export").headers[.location] == Self.people)
                #expect(try await root.get(Self.people).text.contains("No one is selected"))
            }
            #expect(try await root.get("\(Self.people)/export?id=ada").status == .badRequest)
            #expect(try await door.events(.dataExported).count == 2)
        }
    }
}

extension TestBrowser {
    /// Posts the selection of people to an action, as the list and the question do.
    fileprivate func select(
        _ names: [String], for action: String, isConfirmed: Bool = false, account: String? = nil,
        further: [(String, String)] = []
    ) async throws -> TestResponse {
        let confirmation = isConfirmed ? [("account", account ?? "local/chief"), ("confirm", "on")] : []
        let parts = (confirmation + names.map { ("id", $0) } + further).map { name, value in
            "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        return try await post(
            "/administration/people/\(action)", body: parts.joined() + "--b--\r\n",
            headers: [.contentType: "multipart/form-data; boundary=b"])
    }
}
