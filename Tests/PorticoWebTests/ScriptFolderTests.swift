import Foundation
import Testing

@testable import PorticoWeb

@Suite("Folders of modules are served as one module each")
struct ScriptFolderTests {
    @Test("imports within the folder fall away, those of other files are gathered")
    func joins() {
        let joined = ScriptFolder.joined([
            "js/main/b.js":
                "import { A } from \"./a.js\";\nimport { D } from \"../portico/d.js\";\nexport class B extends D {}",
            "js/main/a.js":
                "import { C, D } from \"../portico/c.js\";\nimport { F } from \"../other.js\";\nexport class A {}",
            "js/portico/c.js": "export class C {}",
            "js/other.js": "import { C } from \"./portico/c.js\";\nimport { G } from \"./more.js\";\nexport class F {}",
        ])
        #expect(
            joined == [
                "js/main.js": """
                import { F } from "./other.js";
                import { C, D } from "./portico.js";
                export class A {}
                export class B extends D {}

                """,
                "js/portico.js": "export class C {}\n",
                "js/other.js": """
                import { G } from "./more.js";
                import { C } from "./portico.js";
                export class F {}

                """,
            ])
    }

    @Test("other folders, and what is no script, are served as they are")
    func leaves() {
        #expect(ScriptFolder.includes("js/a.js"))
        #expect(ScriptFolder.includes("js/main/a.js"))
        #expect(!ScriptFolder.includes("js/orders/a.js"))
        #expect(!ScriptFolder.includes("js/a.json"))
        #expect(!ScriptFolder.includes("a.js"))
    }

    @Test("no two files of a folder declare a name", arguments: ["main", "portico"])
    func names(folder: String) throws {
        let url = URL(filePath: publicFolder).appending(path: "js/\(folder)")
        let texts = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }
        let names = texts.flatMap { text in
            text.matches(of: /(?m)^(?:export )?(?:async )?(?:class|const|let|function) (\w+)/).map {
                String($0.output.1)
            }
        }
        #expect(texts.count > 1 && names.count > texts.count)
        #expect(Set(names).count == names.count, "\(names.sorted())")
    }
}
