import Testing

@Suite("Statements")
struct StatementTests {
    @Test(
        "A wrong statement is refused, with the remedy",
        arguments: [
            (
                "{% while a %}",
                "1:1: unknown statement 'while': templates only choose and repeat: do this in the page's struct"
            ),
            ("{% if(a) %}", "1:1: unknown statement 'if(a)': write a blank after 'if'"),
            ("{% endif %}", "1:1: unknown statement 'endif': write {% end %}"),
            ("{% elseif a %}", "1:1: unknown statement 'elseif': write {% else if condition %}"),
            ("{% default %}", "1:1: unknown statement 'default': write {% case _ %}"),
            (
                "a\n {% include b %}",
                "2:2: unknown statement 'include': a statement is if, else if, else, for, switch, case or end"
            ),
            ("{% if %}", "1:1: 'if' needs a condition: {% if isOpen %}"),
            ("{% for %}", "1:1: 'for' needs a sequence: {% for item in items %}"),
            ("{% switch %}", "1:1: 'switch' needs a value: {% switch state %}"),
            ("{% case %}", "1:1: 'case' needs a pattern: {% case .open %}, or {% case _ %} for the rest"),
            ("{% else a %}", "1:1: 'else' stands alone or as {% else if condition %}"),
            ("{% end if %}", "1:1: 'end' stands alone: {% end %} ends the innermost statement"),
            ("a\n{% if a %}", "2:1: 'if' has no end: add {% end %} where it stops"),
            ("{% for a in b %}", "1:1: 'for' has no end: add {% end %} where it stops"),
            ("{% end %}", "1:1: 'end' ends nothing: remove it, or begin with {% if %}, {% for %} or {% switch %}"),
            (
                "{% else %}",
                "1:1: 'else' stands outside {% if %}: remove it, or end what began inside the {% if %} first"
            ),
            (
                "{% if a %}{% for b in c %}{% else if d %}{% end %}{% end %}",
                "1:27: 'else if' stands outside {% if %}: remove it, or end what began inside the {% if %} first"
            ),
            (
                "{% if a %}{% else %}{% else %}{% end %}",
                "1:21: 'else' comes after {% else %}, which is the last branch: move it before"
            ),
            (
                "{% case .a %}",
                "1:1: 'case' stands outside {% switch %}: remove it, or end what began inside the case first"
            ),
            (
                "{% switch a %}\n x {% case .a %}{% end %}",
                "2:2: nothing may stand between {% switch %} and its first {% case %}: move this into a case"
            ),
            (
                "{% switch a %}{{ x }}{% case .a %}{% end %}",
                "1:15: nothing may stand between {% switch %} and its first {% case %}: move this into a case"
            ),
            (
                "{% switch a %}{% end %}",
                "1:1: this switch has no case: add {% case .open %}, or {% case _ %} for the rest"
            ),
            ("{% switch a %}{% case .b: %}{% end %}", "1:15: a case has no colon here: write {% case .open %}"),
            ("a {{ b", "1:3: {{ is never closed: add }} behind it"),
            ("a {% if b", "1:3: {% is never closed: add %} behind it"),
            ("a {# b", "1:3: {# is never closed: add #} behind it"),
            ("{{ }}", "1:1: nothing stands inside {{ }}: write a Swift expression, or remove it"),
            ("{%%}", "1:1: nothing stands inside {% %}: write a statement, or remove it"),
            ("{{ f(a }}", "1:5: '(' has no partner inside {{ }}: brackets must be balanced"),
            ("{{ a) }}", "1:5: ')' has no partner inside {{ }}: brackets must be balanced"),
            ("{% if a { %}{% end %}", "1:9: '{' has no partner inside {% %}: brackets must be balanced"),
        ])
    func refused(template: String, problem: String) {
        #expect(problems(in: template).first == problem)
    }

    @Test(
        "A body must leave the markup as it was",
        arguments: [
            (
                "{% if a %}<p>{% end %}</p>",
                "1:11: <p> is opened in this {% %} body but not closed in it: close it before the body ends"
            ),
            (
                "<p>\n{% if a %}</p>{% end %}",
                "2:11: </p> closes an element opened on line 1, outside this {% %} body: close it outside, too"
            ),
            (
                "<p {% if a %}class=\"a{% else %}\"{% end %}></p>",
                "1:22: this body began in the tag <p> and ends in the attribute 'class': "
                    + "a body must end where it began, so move the quote or tag into it or out of it"
            ),
            (
                "<p {% if a %}>{% end %}</p>",
                "1:15: this body began in the tag <p> and ends between tags: "
                    + "a body must end where it began, so move the quote or tag into it or out of it"
            ),
            ("<p {% if a %}hidden{% end %}class=\"a\"></p>", "1:29: a blank is missing before this attribute"),
            ("<p {% for a in b %}data-a{% end %}></p>", "1:20: a blank is missing before this attribute"),
            (
                "<p class={% if a %}b{% end %}></p>",
                "1:10: a statement cannot begin or end in an unquoted attribute value: put quotes around the whole value"
            ),
            (
                "<!-- {% if a %} -->",
                "1:6: a statement cannot stand in an HTML comment: write a template comment {# … #}"
            ),
            (
                "<{% if a %}p{% end %}>",
                "1:2: a statement cannot stand inside a tag's name or a declaration: put it around the whole tag"
            ),
        ])
    func bodies(template: String, problem: String) {
        #expect(problems(in: template).contains(problem))
    }

    @Test(
        "Statements may stand among attributes and in attribute values",
        arguments: [
            "<input {% if x %}checked{% end %}>",
            "<input{% if x %} checked{% else if y %} disabled{% end %} name=\"a\">",
            "<p class=\"a {% for b in c %}{{ b }} {% end %}\"></p>",
            "<p {% switch x %}{% case .a %}hidden{% case _ %}{% end %}></p>",
            "<title>{% if x %}a{% else %}b{% end %}</title>",
            "<p{% for a in b %} data-a{% end %}></p>",
            "<ul>{% for a in b where a.c %}<li>{% if a.d %}<b>x</b>{% end %}</li>{% end %}</ul>",
        ])
    func accepted(template: String) {
        #expect(problems(in: template) == [])
    }
}
