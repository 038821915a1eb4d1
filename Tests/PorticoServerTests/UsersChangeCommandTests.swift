import Foundation
import PorticoAuth
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("portico users changes accounts")
struct UsersChangeCommandTests {
    private let adaJSON =
        #""createdAt":"TIME","disabled":false,"email":"ada@x.example","groups":[],"name":"Ada","username":"ada""#

    @Test("and prints the new values, for people and as JSON")
    func outputs() async throws {
        try await ProcessFolder.with { folder in
            let added = try await folder.command(
                "users", "add", "Ada", "--name", "Ada", "--email", "ada@x.example", "--administrator",
                "--password-stdin", "--json", input: TestServer.password)
            #expect(try added.json() == #"{"administrator":true,\#(adaJSON)}"#)
            try await folder.addUser("bob")
            try await folder.command("users", "make-administrator", "bob").prints("made an administrator of bob\n")
            let removed = try await folder.command("users", "remove-administrator", "ada", "--json")
            #expect(try removed.json() == #"{"administrator":false,\#(adaJSON)}"#)
            try await folder.command("users", "set-email", "ada", "--none")
                .prints("changed the email address of ada\n")
            try await folder.command("users", "set-email", "ada", "new@x.example")
                .prints("changed the email address of ada\n")
            try await folder.command("users", "end-sessions", "ada").prints("ended 0 sessions\n")
            #expect(try await folder.command("users", "end-sessions", "ada", "--json").json() == #"{"ended":0}"#)
            let shown = try await folder.command("users", "show", "ada", "--json")
            #expect(
                try shown.json() == #"{"administrator":false,"createdAt":"TIME","disabled":false,"#
                    + #""email":"new@x.example","groups":[],"hasPassword":true,"name":"Ada","required":false,"#
                    + #""secondFactor":"none","sessions":0,"username":"ada"}"#
            )
            let text = try await folder.command("users", "show", "ADA")
            #expect(text.output.hasPrefix("User name: ada\nName: Ada\nEmail: new@x.example\nAdministrator: no\n"))
            try await folder.command("users", "list", "--search", "NEW@").prints("ada\tAda\tnew@x.example\t\n")
            try await folder.command("users", "list", "--search", "nobody").prints("")
            try await folder.command("users", "list", "--search", "nobody", "--json").prints("[]\n")
            let list = try await folder.command("users", "list", "--json").json()
            #expect(list.hasPrefix("[{") && list.contains(#""username":"ada""#) && list.contains(#""username":"bob""#))
        }
    }

    @Test("and their groups, all at once")
    func groups() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            try await folder.command("users", "set-groups", "ada", "Staff", "editors,staff")
                .prints("changed the groups of ada\n")
            try await folder.command("users", "list").prints("ada\tada\t\tgroups: editors staff\n")
            #expect(try await folder.command("users", "show", "ada").output.contains("\nGroups: editors, staff\n"))
            try await folder.command("users", "set-groups", "ada", "a&b")
                .fails("a&b cannot be the name of a group: use 1 to 64 of a–z 0–9 . _ -")
            try await folder.command("users", "set-groups", "ada", "--none").prints("changed the groups of ada\n")
            #expect(try await folder.command("users", "show", "ada").output.contains("\nGroups: none\n"))
            #expect(try await folder.command("users", "set-groups", "ada").code == 64)
        }
    }

    @Test("but always leaves one administrator")
    func lastAdministrator() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada", "--administrator")
            try await folder.addUser("bob")
            for command in [["remove-administrator", "ada"], ["disable", "ada"], ["delete", "ada", "--yes"]] {
                let process = try PorticoProcess(["users"] + command + ["--data", folder.data], in: folder)
                #expect(try await process.exitCode() == 1)
                #expect(
                    process.errors
                        == "portico: nobody with an account of this server would be left who may administer\n")
            }
            try await folder.command("users", "list").prints("ada\tada\t\tadministrator\nbob\tbob\t\t\n")
            #expect(try await folder.command("users", "make-administrator", "bob").code == 0)
            #expect(try await folder.command("users", "disable", "ada").code == 0)
        }
    }

    @Test("but gives no two of them one address, and accepts no invalid one")
    func addresses() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada", "--email", "ada@x.example")
            try await folder.addUser("bob")
            try await folder.command("users", "set-email", "bob", "ADA@x.example")
                .fails("another account has this email address")
            try await folder.command("users", "set-email", "bob", "bob").fails("this is not an email address")
            try await folder.command("users", "invite", "ada@x.example").fails("another account has this email address")
            try await folder.command("users", "invite", "nobody").fails("this is not an email address")
            try await folder.command("users", "reset-password", "bob")
                .fails("the account has no email address to send a mail to")
            for wrong in [
                ["set-email", "bob"], ["set-email", "bob", "b@x.example", "--none"], ["add", "eve", "--invite"],
            ] {
                let process = try PorticoProcess(["users"] + wrong + ["--data", folder.data], in: folder)
                #expect(try await process.exitCode() == 64)
                #expect(process.errors.contains("Usage: portico users"))
            }
            try await folder.command("users", "list").prints("ada\tada\tada@x.example\t\nbob\tbob\t\t\n")
        }
    }

    @Test("deletes only after a confirmation, or with --yes")
    func deletion() async throws {
        try await ProcessFolder.with { folder in
            for name in ["ada", "bob", "eve"] { try await folder.addUser(name) }
            try await folder.command("users", "delete", "ada", input: "y\n").fails("no terminal to ask on: use --yes")
            for answer in ["n\n", "\n"] {
                let no = try await folder.runOnTerminal("users", "delete", "ada", "--data", folder.data, typing: answer)
                #expect(no.code == 1)
                #expect(no.shown.contains("Delete ada (ada) and everything kept of it? [y/N] "))
                #expect(no.shown.hasSuffix("portico: nothing was done\n"))
            }
            let yes = try await folder.runOnTerminal("users", "delete", "ada", "--data", folder.data, typing: "y\n")
            #expect(yes.code == 0)
            #expect(yes.shown.hasSuffix("deleted ada\n"))
            try await folder.command("users", "delete", "bob", "--yes").prints("deleted bob\n")
            try await folder.command("users", "delete", "bob", "--yes").fails("there is no account of this name")
            try await folder.command("users", "list").prints("eve\teve\t\t\n")
        }
    }

    @Test("prints the link of an invitation, which creates the account, and sends no mail")
    func printedLink() async throws {
        try await ProcessFolder.with { folder in
            let invite = ["users", "invite", "eve@x.example", "--print-link"]
            let printed = try await folder.command(invite)
            #expect(printed.code == 0)
            #expect(printed.output.hasPrefix("http://127.0.0.1:8080/registration/confirm?token="))
            #expect(printed.errors == "portico: http.origin is not set, so the link works on this machine only\n")
            let options = try folder.file("portico.json", #"{"http": {"origin": "https://door.example"}}"#)
            let link = try await folder.command(invite + ["--config", options])
            #expect(link.output.hasPrefix("https://door.example/registration/confirm?token="))
            #expect(link.errors == "")
            #expect(try await folder.command(invite + ["--json"]).output.contains(#""link" : "http"#))
            let server = try await folder.serve()
            let path = String(printed.output.dropFirst("http://127.0.0.1:8080".count).dropLast())
            let page = try await ProcessClient(port: server.port).get(path)
            #expect(page.hasPrefix("HTTP/1.1 200"), "\(page)")
            #expect(page.contains("eve@x.example"))
            #expect(server.process.errors.contains("mail.host is not set: mails and their links are files"))
            #expect(folder.mailed() == [])
            #expect(try await folder.command("events", "tail").output.contains("invited"))
        }
    }

    @Test("and their people get the mails of the change, after a server was started")
    func mails() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("users", "add", "bob", "--email", "bob@x.example", "--invite").prints(
                "added bob\n")
            let invited = try await folder.command(
                "users", "invite", "eve@x.example", "--name", "Eve", "--administrator", "--language", "ru", "--json")
            #expect(try invited.json() == #"{"administrator":true,"email":"eve@x.example","name":"Eve"}"#)
            try await folder.addUser("ada", "--email", "ada@x.example")
            try await folder.command("users", "reset-password", "ada").prints("took away the password of ada\n")
            #expect(try await folder.command("users", "show", "ada").output.contains("Password: none\n"))
            let server = try await folder.serve()
            let areSent = try await eventually { folder.mailed().count == 3 }
            #expect(areSent, "\(server.process.errors)")
            #expect(folder.mailed().sorted() == ["ada@x.example", "bob@x.example", "eve@x.example"])
            let isEncoded = try ["bob@x.example", "eve@x.example"].map {
                try folder.mail(to: $0).utf8.contains("\nSubject: =?UTF-8?".utf8)
            }
            #expect(isEncoded == [false, true], "the language that the command names")
            let refused = try await folder.command("users", "invite", "max@x.example", "--language", "de")
            #expect(refused.errors.contains("--language must be one of id, en, ru, ar, zh-Hans."))
        }
    }

    @Test("removes an authenticator app only where there is one, whatever the policy, and shows a reset that waits")
    func factors() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            let reset = ["users", "reset-factors", "ada", "--yes"]
            try await folder.command(reset).fails("the account has neither an authenticator app nor passkeys")
            let services = try await AuthServices.open(options: ServerOptions(dataFolder: folder.data))
            let ada = try await services.directory.account(named: "ada")
            let app = try await services.factors.begin(for: ada.id, issuer: "Portico")
            let code = app.totp.code(step: TOTP.step(at: Date()))
            _ = try await services.factors.confirm(app.sealed, code: code, of: ada, client: Client())
            let isBegun = try await services.factors.beginReset(of: ada, by: ada.id, client: Client())
            #expect(isBegun)
            let shown = try await folder.command("users", "show", "ada").output
            #expect(shown.contains("\nSecond factor: app, reset from 20"))
            #expect(try await folder.command("config", "set", "accounts.secondFactor", "off").code == 0)
            #expect(try await folder.command(reset).code == 0)
            #expect(try await folder.command("users", "show", "ada").output.contains("\nSecond factor: none\n"))
        }
    }

    @Test("shows no name that would move the cursor, and aligns columns on a terminal")
    func terminal() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("bob", "--administrator")
            // A name stored by an earlier version, which did not normalize names.
            let ada = Account(
                id: AccountID(server: .local, user: "ada"), name: "A\u{1B}[2Jd\u{202E}a\nx",
                email: EmailAddress("ada@x.example"), isAdministrator: false, createdAt: Date())
            try await AuthServices.open(options: ServerOptions(dataFolder: folder.data)).store
                .add(AccountAddition(ada, passwordHash: nil))
            try await folder.command("users", "list")
                .prints("ada\tA\u{FFFD}[2Jd\u{FFFD}a\u{FFFD}x\tada@x.example\t\nbob\tbob\t\tadministrator\n")
            let list = try await folder.runOnTerminal("users", "list", "--data", folder.data)
            #expect(
                list.shown == """
                    USER NAME  NAME        EMAIL          MARKS
                    ada        A\u{FFFD}[2Jd\u{FFFD}a\u{FFFD}x  ada@x.example
                    bob        bob                        administrator

                    """)
        }
    }
}
