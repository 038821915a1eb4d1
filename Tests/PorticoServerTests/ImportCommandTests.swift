import Foundation
import PorticoTestSupport
import Testing

@Suite("portico users import")
struct ImportCommandTests {
    private func rows(_ count: Int) -> String {
        let rows = (0..<count).map { "user\($0),\"User, \($0)\",user\($0)@x.example" }
        return (["username,name,email"] + rows).joined(separator: "\r\n")
    }

    @Test("adds 20 000 people, and nobody if the last row is bad")
    func many() async throws {
        try await ProcessFolder.with { folder in
            let bad = try folder.file("bad.csv", rows(20_000) + "\r\nuser20000,User,user7@x.example\r\n")
            let refused = try await folder.command("users", "import", bad, within: .seconds(300))
            #expect(refused.code == 1)
            #expect(refused.output == "")
            #expect(
                refused.errors.hasSuffix(
                    "line 20002: line 9 has the same email address\n"
                        + "portico: refused 1 of 20001 rows, so nothing is added: see --partial\n"))
            try await folder.command("users", "list").prints("")
            let good = try folder.file("good.csv", rows(20_000))
            let added = try await folder.command("users", "import", good, within: .seconds(300))
            #expect(added.code == 0)
            #expect(added.output == "added 20000 accounts\n")
            let list = try await folder.command("users", "list").output.split(separator: "\n")
            #expect(list.count == 20_000)
            #expect(list.contains("user19999\tUser, 19999\tuser19999@x.example\t"))
        }
    }

    @Test("reports mistakes by line, and adds the rest if it may")
    func refusals() async throws {
        try await ProcessFolder.with { folder in
            try await folder.addUser("taken", "--email", "taken@x.example")
            let file = try folder.file(
                "people.csv",
                """
                \u{FEFF}administrator,email,name,username
                yes,ada@x.example,"Ada
                Lovelace",ada
                perhaps,bob@x.example,Bob,b b
                no,eve@x.example,Eve
                no,taken@x.example,Eve,TAKEN
                no,"eve"@x.example,Eve,eve
                no,ADA@x.example,Eve,eve
                """)
            let lines = [
                "4: a user name has 1 to 64 of a–z 0–9 . _ - @ +",
                "4: administrator is neither true, yes or 1 nor false, no, 0 or empty",
                "5: the row has 3 columns in place of 4", "6: there is an account of this name already",
                "6: another account has this email address",
                "7: something stands between a closing quotation mark and the next separator",
                "8: line 2 has the same email address",
            ]
            let report = lines.map { "line \($0)\n" }.joined()
            let all = try await folder.command("users", "import", file)
            #expect(all.code == 1)
            #expect(all.errors == report + "portico: refused 5 of 6 rows, so nothing is added: see --partial\n")
            #expect(all.output == "")
            let elsewhere = "\(folder.path)/nowhere"
            let misspelt = try await folder.run("users", "import", file, "--dry-run", "--data", elsewhere)
            #expect(misspelt.code == 1 && !FileManager.default.fileExists(atPath: elsewhere), "\(misspelt.errors)")
            let trial = try await folder.command("users", "import", file, "--partial", "--dry-run")
            #expect(trial.output == "would add 1 account\n")
            try await folder.command("users", "list").prints("taken\ttaken\ttaken@x.example\t\n")
            let json = try await folder.command("users", "import", file, "--partial", "--json")
            #expect(json.code == 1)
            #expect(json.errors == "portico: refused 5 of 6 rows\n")
            let value = try JSONDecoder().decode(Printed.self, from: Data(json.output.utf8))
            #expect(value.rows == 6 && value.added == 1 && !value.dryRun)
            #expect(value.refused.map { "\($0.line): \($0.reason)" } == lines)
            try await folder.command("users", "list", "--search", "ada")
                .prints("ada\tAda Lovelace\tada@x.example\tadministrator\n")
        }
    }

    private struct Printed: Decodable {
        struct Refusal: Decodable {
            let line: Int
            let reason: String
        }

        let rows: Int
        let added: Int
        let dryRun: Bool
        let refused: [Refusal]
    }

    @Test("refuses an invalid file in one line")
    func badFiles() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("users", "import", "nowhere.csv").fails("nowhere.csv cannot be read")
            try await folder.command("users", "import", folder.path).fails("\(folder.path) cannot be read")
            for (text, line) in [
                ("", "the file is empty: its first line must name the columns"),
                ("username,name\n", "column names: there is no column email"),
                ("username,name,email,phone\n", "column names: there is nothing to do with a column “phone”"),
                ("username,name,email,name\n", "column names: there are two columns name"),
                (
                    "username,\"name,email\n",
                    "column names: a quotation mark is never closed, so nothing after it was read"
                ),
            ] {
                try await folder.command("users", "import", folder.file("bad.csv", text)).fails(line)
            }
            let bad = try folder.file("bad.csv", "username,name\n")
            let json = try await folder.command("users", "import", bad, "--json", "--dry-run")
            #expect(json.code == 1)
            #expect(json.errors == "portico: column names: there is no column email\n")
            let value = try JSONDecoder().decode(Printed.self, from: Data(json.output.utf8))
            #expect(value.rows == 0 && value.added == 0 && value.dryRun)
            #expect(value.refused.map { "\($0.line): \($0.reason)" } == ["1: there is no column email"])
            let empty = try await folder.command("users", "import", folder.file("empty.csv", ""), "--json")
            #expect(empty.output.contains("\"the file is empty: its first line must name the columns\""))
            let none = try folder.file("none.csv", "username,name,email\n")
            try await folder.command("users", "import", none).prints("added 0 accounts\n")
        }
    }

    @Test("lets everybody choose a password by a mail, after a server was started")
    func mails() async throws {
        try await ProcessFolder.with { folder in
            try await folder.command("users", "import", folder.file("people.csv", rows(2))).prints("added 2 accounts\n")
            let server = try await folder.serve()
            let areSent = try await eventually { folder.mailed().count == 2 }
            #expect(areSent, "\(server.process.errors)")
            #expect(Set(folder.mailed()) == ["user0@x.example", "user1@x.example"])
        }
    }

    private static let bcrypt = "$2b$04$5S1bBK9WOdDUpyAZFeAHTudF6JuR4wiLrYODSJn3TWvpCSTLUBTP6"

    /// A file of each system, with the report on it.
    private static let exports: [(system: String, file: String, errors: String, list: String)] = [
        (
            "django",
            """
            [{"model": "auth.group", "pk": 7, "fields": {"name": "editors", "permissions": []}},
             {"model": "auth.group", "pk": 8, "fields": {"name": "Sales Team", "permissions": []}},
             {"model": "auth.user", "pk": 1, "fields": {"username": "ada", "first_name": "Ada", "last_name": "Lovelace",
              "email": "ada@x.example", "password": "bcrypt$\(bcrypt)", "is_active": true, "is_superuser": true,
              "groups": [7, 8]}},
             {"model": "auth.user", "pk": 2, "fields": {"username": "bob", "first_name": "", "last_name": "",
              "email": "bob@x.example", "password": "!Xk3", "is_active": false, "is_superuser": false, "groups": []}}]
            """,
            """
            left out, as they cannot be names of groups: “Sales Team”
            superusers, who do not become administrators (see users make-administrator): “ada”

            """, "ada\tAda Lovelace\tada@x.example\tgroups: editors\nbob\tbob\tbob@x.example\tdisabled\n"
        ),
        (
            "devise",
            """
            id,email,encrypted_password,name,confirmed_at,locked_at
            1,ada@x.example,\(bcrypt),Ada Lovelace,2026-01-01 10:00:00,
            2,bob@x.example,\(bcrypt),,NULL,2026-02-02 10:00:00
            3,eve@x.example,,NULL,,
            """, "left out, as the email address was never confirmed: the password of “bob@x.example”\n",
            "ada@x.example\tAda Lovelace\tada@x.example\t\nbob@x.example\tbob@x.example\tbob@x.example\tdisabled\n"
                + "eve@x.example\teve@x.example\teve@x.example\t\n"
        ),
        (
            "laravel",
            """
            \u{FEFF}[{"id": 1, "name": "NULL", "email": "ada@x.example", "email_verified_at": null,
              "password": "\(bcrypt)"},
             {"id": 2, "name": "null", "email": "bob@x.example", "email_verified_at": "2026-01-01",
              "password": "\(bcrypt)"}]
            """, "left out, as the email address was never confirmed: the password of “ada@x.example”\n",
            "ada@x.example\tNULL\tada@x.example\t\nbob@x.example\tnull\tbob@x.example\t\n"
        ),
        (
            "authelia",
            """
            users:
              ada:
                disabled: false
                displayname: 'Ada Lovelace'
                password: '\(bcrypt)'
                email: ada@x.example
                groups: [admins, 'a b']
              bob: { disabled: true, displayname: Bob, password: '\(bcrypt)', email: ~, groups: null }
              eve:
                displayname:
                password: null
                email: eve@x.example
                groups: ~
              zoe: { displayname: '~', password: ~, email: zoe@x.example }
            """, "left out, as they cannot be names of groups: “a b”\n",
            "ada\tAda Lovelace\tada@x.example\tgroups: admins\nbob\tBob\t\tdisabled\n"
                + "eve\teve\teve@x.example\t\nzoe\t~\tzoe@x.example\t\n"
        ),
        (
            "keycloak",
            #"""
            {"realm": "x", "users": [
             {"username": "ada", "firstName": "Ada", "lastName": "Lovelace", "email": "ada@x.example", "enabled": true,
              "emailVerified": true, "groups": ["/staff/editors", "/a/Editors"], "requiredActions": ["UPDATE_PASSWORD"],
              "realmRoles": ["default-roles-x", "offline_access", "editors"], "clientRoles": {"app": ["admin"]},
              "credentials": [{"type": "otp"}, {"type": "password",
               "credentialData": "{\"hashIterations\":1000,\"algorithm\":\"pbkdf2-sha512\",\"additionalParameters\":{}}",
               "secretData": "{\"value\":\"aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI=\",\"salt\":\"c2FsdHNhbHQ=\"}"}]},
             {"username": "bob", "email": "bob@x.example", "emailVerified": false, "credentials": [{"type": "password",
               "credentialData": "{\"hashIterations\":1000,\"algorithm\":\"pbkdf2-sha512\",\"additionalParameters\":{}}",
               "secretData": "{\"value\":\"aAiUmTzHe+W9kd31JG/q9vn/fkiJBqG/1VC0Rw9cKYI=\",\"salt\":\"c2FsdHNhbHQ=\"}"}]},
             {"username": "service-account-x", "serviceAccountClientId": "x", "enabled": true}]}
            """#,
            """
            left out: 1 account of a service
            left out: 1 second factor or passkey of a person
            left out, roles of clients: “app admin”
            must change the password at the next login there, but not here: “ada”
            become one group editors: “/a/Editors”, “/staff/editors”, “role editors”
            left out, as the email address was never confirmed: the password of “bob”

            """, "ada\tAda Lovelace\tada@x.example\tgroups: editors\nbob\tbob\tbob@x.example\t\n"
        ),
    ]

    @Test("brings the people of other systems, and says first who they are", arguments: exports)
    func systems(system: String, file: String, errors: String, list: String) async throws {
        try await ProcessFolder.with { folder in
            // A trial creates no database.
            let none = try folder.file("none.csv", "username,name,email\n")
            try await folder.command("users", "import", none).prints("added 0 accounts\n")
            let file = try folder.file("export", file)
            let trial = try await folder.command("users", "import", "--from", system, file, "--dry-run")
            #expect(trial.code == 0 && trial.errors == errors, "\(trial.errors)")
            let added = try await folder.command("users", "import", "--from", system, file)
            #expect(added.errors == errors)
            #expect(added.output == trial.output.replacing("would add", with: "added"), "\(added.output)")
            try await folder.command("users", "list").prints(list)
            let again = try await folder.command("users", "import", "--from", system, file)
            let place = ["django", "laravel", "keycloak"].contains(system) ? "entry" : "line"
            #expect(again.code == 1 && again.errors.hasPrefix("\(place) "), "\(again.errors)")
            #expect(again.errors.contains("(ada"))
        }
    }

    @Test("of another system refuses the rows that cannot be read, and goes on")
    func badRows() async throws {
        try await ProcessFolder.with { folder in
            let none = try folder.file("none.csv", "username,name,email\n")
            try await folder.command("users", "import", none).prints("added 0 accounts\n")
            let file = try folder.file(
                "export",
                "email,encrypted_password\na@x.example\nb\"@x.example,\nc@x.example,\nd@x.example,\(Self.bcrypt)\n")
            let trial = try await folder.command("users", "import", "--from", "devise", file, "--partial", "--dry-run")
            #expect(trial.code == 1 && trial.output == "would add 2 accounts, 1 with a password\n")
            #expect(
                trial.errors == """
                    line 2: the row has 1 columns in place of 2
                    line 3: a quotation mark within a field that does not begin with one
                    portico: refused 2 of 4 rows

                    """)
            let whole = try await folder.command("users", "import", "--from", "devise", file)
            #expect(whole.code == 1 && whole.output == "" && whole.errors.contains("so nothing is added"))
            _ = try await folder.command("users", "import", "--from", "devise", file, "--partial")
            try await folder.command("users", "list").prints(
                "c@x.example\tc@x.example\tc@x.example\t\nd@x.example\td@x.example\td@x.example\t\n")
        }
    }

    @Test("counts in a trial what the import adds, also for names that look alike")
    func sameCount() async throws {
        try await ProcessFolder.with { folder in
            let file = try folder.file(
                "people.csv",
                "username,name,email\nmodel1,One,a@x.example\nmodell,Two,b@x.example\nrnode11,Three,c@x.example\n")
            let none = try folder.file("none.csv", "username,name,email\n")
            try await folder.command("users", "import", none).prints("added 0 accounts\n")
            try await folder.command("users", "import", file, "--dry-run").prints("would add 3 accounts\n")
            try await folder.command("users", "import", file).prints("added 3 accounts\n")
        }
    }

    @Test("refuses a file that another system did not write, in one line")
    func otherFiles() async throws {
        try await ProcessFolder.with { folder in
            for (system, text, line) in [
                ("keycloak", "{\"realm\": \"x\"}", "there are no users in this file"),
                ("keycloak", "{\"users\": [{\"email\": 7}]}", "the file has another form: see users, entry 1, email"),
                ("keycloak", "x", "the file has another form: it is not the expected JSON"),
                ("authelia", "groups: {}", "there are no users in this file"),
                ("authelia", "users:\n  - ada", "there are no users in this file"),
                ("devise", "email,password\na@x.example,x", "there is no column encrypted_password"),
                ("laravel", "", "the file is empty: its first line must name the columns"),
                ("django", "[{\"model\": \"x\"}]", "there is no column password"),
            ] {
                let file = try folder.file("export", text)
                try await folder.command("users", "import", "--from", system, file).fails(line)
            }
        }
    }

    @Test("shows its progress on a terminal, within its width, and removes it afterwards", arguments: [12, 40, 200])
    func bar(columns: UInt16) async throws {
        try await ProcessFolder.with { folder in
            let file = try folder.file("people.csv", rows(300))
            let (code, shown) = try await folder.runOnTerminal(
                "users", "import", file, "--data", folder.data, columns: columns)
            #expect(code == 0)
            let frames = shown.split(separator: "\u{1B}[K").map { $0.drop { $0 == "\r" } }
            #expect(frames.last == "added 300 accounts\n")
            #expect(frames.dropLast().allSatisfy { $0.count < columns && !$0.contains("\n") }, "\(frames)")
            #expect(frames.first?.hasPrefix("checking ro") == true)
            #expect(columns < 40 || frames.contains { $0.hasPrefix("adding accounts [#") && $0.hasSuffix("] 100 %") })
        }
    }
}
