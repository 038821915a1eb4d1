import Testing

@testable import PorticoWeb

@Suite("Script and style are sent without what only their authors read")
struct ShortenedTests {
    private func shortened(_ text: String, type: String = "text/javascript; charset=utf-8") -> String {
        String(decoding: Asset.shortened(Array(text.utf8), type: type), as: UTF8.self)
    }

    @Test("comments, indentation and empty lines go")
    func shortens() {
        let script = """
            // A line.
            /**
             * A block.
             * @param {string} a
             */
            export function f(a) { // stays: it is behind code
              /* one line */
              return `${a} "//" /* ${a} */`;  \t
            }
            """
        #expect(
            shortened(script)
                == "export function f(a) { // stays: it is behind code\nreturn `${a} \"//\" /* ${a} */`;\n}")
        #expect(shortened("a {\n  /* b */\n  c: d;\n}\n", type: "text/css; charset=utf-8") == "a {\nc: d;\n}")
    }

    @Test(
        "spaces beside punctuation go",
        arguments: [
            ("const a = (b, { c }) => !b ? c : [ 1, \"a , b\" ];", "const a=(b,{c})=>!b?c:[1,\"a , b\"];"),
            ("if (a && b) return a + +b - -c;", "if(a&&b)return a + +b - -c;"),
            ("const a = b / c / d; e = f;", "const a = b / c / d; e = f;"),
            ("a = 'b = c';", "a = 'b = c';"),
            ("a = `b = ${c}`;", "a = `b = ${c}`;"),
            ("a = \"b\\\" = c\";", "a = \"b\\\" = c\";"),
        ])
    func tightens(script: String, expected: String) {
        #expect(shortened(script) == expected)
    }

    @Test(
        "what may begin in the middle of something is left as it is",
        arguments: [
            "const a = `\n  // text\n`;", "const a = 'b\\\n  // c';", "f(); /* opens\n  // here */\n",
            "/* a */ f();\n  g();",
            "/*\n  a\n*/ f();\n  g();", "const a = `${`\n  b`}`;\n", "const a = /`/;\n  f();",
        ])
    func leaves(script: String) {
        #expect(shortened(script) == script)
    }

    @Test("licences and directives stay, and so does what is neither script nor style")
    func keeps() {
        #expect(
            shortened("/*! MIT */\n  f();\n//# sourceMappingURL=a.map")
                == "/*! MIT */\nf();\n//# sourceMappingURL=a.map")
        #expect(shortened("  // text\n", type: "text/plain; charset=utf-8") == "  // text\n")
        #expect(shortened("//cdn { }\n  a { }", type: "text/css; charset=utf-8") == "//cdn { }\na { }")
        #expect(Asset.shortened([0x20, 0xff], type: "text/javascript") == [0x20, 0xff])
    }
}
