import Foundation
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("portico users")
struct UsersCommandTests {
    private let password = TestServer.password

    private func check(_ result: CommandResult, fails line: String) {
        #expect(result.code == 1)
        #expect(result.errors == "portico: \(line)\n")
        #expect(result.output == "")
    }

    @Test("adds and lists accounts")
    func addAndList() async throws {
        try await ProcessFolder.with { folder in
            let ada = try await folder.run(
                "users", "add", "Ada", "--name", "Ada Lovelace", "--administrator", "--password-stdin", "--data",
                folder.data, input: password)
            #expect(ada.code == 0)
            #expect(ada.output == "added ada\n")
            #expect(ada.errors == "")
            _ = try await folder.run("users", "add", "bob", "--password-stdin", "--data", folder.data, input: password)
            _ = try await folder.run("users", "disable", "bob", "--data", folder.data)
            let list = try await folder.run("users", "list", "--data", folder.data)
            #expect(list.output == "ada\tAda Lovelace\t\tadministrator\nbob\tbob\t\tdisabled\n")
            let mode = try FileManager.default.attributesOfItem(atPath: folder.data)[.posixPermissions] as? Int
            #expect(mode == 0o700)
        }
    }

    @Test("refuses, in one line, values that break a rule")
    func refusals() async throws {
        try await ProcessFolder.with { folder in
            func add(_ name: String, _ input: String) async throws -> CommandResult {
                try await folder.run("users", "add", name, "--password-stdin", "--data", folder.data, input: input)
            }
            #expect(try await add("ada", password).code == 0)
            check(try await add("eve", "fourteen chars\r\n"), fails: "the password needs 15 characters at least")
            check(try await add("ADA", password), fails: "there is an account of this name already")
            check(try await add("a b", password), fails: "a user name has 1 to 64 of a–z 0–9 . _ - @ +")
            check(try await add("eve", "short"), fails: "the password needs 15 characters at least")
            check(try await add("eve", ""), fails: "the password needs 15 characters at least")
            check(try await add("eve", "aaaaaaaaaaaaaaaaa"), fails: "the password is a short text repeated")
            check(
                try await add("eve", "qwertyuiop12345"),
                fails: "the password is made of runs along the digits or the keyboard")
            check(
                try await add("eve", "passwordletmein"),
                fails: "the password is made only of very common passwords and names")
            #expect(try await folder.run("users", "list", "--data", folder.data).output == "ada\tada\t\t\n")
        }
    }

    @Test("reports an unknown account")
    func unknown() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada")
            for command in ["disable", "enable"] {
                let result = try await folder.run("users", command, "nobody", "--data", folder.data)
                check(result, fails: "there is no account of this name")
            }
            let result = try await folder.run(
                "users", "set-password", "nobody", "--password-stdin", "--data", folder.data, input: password)
            check(result, fails: "there is no account of this name")
        }
    }

    @Test("asks for a password on a terminal only if the account could be added")
    func passwordLast() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada", "--email", "ada@x.example")
            func check(_ command: String, _ arguments: String..., fails line: String) async throws {
                let (code, shown) = try await folder.runOnTerminal(
                    ["users", command] + arguments + ["--data", folder.data])
                #expect(code == 1)
                #expect(shown == "portico: \(line)\n")
            }
            try await check("add", "e e", fails: "a user name has 1 to 64 of a–z 0–9 . _ - @ +")
            try await check("add", "eve", "--name", " ", fails: "a name is needed")
            try await check("add", "eve", "--email", "eve", fails: "this is not an email address")
            try await check("add", "ADA", fails: "there is an account of this name already")
            try await check("add", "eve", "--email", "ADA@x.example", fails: "another account has this email address")
            try await check("set-password", "eve", fails: "there is no account of this name")
        }
    }

    @Test("refuses a password that is too short before the repetition")
    func shortPassword() async throws {
        try await ProcessFolder.with { folder in
            for typed in ["short\n", "short\nshort\n"] {
                let (code, shown) = try await folder.runOnTerminal(
                    "users", "add", "ada", "--data", folder.data, typing: typed, after: "Password: ")
                #expect(code == 1)
                #expect(shown.contains("portico: the password needs 15 characters at least\n"), "\(shown)")
                #expect(shown.contains("Password: ") && !shown.contains("Once more: "), "\(shown)")
            }
        }
    }

    @Test("refuses a typed password that is not UTF-8, as from standard input")
    func unreadablePassword() async throws {
        try await ProcessFolder.with { folder in
            let (code, shown) = try await folder.runOnTerminal(
                "users", "add", "ada", "--data", folder.data,
                typing: Array("correct horse b".utf8) + [0xE9, 0x0A], after: "Password: ")
            #expect(code == 1)
            #expect(shown.contains("portico: the password is not UTF-8\n"), "\(shown)")
        }
    }

    @Test("takes a password from standard input, to its end, and never waits for a missing terminal")
    func passwordInput() async throws {
        try await ProcessFolder.with { folder in
            let asked = try await folder.run("users", "add", "ada", "--data", folder.data, input: password)
            check(asked, fails: "no terminal to ask for the password: use --password-stdin")
            let line = try await folder.run(
                "users", "add", "ada", "--password-stdin", "--data", folder.data, input: " \(password) \n")
            #expect(line.code == 0)
            let server = try await folder.serve()
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "401", "spaces at the ends are part of it")
            #expect(try await client.signIn(password: "+\(password)+") == "303", "the newline at the end is not")
        }
    }

    @Test("changes a password, which ends all sign-ins, while a server runs")
    func setPassword() async throws {
        try await ProcessFolder.with { folder in
            _ = try await folder.run("users", "add", "ada", "--password-stdin", "--data", folder.data, input: password)
            let server = try await folder.serve()
            var client = ProcessClient(port: server.port)
            #expect(try await client.signIn() == "303")
            let browser = client
            let result = try await folder.run(
                "users", "set-password", "ada", "--password-stdin", "--data", folder.data,
                input: "another horse battery staple\n")
            #expect(result.code == 0)
            #expect(result.output == "changed the password of ada\n")
            let isNoticed = try await eventually { try await browser.account() == nil }
            #expect(isNoticed)
            #expect(try await client.signIn() == "401")
            #expect(try await client.signIn(password: "another horse battery staple") == "303")
        }
    }

    @Test("explains its use")
    func help() async throws {
        try await ProcessFolder.with { folder in
            let help = try await folder.run("users", "--help")
            #expect(help.code == 0)
            for command in [
                "add", "list", "show", "invite", "import", "disable", "enable", "set-password", "reset-password",
                "set-email", "set-groups", "make-administrator", "remove-administrator", "end-sessions", "delete",
            ] {
                #expect(help.output.contains("  \(command) "))
            }
            #expect(try await folder.run("--version").output == "\(PorticoServer.version)\n")
            #expect(try await folder.run("nonsense").code != 0)
        }
    }
}
