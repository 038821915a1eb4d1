import Foundation
import HTTPTypes
import PorticoAuth
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("Actions on several people")
struct PeopleActionTests {
    private static let people = "/administration/people"
    private static let fields = [("account", "local/chief")]

    @Test(
        "are for administrators, whose rights are checked for the question and the action",
        arguments: ["disable", "enable", "end-sessions"])
    func denied(action: String) async throws {
        try await administering { door, root, client in
            let path = "\(Self.people)/\(action)?id=chief"
            let ada = try await door.browser(client)
            #expect(try await ada.get(path).status == .forbidden)
            #expect(try await ada.post(path).status == .forbidden)
            #expect(try await TestBrowser(client).post(path).status == .unauthorized)
            #expect(try await root.account() == "local/chief")
            #expect(try await door.account("chief")?.isDisabled == false)
            #expect(try await root.post(path, [("account", "local/ada")]).status == .conflict)
        }
    }

    @Test("ask one question, which names the people, and do what it says to each of them")
    func disabled() async throws {
        try await administering { door, root, client in
            for name in ["grace", "hedy", "mary", "emmy", "rosa"] { try await door.add(name) }
            let ada = try await door.browser(client)
            let path = "\(Self.people)/disable?id=ada&id=grace&id=ada&id=nobody"
            let question = try await root.get(path)
            for text in ["Disable 2 accounts?", "logged out everywhere at once", "action=\"\(path.xml)\""] {
                #expect(question.text.contains(text), "\(text)")
            }
            let all = try await root.get("\(path)&id=hedy&id=mary&id=emmy&id=rosa").text
            #expect(all.contains("Disable 6 accounts?") && all.contains(" and 2 others"))
            #expect(try await door.events(.disabled).isEmpty, "a question changes nothing")

            let done = try await root.post(path, Self.fields)
            #expect(done.headers[.location] == Self.people)
            #expect(try await root.get(Self.people).text.contains("2 people were disabled"))
            #expect(try await ada.account() == nil)
            let events = try await door.events(.disabled)
            #expect(events.map(\.account?.user) == ["ada", "grace"])
            #expect(events.allSatisfy { $0.actor?.user == "chief" })

            _ = try await root.post("\(Self.people)/enable?id=ada", Self.fields)
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
            let path = "\(Self.people)/end-sessions?id=ada"
            #expect(try await root.get(path).text.contains("Log out 1 person everywhere?"))
            _ = try await root.post(path, Self.fields)
            #expect(try await root.get(Self.people).text.contains("1 person was logged out everywhere"))
            #expect(try await ada.account() == nil)
            #expect(try await grace.account() == "local/grace")
        }
    }

    @Test("say how many people they have changed, and that there was nothing to change")
    func unchanged() async throws {
        try await administering { door, root, _ in
            try await door.add("grace")
            for (action, ids, text) in [
                ("end-sessions", "id=ada&id=grace", "2 people were not logged in anywhere"),
                ("disable", "id=ada", "1 person was disabled"),
                ("disable", "id=ada&id=grace", "1 person was disabled"),
                ("disable", "id=ada&id=grace", "2 people were already disabled"),
                ("enable", "id=ada&id=grace", "2 people were enabled"),
                ("enable", "id=ada", "1 person was already enabled"),
                ("enable", "id=nobody", "These accounts no longer exist"),
            ] {
                _ = try await root.post("\(Self.people)/\(action)?\(ids)", Self.fields)
                let page = try await root.get(Self.people).text
                #expect(page.contains(text), "\(action) \(ids)")
            }
        }
    }

    @Test("leave out the administrator's own account", arguments: ["disable", "end-sessions"])
    func own(action: String) async throws {
        try await administering { door, root, client in
            let path = "\(Self.people)/\(action)?id=chief"
            let alone = try await root.get(path).text
            #expect(alone.contains("No one is selected") && alone.contains("Your own account stays as it is."))
            #expect(!alone.contains("people-action-button"))
            #expect(try await root.post(path, Self.fields).status == .unprocessableContent)
            #expect(try await root.get("\(path)&id=ada").text.contains("Your own account stays as it is."))
            _ = try await root.post("\(path)&id=ada", Self.fields)
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
            let path = "\(Self.people)/disable?id=ada&id=grace"
            let sentence = "no other administrator could log in"
            _ = try await root.post(path, Self.fields)
            let some = try await root.get(Self.people).text
            #expect(some.contains("1 person was disabled, but not Grace, because \(sentence)"))
            _ = try await root.post("\(Self.people)/disable?id=grace", Self.fields)
            #expect(try await root.get(Self.people).text.contains("Not disabled, because \(sentence): Grace"))
            #expect(try await door.account("grace")?.isDisabled == false)
            #expect(try await door.events(.disabled).map(\.account?.user) == ["ada"])
        }
    }

    @Test("ask to select somebody, or fewer people than an address has room for")
    func sizes() async throws {
        try await administering { _, root, _ in
            #expect(try await root.get("\(Self.people)/disable").text.contains("Select people in the list first."))
            let many = (0..<300).map { "id=someone\($0)" }.joined(separator: "&")
            let question = try await root.get("\(Self.people)/disable?\(many)").text
            #expect(question.contains("Select fewer people") && !question.contains("people-action-button"))
            let posted = try await root.post("\(Self.people)/disable?\(many)", Self.fields)
            #expect(posted.status == .contentTooLarge)
        }
    }

    @Test("export the selected people, and without a selection everybody")
    func exported() async throws {
        try await administering { door, root, _ in
            try await door.add("grace")
            let some = try await root.get("\(Self.people)/export?id=ada").text
            #expect(some.contains("\"ada\"") && !some.contains("\"grace\"") && !some.contains("\"chief\""))
            let all = try await root.get("\(Self.people)/export").text
            #expect(all.contains("\"grace\"") && all.contains("\"chief\""))
        }
    }
}

extension String {
    /// The text as in an attribute of markup.
    fileprivate var xml: String { replacingOccurrences(of: "&", with: "&amp;") }
}
