import Testing

@testable import PorticoCompiler

@Suite("Markup that the content security policy blocks")
struct BlockedMarkupTests {
    static let script = "because scripts come only from files"
    static let style = "because styles come only from files"

    @Test(
        "is refused at its place",
        arguments: [
            ("<p\n onclick=\"f({{ x }})\"></p>", "2:2: the browser ignores 'onclick', \(script)"),
            ("<p ONLOAD></p>", "1:4: the browser ignores 'onload', \(script)"),
            ("<p {% if a %}onclick='f()'{% end %}></p>", "1:14: the browser ignores 'onclick', \(script)"),
            ("<p class=\"a\" style=\"color: red\"></p>", "1:14: the browser ignores 'style', \(style)"),
            ("<p style=\"color: {{ x }}\"></p>", "1:4: the browser ignores 'style', \(style)"),
            ("<style>a > b {}</style>", "1:1: the browser ignores <style>, \(style)"),
            ("a<script>f()</script>", "1:2: the browser ignores a script without 'src', \(script)"),
            (
                "<script src=\"a\"></script><script>f()</script>",
                "1:26: the browser ignores a script without 'src', \(script)"
            ),
            ("<script type=module>f()</script>", "1:1: the browser ignores a script without 'src', \(script)"),
            ("<script type='text/JavaScript'></script>", "1:1: the browser ignores a script without 'src', \(script)"),
            ("<script type=\"importmap\">{}</script>", "1:1: the browser ignores a script without 'src', \(script)"),
            ("<a href=\"JavaScript:f()\">a</a>", "1:4: the browser ignores 'javascript:' in 'href', \(script)"),
            ("<a href=' java\nscript:f()'>a</a>", "1:4: the browser ignores 'javascript:' in 'href', \(script)"),
            (
                "<a href=\"{% if a %}/a{% else %}JavaScript:f(){% end %}\">a</a>",
                "1:4: the browser ignores 'javascript:' in 'href', \(script)"
            ),
            (
                "<a href=\"{% if a %}javascript:f(){% else %}/a{% end %}\">a</a>",
                "1:4: the browser ignores 'javascript:' in 'href', \(script)"
            ),
            ("<a href=javascript:f()>a</a>", "1:4: the browser ignores 'javascript:' in 'href', \(script)"),
        ])
    func refused(template: String, problem: String) {
        let found = problems(in: template)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix(problem) == true, "\(found)")
    }

    @Test(
        "is the only markup that is refused",
        arguments: [
            "<script src=\"{{ path }}\"></script>", "<script type=\"module\" src=\"/a.js\"></script>",
            "<script {% if a %}src=\"{{ a }}\"{% end %}></script>",
            "<script type=\"application/json\">{\"a\": 1}</script>", "<script type=text/plain>a</script>",
            "<p data-style=\"a\" data-onclick=\"b\" title=\"javascript:\"></p>", "<a href=\"/javascript:\">a</a>",
        ])
    func allowed(template: String) {
        #expect(problems(in: template) == [])
    }
}

@Suite("A template without string catalogue")
struct MissingCatalogueTests {
    @Test(
        "that uses texts gets an error at its first use, which says how to add one",
        arguments: [
            ("<p>\n{{ t.title }}</p>", "2:4"), ("<p>{% if f(t) %}{% end %}</p>", "1:12"),
            ("<p title=\"{{ a + t.b + t.c }}\"></p>", "1:18"),
        ])
    func advice(template: String, place: String) {
        #expect(
            problems(in: template) == [
                "\(place): 't' is the string catalogue, and this target has none: add Localizable.xcstrings to the target's folder, and exclude it in Package.swift"
            ])
    }
}
