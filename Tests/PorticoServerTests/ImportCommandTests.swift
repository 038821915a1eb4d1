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
