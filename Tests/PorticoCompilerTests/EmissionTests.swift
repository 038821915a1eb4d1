import Testing

@Suite("Generated Swift")
struct EmissionTests {
    @Test("A template becomes the render function of its struct")
    func wholeFile() throws {
        let expected = #"""
            // Made from a template by the template compiler. Edit the template instead.
            import PorticoHTML

            #sourceLocation(file: "Page.html", line: 1)
            extension Page: HTMLRenderable {
            #sourceLocation()
            /// Writes the template of this struct.
            public func render(into html: inout HTMLWriter) {
            html.markup("<h1 id=\"a\">")
            #sourceLocation(file: "Page.html", line: 1)
                 html.text(title)
            #sourceLocation()
            html.markup("</h1>")
            }
            }

            """#
        #expect(try compile("<h1 id=\"a\">{{  title }}</h1>\n") == expected)
    }

    @Test("An expression keeps its line and column in the template")
    func position() throws {
        let swift = try compile("<p>\n{{ a }}</p>")
        #expect(swift.contains("html.text({ () in\n#sourceLocation(file: \"Page.html\", line: 2)\n   a\n}())\n"))
    }

    @Test("An expression and a statement may have several lines")
    func severalLines() throws {
        let swift = try statements(of: "{% if a,\n    b %}\n<p>{{ Row(\n    number: 1) }}</p>\n{% end %}")
        #expect(swift.contains("if a,") && swift.contains("b {") && swift.contains("Row("))
    }

    @Test("A statement keeps its line and column in the template")
    func statementPosition() throws {
        let swift = try compile("a\n  {% if b %}c{% else if d %}e{% else %}f{% end %}")
        let parts = [
            "#sourceLocation(file: \"Page.html\", line: 2)\n     if b {\n#sourceLocation()\n",
            "#sourceLocation(file: \"Page.html\", line: 2)\n\(String(repeating: " ", count: 14))} else if d {\n",
        ]
        for part in parts { #expect(swift.contains(part)) }
    }

    @Test("Between switch and the first case there are only blanks, and an empty case breaks")
    func switches() throws {
        let swift = try compile("{% switch a %}\n  {# c #}\n  {% case .b(let n) %}\n{% case _ %}{{ n }}\n{% end %}")
        #expect(swift.contains("   switch a { \n         \n     case .b(let n):\n#sourceLocation()\nbreak\n"))
        #expect(swift.contains("\n   case _:\n"))
    }

    @Test("Neighbouring literals become one, with correct escapes")
    func literals() throws {
        #expect(try statements(of: "a{# b #}\\\"\r\tÄ🎉\u{1}") == [#"html.markup("a\\\"\r\tÄ🎉\u{1}")"#])
    }

    @Test(
        "The ends of values and statements are found in all of Swift",
        arguments: [
            (#"{{ "}}" + x }}"#, #""}}" + x"#), (##"{{ #"\"}}"# }}"##, ##"#"\"}}"#"##),
            (#"{{ "\(f("}}"))" }}"#, #""\(f("}}"))""#),
            ("{{ a.map { { $0 } }}}", "a.map { { $0 } }"), (#"{{ "\\" }}"#, #""\\""#), (#"{{ "\"}}" }}"#, #""\"}}""#),
            ("{{ \"\"\"\n}}\"\n\"\"\" }}", "\"\"\"\n}}\"\n\"\"\""), (#"{{ a["}"] }}"#, #"a["}"]"#),
        ])
    func ends(template: String, code: String) throws {
        let swift = try compile("some text before " + template)
        #expect(swift.contains("html.text(\(code))"))
    }

    @Test("A line comment does not hide the end of the call")
    func lineComment() throws {
        #expect(try compile("some text before {{ a // b }}").contains("html.text(a // b\n)\n"))
        #expect(try compile("{% if a // b %}{% end %}").contains("if a // b\n {\n"))
    }

    @Test(
        "A line with only statements or comments leaves nothing in the output",
        arguments: [
            ("a\n  {% if b %}\n  c\n  {% end %}\nd\n", ["a\n", "  c\n", "d"]), ("{# a #}\nb\n", ["b"]),
            ("a {# b #}\nc", ["a \nc"]),
            ("{# a\n b #}\n  \nc", ["  \nc"]), ("a\r\n{% if b %}\r\nc{% end %}", ["a\r\n", "c"]),
        ])
    func lines(template: String, literals: [String]) throws {
        let expected = literals.map {
            "html.markup(\"\($0.replacing("\r\n", with: #"\r\n"#).replacing("\n", with: #"\n"#))\")"
        }
        #expect(try statements(of: template).filter { $0.hasPrefix("html.markup") } == expected)
    }

    @Test("The line feed that a browser drops is doubled before a value")
    func firstLineFeed() throws {
        #expect(try statements(of: "<textarea>{{ a }}</textarea>").first == #"html.markup("<textarea>\n")"#)
        for template in [
            "<pre>{{ a }}{{ b }}</pre>", "<pre>{% if a %}> {% end %}{{ b }}</pre>",
            "<pre>{% for a in b %}{{ a }}{% end %}</pre>",
        ] {
            let statements = try statements(of: template)
            #expect(statements.first == #"html.markup("<pre>\n")"#)
            #expect(statements.dropFirst().allSatisfy { !$0.contains(#"\n"#) }, "\(statements)")
        }
    }

    @Test("A template with only a line feed is empty, like one without bytes", arguments: ["", "\n", "\r\n"])
    func empty(template: String) throws {
        #expect(try statements(of: template).isEmpty)
    }

    @Test("A comment ends where browsers end it")
    func comments() throws {
        for template in [
            "<!--><p>{{ a }}</p>", "<!---><p>{{ a }}</p>", "<!--x--!><p>{{ a }}</p>", "<!----!><p>{{ a }}</p>",
        ] {
            #expect(problems(in: template).isEmpty, "\(template)")
        }
        for template in ["<!--!><p>{{ a }}</p>-->", "<!---!><p>{{ a }}</p>-->"] {
            #expect(!problems(in: template).isEmpty, "\(template)")
        }
    }

    @Test(
        "The string catalogue is available if a template uses it",
        arguments: [
            ("{{ t.a }}", true), ("{{ f(t.a) }}", true), ("{% if t.a.isEmpty %}{% end %}", true),
            ("{{ \"\\(t.a)\" }}", true),
            ("{{ a.t.b }}", false), ("{{ f(t: a) }}", false), ("{{ $t }}", false), ("{{ ät.b }}", false),
            ("{{ at.b }}", false), ("{{ \"t\" }}", false), ("t.a", false),
        ])
    func strings(template: String, isThere: Bool) throws {
        #expect(try compile(template, hasStrings: true).contains("let t = Strings(language: html.language)") == isThere)
        #expect(problems(in: template).isEmpty == !isThere)
    }
}
