import Testing

@Suite("Places of values")
struct ValuePlaceTests {
    @Test(
        "The place of a value decides how it is escaped",
        arguments: [
            ("<p>some text before {{ x }}</p>", "html.text(x)"),
            ("<p class=\"some class {{ x }}\"></p>", "html.attribute(x)"),
            ("<p data-long-name='{{ x }}'></p>", "html.attribute(x)"),
            ("<a class=\"c\" href=\"{{ x }}\"></a>", "html.url(x)"),
            ("<a class=\"c\" HREF = '{{ x }}'></a>", "html.url(x)"),
            ("<img alt=\"\" src=\"{{ x }}\">", "html.url(x)"),
            ("<form id=\"f\" action=\"{{ x }}\"></form>", "html.url(x)"),
            ("<button formaction=\"{{ x }}\"></button>", "html.url(x)"),
            ("<video poster=\"{{ x }}\"></video>", "html.url(x)"),
            ("<object data=\"{{ x }}\"></object>", "html.url(x)"),
            ("<svg><use xlink:href=\"{{ x }}\"/></svg>", "html.url(x)"),
            ("<title>some title {{ x }}</title>", "html.attribute(x)"),
            ("<textarea rows=\"4\">some {{ x }}</textarea>", "html.attribute(x)"),
            ("<p data=\"some {{ x }}\"></p>", "html.attribute(x)"),
            ("<meta name=\"description\" content=\"{{ x }}\">", "html.attribute(x)"),
            ("<meta property=\"og:title\" content=\"{{ x }}\">", "html.attribute(x)"),
            ("<svg><set id=\"{{ x }}\"/></svg>", "html.attribute(x)"),
        ])
    func place(template: String, call: String) throws {
        #expect(try statements(of: template).contains(call))
    }

    @Test(
        "A value that cannot be made safe is refused, with the remedy",
        arguments: [
            ("<p class={{ x }}>", "1:10: a value in an attribute needs quotes around it: write name=\"{{ value }}\""),
            ("<p class=a{{ x }}>", "1:11: a value in an attribute needs quotes around it: write name=\"{{ value }}\""),
            (
                "<iframe srcdoc=\"{{ x }}\">",
                "1:17: a value cannot stand in 'srcdoc', which holds a whole document: load it by its address with 'src'"
            ),
            (
                "<img srcset=\"{{ x }} 2x\">",
                "1:14: a value cannot stand in 'srcset', a list of addresses: use <source> elements or one 'src' with a SitePath"
            ),
            (
                "<meta http-equiv=\"refresh\" content=\"0; url={{ x }}\">",
                "1:44: a value cannot stand in 'content' of a <meta> that instructs the browser: write <meta name=\"…\" content=\"{{ value }}\">, or set a header"
            ),
            (
                "<meta name=\"a\" content=\"{{ x }}\" HTTP-EQUIV=\"refresh\">",
                "1:34: a value cannot stand in 'content' of a <meta> that instructs the browser: write <meta name=\"…\" content=\"{{ value }}\">, or set a header"
            ),
            (
                "<meta {% if a %}name=\"b\"{% else %}http-equiv=\"refresh\"{% end %} content=\"{{ x }}\">",
                "1:74: a value cannot stand in 'content' of a <meta> that instructs the browser: write <meta name=\"…\" content=\"{{ value }}\">, or set a header"
            ),
            (
                "<meta http-equiv=\"{{ x }}\">",
                "1:19: a value cannot stand in 'http-equiv' of a <meta> that instructs the browser: write <meta name=\"…\" content=\"{{ value }}\">, or set a header"
            ),
            (
                "<svg><a><animate attributeName=\"href\" to=\"{{ x }}\"/></a></svg>",
                "1:43: a value cannot stand in 'to' of an animation, which can change any attribute: write the animation out"
            ),
            (
                "<svg><set attributeName=\"{{ x }}\"/></svg>",
                "1:26: a value cannot stand in 'attributename' of an animation, which can change any attribute: write the animation out"
            ),
            (
                "<a href=\"/users/{{ id }}\">",
                "1:17: 'href' holds an address, so the value must be all of it: build a SitePath in Swift and write href=\"{{ path }}\""
            ),
            (
                "<a href=\"{{ id }}/edit\">",
                "1:18: 'href' holds an address, so the value must be all of it: build a SitePath in Swift and write href=\"{{ path }}\""
            ),
            (
                "<a href=\"{{ a }}{{ b }}\">",
                "1:17: 'href' holds an address, so the value must be all of it: build a SitePath in Swift and write href=\"{{ path }}\""
            ),
            (
                "<a href=\"{% for a in b %}{{ a }}{% end %}\">",
                "1:26: 'href' holds an address, so the value must be all of it: build a SitePath in Swift and write href=\"{{ path }}\""
            ),
            (
                "<script>let a = {{ x }}</script>",
                "1:17: a value cannot stand in <script>: put it into a data- attribute and read it from a script or style file"
            ),
            (
                "<style>p { color: {{ x }} }</style>",
                "1:19: a value cannot stand in <style>: put it into a data- attribute and read it from a script or style file"
            ),
            (
                "<!-- {{ x }} -->",
                "1:6: a value cannot stand in an HTML comment: remove it, or write a template comment {# … #}"
            ),
            ("<!doctype {{ x }}>", "1:11: a value cannot stand in a declaration: write <!doctype html>"),
            (
                "<h{{ level }}>",
                "1:3: a value cannot be the name of a tag: write the tags out and choose between them with {% if %}"
            ),
            (
                "</{{ name }}>",
                "1:3: a value cannot be the name of a tag: write the tags out and choose between them with {% if %}"
            ),
            (
                "<p {{ attributes }}>",
                "1:4: a value cannot stand among the attributes of a tag: write name=\"{{ value }}\", or {% if flag %}name{% end %}"
            ),
            (
                "<p data-{{ name }}=\"a\">",
                "1:9: a value cannot stand among the attributes of a tag: write name=\"{{ value }}\", or {% if flag %}name{% end %}"
            ),
        ])
    func refused(template: String, problem: String) {
        #expect(problems(in: template).contains(problem))
    }

    @Test(
        "A tag with an unknown name causes no further errors",
        arguments: ["<h{{ a }}>b</h{{ a }}>", "<p></{{ a }}>"])
    func unknownTag(template: String) {
        #expect(problems(in: template).allSatisfy { $0.contains("a value cannot be the name of a tag") })
    }

    @Test("An address may be chosen by a statement")
    func chosenAddress() throws {
        let template = "<a href=\"{% if let path %}{{ path }}{% else %}/{% end %}\">a</a>"
        #expect(try statements(of: template).contains("html.url(path)"))
    }

    @Test("An address chosen by a statement is still the whole value")
    func chosenAddressWithMore() {
        let template = "<a href=\"{% if let path %}{{ path }}{% end %}?x=1\">a</a>"
        #expect(problems(in: template).first?.hasPrefix("1:46: 'href' holds an address") == true)
    }

    @Test("Markup in script and comments is text")
    func rawText() {
        #expect(
            problems(in: "<script type='text/plain'>if (a < b && '</p>') {}</script><!-- <p> --><xmp>a > b</xmp>") == []
        )
    }
}
