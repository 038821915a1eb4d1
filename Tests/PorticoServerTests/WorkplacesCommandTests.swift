import Foundation
import PorticoTestSupport
import Testing

@Suite("portico workplaces")
struct WorkplacesCommandTests {
    private static let sample = """
        {"factories": [{"code": "N", "name": "North", "storehouses": [{"code": "S1", "name": "Raw"}],
        "workshops": [{"code": "W1", "name": "Hall 10"}, {"code": "W2", "name": "Hall 2", "productionLines":
        [{"code": "L1", "name": "Press"}]}]}]}
        """

    @Test("imports a directory that replaces the one before, and lists it")
    func good() async throws {
        try await ProcessFolder.with { folder in
            let file = try folder.file("good.json", Self.sample)
            try await folder.command("workplaces", "import", file)
                .prints("imported 1 factory, 2 workshops, 1 production line, 1 storehouse\n")
            try await folder.command("workplaces", "list").prints(
                "factory\tN\tNorth\t\nworkshop\tW2\tHall 2\tN\nworkshop\tW1\tHall 10\tN\n"
                    + "productionLine\tL1\tPress\tW2\nstorehouse\tS1\tRaw\tN\n")
            let log = try await folder.command("events", "tail", "--kind", "settingChanged").output
            #expect(log.hasSuffix("\tworkplaces\n") && log.split(separator: "\n").count == 1)
            let small = try folder.file("small.json", #"{"factories": [{"code": "S", "name": "South"}]}"#)
            let json = try await folder.command("workplaces", "import", small, "--server", "local", "--json")
            #expect(
                try json.json()
                    == #"{"factories":1,"productionLines":0,"server":"local","storehouses":0,"workshops":0}"#)
            let list = try await folder.command("workplaces", "list", "--json")
            #expect(list.output.contains(#""code" : "S""#) && !list.output.contains("parent"))
            try await folder.command("workplaces", "list").prints("factory\tS\tSouth\t\n")
        }
    }

    @Test("refuses a file completely, and names the place of the mistake")
    func bad() async throws {
        try await ProcessFolder.with { folder in
            let good = try folder.file("good.json", Self.sample)
            _ = try await folder.command("workplaces", "import", good)
            let two = #"{"code": "W", "name": "n"}, {"code": "W", "name": "m"}"#
            for (text, line) in [
                ("", "this is not JSON in UTF-8"),
                ("{\"factories\":\n[{\"code\" 1}]}", "line 2: this is not JSON in UTF-8"),
                ("{}", "factories: this is missing or of another type"),
                (#"{"factories": [{"code": "N"}]}"#, "factories[0].name: this is missing or of another type"),
                (
                    #"{"factories": [{"code": "N", "name": "n", "workshops": [{"code": "a b", "name": "n"}]}]}"#,
                    "factories[0].workshops[0].code: a code has 1 to 64 characters, no spaces among them"
                ),
                (
                    #"{"factories": [{"code": "N", "name": ""}]}"#,
                    "the factory “N”: a name has 1 to 100 characters on one line"
                ),
                (
                    #"{"factories": [{"code": "N", "name": "n", "workshops": [\#(two)]}]}"#,
                    "the workshop “W”: there is another of this code"
                ),
            ] {
                try await folder.command("workplaces", "import", folder.file("bad.json", text)).fails(line)
            }
            let bad = try folder.file("bad.json", "{}")
            let json = try await folder.command("workplaces", "import", bad, "--json")
            #expect(json.code == 1)
            #expect(json.errors == "portico: factories: this is missing or of another type\n")
            #expect(json.output.contains(#""problem" : "factories: this is missing or of another type""#))
            try await folder.command("workplaces", "import", "nowhere.json").fails("nowhere.json cannot be read")
            let list = try await folder.command("workplaces", "list").output.split(separator: "\n")
            #expect(list.count == 5, "the earlier import is still there")
        }
    }

    @Test("imports for its own server only, and creates no database to read from")
    func servers() async throws {
        try await ProcessFolder.with { folder in
            let file = try folder.file("good.json", Self.sample)
            for command in ["import \(file)", "list"] {
                let words = ["workplaces"] + command.split(separator: " ").map(String.init)
                try await folder.command(words + ["--server", "works"])
                    .fails("there is no server “works” in servers.list")
            }
            try await folder.command("workplaces", "list").fails("there is no database in \(folder.data)")
            let options = try folder.file(
                "options.json",
                #"{"servers": {"list": ["local", "works"], "works": {"url": "https://works.example.org"}}}"#)
            try await folder.command("workplaces", "import", file, "--server", "works", "--config", options)
                .fails("works is a gateway: its workplaces are fetched from there")
        }
    }

    @Test("imports 10 000 entries in a few seconds")
    func many() async throws {
        try await ProcessFolder.with { folder in
            let lines = (0..<9_998).map { #"{"code": "L\#($0)", "name": "Line \#($0)"}"# }.joined(separator: ",")
            let file = try folder.file(
                "many.json",
                """
                {"factories": [{"code": "F", "name": "Works", "workshops": [{"code": "W", "name": "Hall",
                "productionLines": [\(lines)]}]}]}
                """)
            try await folder.command("workplaces", "import", file, within: .seconds(300))
                .prints("imported 1 factory, 1 workshop, 9998 production lines, 0 storehouses\n")
            let list = try await folder.command("workplaces", "list").output.split(separator: "\n")
            #expect(list.count == 10_000)
            #expect(list.last == "productionLine\tL9997\tLine 9997\tW")
        }
    }
}
