import Testing

@testable import PorticoBrand

private let head =
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='0 0 8 8'>"

private func clean(_ content: String) throws -> SVGDrawing {
    try SVGDrawing(cleaning: "\(head)\(content)<path d='M0 0h8v8z'/></svg>")
}

@Suite("H6 The mark as SVG")
struct SVGDrawingTests {
    @Test("a drawing keeps its shapes, colours, gradients and clips")
    func kept() throws {
        let drawing = try SVGDrawing(
            cleaning: """
                <?xml version="1.0" encoding="UTF-8"?>
                <!-- made by an editor -->
                <svg xmlns="http://www.w3.org/2000/svg" width="24px" height="12" fill="none" class="logo">
                <title>Ada &amp; Co</title>
                <defs><linearGradient id="a" x1="0"><stop offset="1" stop-color="#fff"/></linearGradient>
                <clipPath id="c"><rect width="9" height="9"/></clipPath></defs>
                <g transform="translate(1, -2) rotate(45)" clip-path="url(#c)"><path style="fill: url(#a); stroke:#000" d="M0 0L1,1z"/></g>
                </svg>
                """)
        #expect(drawing.viewBox == "0 0 24 12")
        #expect(drawing.removed.isEmpty)
        for part in [
            "<g fill=\"none\">", "<title>Ada &amp; Co</title>", "<stop offset=\"1\" stop-color=\"#fff\"></stop>",
            "clip-path=\"url(#c)\"", "transform=\"translate(1, -2) rotate(45)\"",
            "<path d=\"M0 0L1,1z\" fill=\"url(#a)\" stroke=\"#000\"></path>",
        ] {
            #expect(drawing.text.contains(part), "\(part)")
        }
    }

    @Test(
        "a title is text, whatever its characters",
        arguments: ["\u{600}", "\u{6DD}", "\u{70F}", "\u{110BD}", "\u{301}", "\u{200D}"])
    func marks(mark: String) throws {
        let drawing = try clean("<title>\(mark)&lt;\(mark)script&gt;\(mark)&amp;\(mark)&quot;\(mark)</title>")
        #expect(
            Array(drawing.text.utf8).firstRange(
                of: "<title>\(mark)&lt;\(mark)script&gt;\(mark)&amp;\(mark)&quot;\(mark)</title>".utf8) != nil)
        for declaration in ["<!DOCTYPE svg>", "<?xml-stylesheet href='https://evil.example'?>"] {
            #expect(throws: BrandMarkProblem.self) {
                try SVGDrawing(cleaning: "\(head)\(mark)\(declaration)\(mark)</svg>")
            }
        }
    }

    /// Content, and the beginning of the resulting drawing.
    private static let written = [
        ("<path fill=\"url('#a')\"/>", "<path fill=\"url(#a)\">"),
        ("<path fill='url( \"#a\" ) red'/>", "<path fill=\"url(#a) red\">"),
        ("<path id='a:b' fill='url(#c:ü)'/>", "<path fill=\"url(#c_3a_c3_bc)\" id=\"a_3ab\">"),
        ("<use xlink:href='#a:b'/>", "<use href=\"#a_3ab\">"),
        ("<path style='fill: red !important; fill: blue'/>", "<path fill=\"red\">"),
        ("<path fill='rgb(0 128 255 / 50%)'/>", "<path fill=\"rgb(0 128 255 / 50%)\">"),
        ("<path style='fill:hsla(120deg 1% 2% / .5)'/>", "<path fill=\"hsla(120deg 1% 2% / .5)\">"),
        ("<title><![CDATA[a < b]]></title>", "<title>a &lt; b</title>"), ("<![CDATA[<script>]]>", ""),
        (
            "<style type='text/css'><![CDATA[/* > */ .a, path.b{fill:red;}\n#c{fill:blue} path{stroke:#000}]]></style><path class='x a'/>",
            "<path fill=\"red\" stroke=\"#000\">"
        ),
        (
            "<path id='c' class='a' fill='green'/><style>#c{fill:blue}.a{fill:red}path{fill:black}</style>",
            "<path fill=\"blue\" id=\"c\">"
        ),
        ("<style>.a{fill:red}</style><path class='a' style='fill:blue'/>", "<path fill=\"blue\">"),
        ("<style>.a{fill:red!important}</style><path class='a' style='fill:blue'/>", "<path fill=\"red\">"),
        ("<g xmlns:i='urn:i' i:label='Layer'/>", "<g>"),
    ]

    @Test("a drawing looks as in the program that wrote it", arguments: written)
    func programs(content: String, drawn: String) throws {
        let drawing = try clean(content)
        #expect(drawing.content.hasPrefix("<g>\(drawn)"), "\(drawing.content)")
        #expect(drawing.removed.isEmpty, "\(drawing.removed)")
        #expect(try SVGDrawing(cleaning: drawing.text).removed.isEmpty)
    }

    @Test("a document type that only has a name is left out")
    func documentType() throws {
        let source =
            "<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"http://www.w3.org/svg11.dtd\">\n"
        #expect(try SVGDrawing(cleaning: "\(source)\(head)<path d='M0 0'/></svg>").removed.isEmpty)
    }

    @Test(
        "rules of style sheets for elements other than a class, an id or a name are reported as left out",
        arguments: [
            "@media print { path { fill: red } }", "g path { fill: red }", "path:hover { fill: red }",
            ".a > .b { fill: red }",
            "[id] { fill: red }", "path",
        ])
    func otherRules(sheet: String) throws {
        let drawing = try clean("<style>\(sheet.replacing(">", with: "&gt;"))</style><path class='b'/>")
        #expect(drawing.removed == ["style"])
        #expect(!drawing.text.contains("red"))
    }

    /// Drawings that could run a script, load a file or link elsewhere.
    static let hostile = [
        "<script>alert(1)</script>", "<script href='https://evil.example/a.js'/>",
        "<g onload='alert(1)'/>", "<path onclick='alert(1)' d='M0 0'/>", "<path ONCLICK='alert(1)' d='M0 0'/>",
        "<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></body></foreignObject>",
        "<html:script xmlns:html='http://www.w3.org/1999/xhtml'>alert(1)</html:script>",
        "<x:script xmlns:x='http://www.w3.org/2000/svg'>alert(1)</x:script>",
        "<a href='javascript:alert(1)'><path d='M0 0'/></a>", "<a xlink:href='https://evil.example'/>",
        "<image href='https://evil.example/pixel.png'/>", "<image xlink:href='data:image/svg+xml;base64,PHN2Zy8+'/>",
        "<use href='https://evil.example/a.svg#b'/>", "<use xlink:href='data:image/svg+xml,x#b'/>",
        "<use href='//evil.example/#a'/>", "<use href='#a&#10;https://evil.example'/>",
        "<style>@import url(https://evil.example/a.css); path { fill: red }</style>",
        "<path style='fill: url(https://evil.example/a)' d='M0 0'/>",
        "<path style='background-image: url(https://evil.example/a)' d='M0 0'/>",
        "<path fill='url(https://evil.example/a#b)' d='M0 0'/>", "<path fill='url(//evil.example)' d='M0 0'/>",
        "<path fill='url(evil.png)' d='M0 0'/>", "<path fill='URL( evil.png )' d='M0 0'/>",
        "<path fill='u\\72l(evil.png)' d='M0 0'/>", "<path fill='image-set(evil.png)' d='M0 0'/>",
        "<path fill='url(#a' d='M0 0'/>", "<path fill='url(\"https://evil.example/#a\")' d='M0 0'/>",
        "<path fill='rgb(//evil.example)' id='evil example'/>", "<path fill='red//evil.example' d='M0 0'/>",
        "<style>path { fill: url(https://evil.example/a) }</style>",
        "<style>path{mask:url('//evil.example/#a')}</style>", "<path fill='expression(alert)' d='M0 0'/>",
        "<path filter='url(#f)' d='M0 0'/>", "<filter id='f'><feImage href='https://evil.example/a'/></filter>",
        "<animate attributeName='href' values='javascript:alert(1)'/>", "<set attributeName='onload' to='alert(1)'/>",
        "<animateTransform attributeName='transform'/>", "<iframe src='https://evil.example'/>",
        "<video><source src='https://evil.example/a'/></video>", "<text>read me</text>", "<symbol id='s'/>",
        "<pattern id='p'/>", "<marker id='m'/>", "<view id='v'/>", "<handler>alert(1)</handler>",
        "<path id='\"&gt;&lt;script&gt;alert(1)&lt;/script&gt;' d='M0 0'/>",
        "<metadata><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/></metadata>",
        "<path xml:base='https://evil.example/' d='M0 0'/>", "<path src='https://evil.example' d='M0 0'/>",
    ]

    @Test("the mark has no parts that could run or load", arguments: hostile)
    func removed(content: String) throws {
        let drawing = try clean(content)
        #expect(!drawing.removed.isEmpty)
        let text = drawing.text.lowercased()
        let allowed = "xmlns=\"http://www.w3.org/2000/svg\""
        for part in [
            "script", "alert", "evil", "javascript", "data:", "http", "onload", "onclick", "style", "<image", "<a",
            "<text", "filter", "import", "xml:base", "src=", "foreign",
        ] {
            #expect(!text.replacing(allowed, with: "").contains(part), "\(part) in \(text)")
        }
        #expect(text.hasSuffix("<path d=\"m0 0h8v8z\"></path></g></svg>"))
    }

    /// Markup in a title is escaped.
    @Test("a title cannot become markup")
    func title() throws {
        let drawing = try clean("<title>&lt;script&gt;&quot;&lt;/script&gt;</title>")
        #expect(drawing.text.contains("<title>&lt;script&gt;&quot;&lt;/script&gt;</title>"))
    }

    static let malformed = [
        "<!DOCTYPE svg [<!ENTITY a 'b'>]>\(head)<title>&a;</title></svg>",
        "<!DOCTYPE svg [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>\(head)<title>&a;</title></svg>",
        "<!doctype svg>\(head)<path d='M0 0'/></svg>", "\(head)<title>&a;</title><path d='M0 0'/></svg>",
        "<!<!---->DOCTYPE svg>\(head)<path d='M0 0'/></svg>",
        "<?xml-stylesheet href='https://evil.example/a.css'?>\(head)<path d='M0 0'/></svg>",
        "<!DOCTYPE svg [<!ENTITY a 'b>c'>]>\(head)<title>&a;</title></svg>",
        "\(head)<!<![CDATA[DOCTYPE svg>]]><path d='M0 0'/></svg>", "\(head)<path d='M0 0'></svg>",
        "\(head)<path d='M0 0'/></svg><script/>", "\(head)<path d='M0 0' d='M1 1'/></svg>",
        "\(head)<path d=M0/></svg>", "\(head)<path d='M0 0'/>", "<?xml version='1.0'", "<",
    ]

    @Test("malformed drawings and drawings with entities are refused", arguments: malformed)
    func refused(source: String) {
        #expect(throws: BrandMarkProblem.malformed) { try SVGDrawing(cleaning: source) }
    }

    @Test(
        "only an svg element with a size is a drawing",
        arguments: [
            "<path d='M0 0'/>", "<svg viewBox='0 0 1 1'><path d='M0 0'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' width='100%' height='1'><path d='M0 0'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 0 1'><path d='M0 0'/></svg>",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 nan 1'><path d='M0 0'/></svg>",
            "<html xmlns='http://www.w3.org/1999/xhtml'><body/></html>",
        ])
    func notADrawing(source: String) {
        #expect(throws: BrandMarkProblem.notADrawing) { try SVGDrawing(cleaning: source) }
    }

    @Test("a drawing with no allowed parts is refused")
    func empty() {
        #expect(throws: BrandMarkProblem.empty) { try SVGDrawing(cleaning: "\(head)<text>Ada</text></svg>") }
    }

    @Test("a drawing cannot draw itself so often that a browser stops")
    func bounded() throws {
        let many = String(repeating: "<use href='#a'/>", count: 50)
        #expect(try clean(many).text.split(separator: "<use ").count == 21)
        let deep = String(repeating: "<g>", count: 200) + String(repeating: "</g>", count: 200)
        #expect(try clean(deep).text.split(separator: "<g>").count <= 64)
        let clips = "<clipPath id='a'><path clip-path='url(#a)' mask='url(#a)' d='M0 0'/></clipPath>"
        #expect(try !clean(clips).text.contains("url("))
    }

    @Test("rules for many elements do not multiply the size of the drawing")
    func boundedRules() throws {
        let paths = String(repeating: "<g/>", count: 6000)
        let long = String(repeating: "0", count: 20_000)
        #expect(throws: BrandMarkProblem.tooLarge) { try clean("<style>*{fill:\(long)}</style>\(paths)") }
        #expect(try clean("<style>\(String(repeating: "a{}", count: 8000))</style>").removed == ["style"])
    }

    @Test("cleaning a cleaned drawing changes nothing")
    func stable() throws {
        let once = try clean("<g onload='x' fill='#fff'><path d='M1 1' opacity='.5'/></g>")
        let twice = try SVGDrawing(cleaning: once.text)
        #expect(twice.removed.isEmpty)
        #expect(try SVGDrawing(cleaning: twice.text).text.contains("<path d=\"M1 1\" opacity=\".5\"></path>"))
    }
}
