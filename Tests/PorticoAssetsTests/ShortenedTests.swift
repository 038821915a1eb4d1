import Foundation
import Testing

@testable import PorticoAssets

@Suite("Style and script are sent without what only their authors read")
struct ShortenedTests {
    private func shortened(_ style: String) -> String {
        String(decoding: ShortStyle.shortened(Array(style.utf8)), as: UTF8.self)
    }

    @Test("of style, comments, indentation, empty lines and most breaks go")
    func shortens() {
        let style = """
            /* A line. */
            /**
             * A block.
             */
            @layer a {
              b,
              c { d: "/* e */"; } /* stays: it is behind style */

              f: g;  \t
            }
            h
              i {}
            """
        #expect(
            shortened(style) == """
                @layer a {b,c { d: "/* e */"; } /* stays: it is behind style */
                f: g;}h
                i {}
                """)
    }

    @Test(
        "style that may begin in the middle of something is left as it is",
        arguments: [
            "a { b: 'c\\\n  d'; }", "a { } /* opens\n  here */\n", "/* a */ b { }\n  c { }", "/*\n  a\n*/ b { }",
        ])
    func leaves(style: String) {
        #expect(shortened(style) == style)
    }

    @Test("licences stay, and so does what is no text")
    func keeps() {
        #expect(shortened("/*! MIT */\n  a { }") == "/*! MIT */\na { }")
        #expect(ShortStyle.shortened([0x20, 0xff]) == [0x20, 0xff])
    }

    @Test("scripts that are not of this project, and other files, are served untouched")
    func others() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "public-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = "// A line.\nconst one = 1;\n\nexport { one };\n\n"
        let files = [
            "js/own.js", "js/orders/own.js", "js/boot.js", "js/main/own.js", "css/a.css", "a.txt", "own.js",
        ]
        for file in files {
            let url = folder.appending(path: file)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(script.utf8).write(to: url)
        }
        let served = try AssetLibrary.read(folder.path(percentEncoded: false)).mapValues {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        for file in ["js/own.js", "js/orders/own.js", "a.txt", "own.js"] { #expect(served[file] == script) }
        #expect(served["js/main.js"] == "let one=1;export{one};")
        #expect(served["js/boot.js"] == served["js/main.js"])
        #expect(served.count == files.count)
    }
}
