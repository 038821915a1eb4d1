import Foundation
import PorticoConfig
import PorticoTestSupport
import Testing

@Suite("A directory of workplaces")
struct WorkplaceDirectoryTests {
    @Test("has every workplace after the one that it is part of")
    func order() throws {
        var seen: Set<String> = []
        for workplace in try WorkplaceDirectory.sample.workplaces {
            #expect(workplace.parent.map(seen.contains) ?? true)
            #expect((workplace.parent == nil) == (workplace.kind == .factory))
            seen.insert(workplace.code)
        }
        #expect(seen.count == 10)
    }

    @Test("may be empty, omit lists and contain additional values")
    func lenient() throws {
        #expect(try WorkplaceDirectory.verified(#"{"factories": []}"#).workplaces.isEmpty)
        let text = #"{"version": 3, "factories": [{"code": "F", "name": "n", "city": "X", "workshops": null}]}"#
        #expect(try WorkplaceDirectory.verified(text).workplaces.map(\.code) == ["F"])
        let longest = String(repeating: "é", count: 64)
        let name = String(repeating: "n", count: 100)
        let limits = #"{"factories": [{"code": "\#(longest)", "name": "\#(name)"}]}"#
        #expect(try WorkplaceDirectory.verified(limits).workplaces.map(\.code) == [longest])
    }

    @Test("has names without marks that change the direction of later text")
    func turned() throws {
        let text = #"{"factories": [{"code": "F", "name": "\u202Ea\u2066b"}]}"#
        #expect(try WorkplaceDirectory.verified(text).workplaces.map(\.name) == ["ab"])
    }

    @Test("is sorted in the order that people expect")
    func sorted() throws {
        let names = ["Line 10", "Ähre", "line 2", "Zeche", "École", "Line 1", "ecke", "2", "10"]
        let factories = names.enumerated().map { #"{"code": "\#($0)", "name": "\#($1)"}"# }
        let directory = try WorkplaceDirectory.verified("{\"factories\": [\(factories.joined(separator: ","))]}")
        #expect(
            directory.sortedByName.map(\.name)
                == ["2", "10", "Ähre", "ecke", "École", "Line 1", "line 2", "Line 10", "Zeche"])
    }

    private static func factory(_ rest: String) -> String { "{\"factories\": [{\(rest)}]}" }

    @Test(
        "is refused completely, with the place of the mistake",
        arguments: [
            ("", .notJSON(line: nil)), ("{\"factories\": [\n{\"code\": \"F\",\n\"name\" \"n\"}]}", .notJSON(line: 3)),
            ("[]", .unreadable("the whole")), ("{}", .unreadable("factories")),
            (#"{"factories": {}}"#, .unreadable("factories")),
            (factory(#""name": "n""#), .unreadable("factories[0].code")),
            (factory(#""code": 1, "name": "n""#), .unreadable("factories[0].code")),
            (factory(#""code": "F", "name": null"#), .unreadable("factories[0].name")),
            (
                factory(#""code": "F", "name": "n", "workshops": [{"code": "W", "name": "n"}, {"code": "V"}]"#),
                .unreadable("factories[0].workshops[1].name")
            ),
            (factory(#""code": "F F", "name": "n""#), .invalidCode(.factory, field: "factories[0].code")),
            (factory(#""code": "", "name": "n""#), .invalidCode(.factory, field: "factories[0].code")),
            (
                factory(#""code": "F", "name": "n", "storehouses": [{"code": "a\u0000", "name": "n"}]"#),
                .invalidCode(.storehouse, field: "factories[0].storehouses[0].code")
            ),
            (factory(#""code": "\u200B", "name": "n""#), .invalidCode(.factory, field: "factories[0].code")),
            (factory(#""code": "a\u202Eb", "name": "n""#), .invalidCode(.factory, field: "factories[0].code")),
            (factory(#""code": "F", "name": " ""#), .invalidName(.factory, code: "F")),
            (factory(#""code": "F", "name": "\u2060\u2800""#), .invalidName(.factory, code: "F")),
            (
                factory(#""code": "F", "name": "n\#(String(repeating: "\u{200D}", count: 400))""#),
                .invalidName(.factory, code: "F")
            ),
            (factory(#""code": "F", "name": "a\nb""#), .invalidName(.factory, code: "F")),
            (
                factory(#""code": "F", "name": "\#(String(repeating: "n", count: 101))""#),
                .invalidName(.factory, code: "F")
            ),
            (
                factory(
                    #""code": "F", "name": "n", "storehouses": [{"code": "S", "name": "n"}, {"code": "S", "name": "m"}]"#
                ), .repeatedCode(.storehouse, "S")
            ),
            (
                #"{"factories": [{"code": "F", "name": "n"}, {"code": "F", "name": "m"}]}"#,
                .repeatedCode(.factory, "F")
            ),
        ] as [(String, WorkplaceProblem)])
    func problems(text: String, problem: WorkplaceProblem) {
        #expect(throws: problem) { try WorkplaceDirectory.verified(text) }
    }

    @Test("is refused if it is not UTF-8")
    func encoding() {
        #expect(throws: WorkplaceProblem.self) {
            try WorkplaceDirectory(verifying: Data([0x7B, 0xFF, 0xFE, 0x7D]))
        }
    }
}
