import Testing

@Suite("Markup")
struct MarkupTests {
    @Test(
        "Whole documents, void elements, shadow roots, SVG and odd but valid markup are accepted",
        arguments: [
            "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><title>a < b</title></head><body></body></html>\n",
            "<div><template shadowrootmode=\"open\"><slot name=\"screen\">…</slot></template></div>",
            "<svg viewBox=\"0 0 1 1\"><title>a<b></b></title><linearGradient id=\"a\"></linearGradient><path d=\"M0 0\"/></svg>",
            "<svg/><math><mi>x</mi></math>", "<br><br/><img alt=''><input disabled value = \"a>b\" >",
            "<P>mixed case</p >",
            "<my-element data-a></my-element>", "a &lt; b", "<!-- > -- -->", "<textarea><p></textarea>", "{ a } } # %",
            "",
            "<p{% if a %} class=\"a\"{% else %} class=\"b\"{% end %}></p>", "<a href=\"/\"><div><p>a</p></div></a>",
            "<form></form><form></form>", "<button><p></p></button>", "<p><button><div></div></button></p>",
            "<table><tr><td><p></p></td></tr></table>", "<p><svg><a></a></svg></p>",
        ])
    func accepted(template: String) {
        #expect(problems(in: template) == [])
    }

    @Test(
        "An unclosed element, or an end tag without a start, is refused at its beginning",
        arguments: [
            ("<div>\n  <p>\n</div>", "2:3: <p> is never closed: add </p> before </div>"),
            ("a\n<p>", "2:1: <p> is never closed: add </p> before the end of the file"),
            ("</p>", "1:1: </p> closes nothing: remove it, or open <p> before it"),
            ("<br></br>", "1:5: <br> has no end tag: remove </br>"),
            ("<div/>", "1:1: '/>' does not close <div> in HTML: write <div></div>"),
            ("<p></p a>", "1:8: an end tag holds only its name: write </p>"),
            ("<!-- a", "1:1: this comment is never closed: add -->"),
            ("<p\n class=\"a", "2:2: the value of 'class' is never closed: add \" behind it"),
            ("<p class='a", "1:4: the value of 'class' is never closed: add ' behind it"),
            ("<p class", "1:1: this tag is never closed: add '>'"),
            ("<p", "1:1: this tag is never closed: add '>'"),
            ("<script src=\"a\">let a", "1:1: <script> is never closed: add </script> before the end of the file"),
            ("a < b", "1:3: '<' begins no tag here: write &lt; for the character"),
            ("<p class=\"a\"id=\"b\"></p>", "1:13: a blank is missing before this attribute"),
            ("<p class=></p>", "1:10: the value of 'class' is missing: write class=\"…\""),
            ("<p \"a\"></p>", "1:4: '\"' begins no attribute: is the quote or '>' before it missing?"),
            (
                "<p a\"></p>",
                "1:5: this character cannot stand in the name of an attribute: is '=' or '>' missing before it?"
            ),
            ("<p / a></p>", "1:4: '/' stands only at the end of a tag: write '/>', or put quotes around the value"),
            (
                "<p class=\"a\"{% if b %} class=\"b\"{% end %}></p>",
                "1:24: 'class' stands twice in this tag, and browsers ignore the second: write one, with {% else %} where there are alternatives"
            ),
            (
                "<p{% if b %} id=\"b\"{% end %} ID=\"a\"></p>",
                "1:30: 'id' stands twice in this tag, and browsers ignore the second: write one, with {% else %} where there are alternatives"
            ),
            (
                "<form><p>\n<form></form></p></form>",
                "2:1: <form> cannot stand in <form>, which the browser would end or leave out here: close <form> before it"
            ),
            (
                "<p>a{% if b %}<ul></ul>{% end %}</p>",
                "1:15: <ul> cannot stand in <p>, which the browser would end or leave out here: close <p> before it"
            ),
            (
                "<p>a<hr></p>",
                "1:5: <hr> cannot stand in <p>, which the browser would end or leave out here: close <p> before it"
            ),
            (
                "<a href=\"/\"><b><a href=\"/\"></a></b></a>",
                "1:16: <a> cannot stand in <a>, which the browser would end or leave out here: close <a> before it"
            ),
            (
                "<![CDATA[a]]>",
                "1:1: '<!' begins a comment <!-- … --> or <!doctype html>: write one of these, or &lt;! for the text"
            ),
        ])
    func refused(template: String, problem: String) {
        #expect(problems(in: template).first == problem)
    }

    @Test("One build reports all mistakes, in the order of the file")
    func several() {
        let found = problems(in: "<p class={{ a }}></p>\n<b>\n<i onclick=\"{{ b }}\"></i>")
        #expect(found.map { $0.prefix(4) } == ["1:10", "2:1:", "3:4:"])
    }
}
