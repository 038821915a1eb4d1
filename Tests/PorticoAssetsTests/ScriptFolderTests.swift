import Foundation
import Testing

@testable import PorticoAssets

@Suite("Folders of modules are served as one module each")
struct ScriptFolderTests {
    @Test("imports within the folder fall away, those of other files are gathered")
    func joins() {
        let served = ScriptFolder.served([
            "js/main/b.js":
                "import { A } from \"./a.js\";\nimport { D } from \"../portico/d.js\";\nexport class B extends D {}",
            "js/main/a.js":
                "import { C, D } from \"../portico/c.js\";\nimport { F } from \"../other.js\";\nexport class A {}",
            "js/portico/c.js": "export class C {}",
            "js/other.js": "import { C } from \"./portico/c.js\";\nimport { G } from \"./more.js\";\nexport class F {}",
        ])
        #expect(
            served == [
                "js/main.js": """
                import { F } from "./other.js";
                import { C, D } from "./portico.js";
                class A {}
                class B extends D {}

                """,
                "js/portico.js": "export class C {}\n",
                "js/other.js": """
                import { C } from "./portico.js";
                import { G } from "./more.js";
                export class F {}
                """,
            ])
    }

    @Test("what nobody else names is not exported, unless it is the folder's own file that exports it")
    func exportsWhatIsNamed() {
        let served = ScriptFolder.served([
            "js/main/a.js":
                "export class A {}\nexport const b = 1;\nexport async function c() {}\nexport const cc = 2;",
            "js/portico/portico.js":
                "load(\"main\", \"A\").then(({ c }) => c());\nload(\"portico\", \"D\");\nexport const face = 1;",
            "js/portico/d.js": "export class D {}\nexport class E {}",
        ])
        #expect(
            served["js/main.js"]
                == "export class A {}\nconst b = 1;\nexport async function c() {}\nconst cc = 2;\n")
        #expect(served["js/portico.js"]?.contains("export class D {}\nclass E {}\n") == true)
        #expect(served["js/portico.js"]?.contains("export const face = 1;\n") == true)
    }

    @Test("other folders, and what is no script, are served as they are")
    func leaves() {
        #expect(ScriptFolder.includes("js/a.js"))
        #expect(ScriptFolder.includes("js/main/a.js"))
        #expect(!ScriptFolder.includes("js/orders/a.js"))
        #expect(!ScriptFolder.includes("js/a.json"))
        #expect(!ScriptFolder.includes("a.js"))
    }

    /// A folder as it is served, not shortened yet.
    private func joined(_ folder: String) throws -> String {
        let texts = try texts("main").merging(texts("portico")) { text, _ in text }
        return try #require(ScriptFolder.served(texts)["js/\(folder).js"])
    }

    private func texts(_ folder: String) throws -> [String: String] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Public/js/\(folder)")
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .reduce(into: [:]) { texts, url in
                texts["js/\(folder)/\(url.lastPathComponent)"] = try String(contentsOf: url, encoding: .utf8)
            }
    }

    @Test("no two files of a folder declare a name", arguments: ["main", "portico"])
    func names(folder: String) throws {
        let texts = try texts(folder).values
        let names = texts.flatMap { text in
            text.matches(of: /(?m)^(?:export )?(?:async )?(?:class|const|let|function) (\w+)/).map {
                String($0.output.1)
            }
        }
        #expect(texts.count > 1 && names.count > texts.count)
        #expect(Set(names).count == names.count, "\(names.sorted())")
    }

    @Test("shortened, a folder exports and imports the same names", arguments: ["main", "portico"])
    func exports(folder: String) throws {
        let joined = try joined(folder)
        let short = String(decoding: ShortScript.shortened(Array(joined.utf8)), as: UTF8.self)
        let exported = try [joined, short].map { text in
            try text.matches(of: Regex(#"export (?:async )?(?:class|const|let|function) (\w+)"#, as: Pair.self))
                .map(\.output.1)
        }
        let imported = try [joined, short].map { text in
            try text.matches(of: Regex(#"import ?\{([^}]+)\} ?from"#, as: Pair.self)).map {
                $0.output.1.replacing(" ", with: "")
            }
        }
        #expect(exported[0].count > 5 && exported[0] == exported[1])
        #expect(imported[0] == imported[1])
        #expect(short.utf8.count < joined.utf8.count * 2 / 3)
    }

    private typealias Pair = (Substring, Substring)

    @Test("shortened, a folder has no name left that another was given for", arguments: ["main", "portico"])
    func globals(folder: String) throws {
        let joined = try joined(folder)
        let script = try ScriptReader.read(Array(joined.utf8))
        let names = Set(OwnNames(script, places: ScriptPlaces(script)).variables.map(\.name).filter { $0.count > 2 })
        let short = try ScriptReader.read(ShortScript.shortened(Array(joined.utf8)))
        let places = ScriptPlaces(short).places
        let left = short.tokens.indices.filter { places[$0] == .variable || places[$0] == .shorthand }.map(short.text)
        #expect(names.count > 20 && names.isDisjoint(with: left))
        #expect(
            names.isDisjoint(with: ["document", "window", "history", "location", "setTimeout", "addEventListener"]))
    }
}
