import Foundation
import PorticoAuth
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Testing

@Suite("Commands about accounts at gateways")
struct GatewayAccountCommandTests {
    private static let ada = AccountID(server: ServerID(rawValue: "works"), user: "ada")

    /// A folder with a local `ada`, and with an `ada` of the works who is signed in.
    private func with(
        _ test: (_ command: (String...) async throws -> CommandResult, AuthServices) async throws -> Void
    ) async throws {
        try await withFolder { folder, auth in
            let options = try folder.file(
                "options.json",
                #"{"servers": {"list": ["local", "works"], "works": {"url": "https://works.example.org"}}}"#)
            try await test({ try await folder.command($0 + ["--config", options]) }, auth)
        }
    }

    /// As above, for commands without the options of the server.
    private func withFolder(_ test: (ProcessFolder, AuthServices) async throws -> Void) async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("ada", "--administrator")
            let auth = try await AuthServices.open(options: ServerOptions(dataFolder: folder.data))
            let account = Account(
                id: Self.ada, name: "Ada at work", isAdministrator: false, createdAt: Date(),
                employeeNumber: EmployeeNumber("0042"))
            try await auth.store.add(AccountAddition(account, passwordHash: nil))
            let identity = RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil))
            let proven = ProvenAccount(id: Self.ada, proof: .link(), time: Date())
            _ = try await auth.users.signIn(proven, isAutomatic: true, identity: identity)
            try await test(folder, auth)
        }
    }

    @Test("name them with their server, and apply to no others")
    func users() async throws {
        try await with { command, auth in
            try await command("users", "list").prints(
                "ada\tada\t\tadministrator\nworks:ada\tAda at work\t\t\n")
            try await command("users", "list", "--search", "works:").prints("works:ada\tAda at work\t\t\n")
            let shown = try await command("users", "show", "works:ada", "--json")
            #expect(
                try shown.json().replacing(/"lastSeen":"TIME",/, with: "") == #"{"administrator":false,"#
                    + #""createdAt":"TIME","disabled":false,"employeeNumber":"0042","groups":[],"hasPassword":false,"#
                    + #""name":"Ada at work","required":false,"secondFactor":"none","server":"works","sessions":1,"#
                    + #""username":"works:ada"}"#)
            let text = try await command("users", "show", "WORKS:Ada").output
            #expect(text.contains("Password: kept by its server\n"))
            #expect(text.hasSuffix("Server: works\nEmployee number: 0042\n"))
            try await command("users", "disable", "works:ada").prints("disabled works:ada\n")
            #expect(try await auth.store.account(Self.ada)?.isDisabled == true)
            #expect(try await auth.directory.account(named: "ada").isDisabled == false)
            try await command("users", "enable", "works:ada").prints("enabled works:ada\n")
            try await command("users", "make-administrator", "works:ada")
                .prints("made an administrator of works:ada\n")
            try await command("users", "disable", "ada")
                .fails("nobody with an account of this server would be left who may administer")
            try await command("users", "show", "other:ada").fails("there is no account of this name")
            try await command("users", "delete", "works:ada", "--yes").prints("deleted works:ada\n")
            try await command("users", "list").prints("ada\tada\t\tadministrator\n")
        }
    }

    @Test("refuse to change a password at a gateway, before they ask for one")
    func passwords() async throws {
        try await with { command, auth in
            let line = "the password is kept by the server of the account"
            try await command("users", "set-password", "works:ada").fails(line)
            try await command("users", "reset-password", "works:ada").fails(line)
            #expect(try await auth.authenticator.sessions(of: Self.ada).count == 1)
        }
    }

    @Test("end their sessions also if the command does not know their server", arguments: ["--all", "--user"])
    func unknownServer(which: String) async throws {
        try await withFolder { folder, auth in
            let arguments = which == "--all" ? [which, "--yes"] : [which, "works:ada"]
            try await folder.command(["sessions", "end"] + arguments).prints("ended 1 session\n")
            #expect(try await auth.store.signIns(of: Self.ada).isEmpty)
        }
    }

    @Test("list and end their sessions, and show their events and stored data")
    func others() async throws {
        try await with { command, auth in
            let session = try await command("sessions", "list", "--user", "works:ada", "--json").output
            #expect(session.contains(#""username" : "works:ada""#) && session.contains(#""server" : "works""#))
            try await command("sessions", "list", "--user", "ada").prints("")
            try await command("config", "set", "textSize", "XL", "--user", "works:ada")
                .prints("set textSize of works:ada\n")
            try await command("config", "get", "textSize", "--user", "works:ada").prints("XL\n")
            try await command("config", "list", "--user", "ada").prints("")
            try await command("sessions", "end", "--user", "works:ada").prints("ended 1 session\n")
            let events = try await command("events", "tail", "--user", "works:ada", "--json").output
            let kinds = events.matches(of: /"kind":"(\w+)"/).map { String($0.1) }
            #expect(kinds == ["signedIn", "settingChanged", "sessionEnded"])
            #expect(events.matches(of: /"server":"works"/).count == 3)
            let local = try await command("events", "tail", "--user", "ada", "--json").output
            #expect(local.contains(#""username":"ada""#) && !local.contains("server"))
        }
    }
}
