import PorticoAuth
import PorticoConfig
import Testing

@testable import PorticoWeb

@Suite("A form that is filled again")
struct FormFillingTests {
    private static let nasty = [
        #""><script>alert(1)</script>"#, "&amp; &#34;", "it's <b>", "é 日本 👩‍👩‍👧 \u{202E}", " ends with a space ",
        "a=b&c", "{{ x }}",
    ]

    @Test("holds in a line what was typed, whatever that is", arguments: nasty + [""])
    func line(value: String) throws {
        let page = #"<form method="post" action="/p"><input id="n" name="n" value="old"><b>x</b></form>"#
        let filled = try #require(fill(page, [("n", value)]))
        let tags = MarkupTags.all(in: Array(filled.utf8))
        #expect(tags.map(\.name) == ["form", "i", "i", "input", "b", "b", "form"])
        #expect(tags[3]["value"] == value)
        #expect(tags[3].attributes.map(\.name) == ["id", "name", "value"])
    }

    @Test(
        "holds in a text area what was typed, with its line breaks",
        arguments: nasty + ["", "\r\nafter a line", "a\r\n\r\nb\r\n", "</textarea><script>", "</TEXTAREA >x", "<!--"])
    func area(value: String) throws {
        let page = #"<form method="post" action="/p"><textarea name="n">"# + "\nold &amp; <b></textarea></form><p>"
        let filled = try #require(fill(page, [("n", value)]))
        let start = try #require(filled.firstRange(of: "<textarea name=\"n\">\n")).upperBound
        let rest = filled[start...]
        let end = try #require(rest.firstRange(of: "</textarea>"))
        #expect(
            CharacterReferences.resolved(String(rest[..<end.lowerBound]))
                == value.replacing("\r\n", with: "\n"))
        #expect(rest[end.upperBound...] == "</form><p>")
    }

    @Test("has the boxes and choices that were made, and no others")
    func choices() throws {
        let page = """
            <form action='/p' method=POST>
            <input type="checkbox" name="a" checked><input type=checkbox name=b value="1"/>
            <input type="checkbox" name="c" value="x" checked><input type="checkbox" name="c" value="y">
            <input type="radio" name="r" value="1" checked><input type="radio" name="r" value="2">
            <select name="s"><option value="1" selected>One</option><option>Two &amp;
             three</option></select>
            <select name="m" multiple><option selected>a<option>b<option>c</select></form>
            """
        let filled = try #require(
            fill(
                page,
                [
                    ("b", "1"), ("c", "y"), ("c", "x"), ("r", "2"), ("s", "Two & three"), ("m", "b"), ("m", "c"),
                ]))
        let tags = MarkupTags.all(in: Array(filled.utf8)).filter { !$0.isEnd }
        let inputs = tags.filter { $0.name == "input" }.map { $0["checked"] != nil }
        #expect(inputs == [false, true, true, true, false, true])
        #expect(tags.filter { $0.name == "option" }.map { $0["selected"] != nil } == [false, true, false, true, true])
    }

    @Test("has its hidden fields anew, but the version that was sent")
    func hidden() throws {
        let page = """
            <form method="post" action="/p"><input type="hidden" name="account" value="local/ada">\
            <input type="hidden" name="request" value="new"><input type="hidden" name="version" value="9">\
            <input type="password" name="password"><input name="n"></form>
            """
        let filled = try #require(fill(page, [("version", "7"), ("n", "x")]))
        let values = MarkupTags.all(in: Array(filled.utf8)).filter { $0.name == "input" }.map { $0["value"] }
        #expect(values == ["local/ada", "new", "7", nil, "x"])
    }

    @Test("is found by where it sends to, and by where a button of it does; fields may stand outside")
    func places() throws {
        let page = """
            <form id="f" method="post" action="/other"><input name="n" value="no"></form>\
            <form method="get" action="/p"><input name="n"></form>\
            <form method="post" action="/save" id="g"><input name="n"><input name="o" form="f"></form>\
            <input name="p" form="g"><button form="g" formaction="/p?a=b">Leave</button>
            """
        let filled = try #require(fill(page, [("n", "1"), ("p", "2")], to: "/p?a=b"))
        let inputs = MarkupTags.all(in: Array(filled.utf8)).filter { $0.name == "input" }.map { $0["value"] }
        #expect(inputs == ["no", nil, "1", nil, "2"])
        #expect(filled.contains(#"id="g"><i></i><input value="1" name="n">"#), "the notice is the first in the form")
        #expect(fill(page, [("n", "1")], to: "/p") == nil)
    }

    @Test("is of several with the same address the one that holds all of it, in a list by its hidden fields")
    func several() throws {
        let row = { (id: String) in
            """
            <form method="post" action="/p"><input type="hidden" name="id" value="\(id)"><input name="n"></form>
            """
        }
        let list = row("1") + row("2") + row("3")
        let second = try #require(fill(list, [("id", "2"), ("n", "x")]))
        #expect(
            MarkupTags.all(in: Array(second.utf8)).filter { $0.name == "input" }.map { $0["value"] }
                == ["1", nil, "2", "x", "3", nil])
        #expect(fill(list, [("id", "4"), ("n", "x")]) == nil, "that row is gone")
        let layers = #"<form method="post" action="/p"><input name="n"></form>"#
        let top = try #require(fill(layers + layers, [("n", "x")]))
        #expect(top.hasPrefix(layers), "the last one lies on top")
    }

    @Test("has repeated fields in their order")
    func repeated() throws {
        let page = """
            <form method="post" action="/p"><input name="n"><input name="n" type="email"><textarea name="n"></textarea></form>
            """
        let filled = try #require(fill(page, [("n", "1"), ("n", ""), ("n", "3")]))
        #expect(filled.contains(#"<input value="1" name="n"><input value="" name="n" type="email">"#))
        #expect(filled.contains("<textarea name=\"n\">\n3</textarea>"))
    }

    @Test("is not shown where something typed has no place in it")
    func incomplete() {
        let page = """
            <form method="post" action="/p"><input name="n"><select name="s"><option>a</option></select>\
            <button name="b" value="on">On</button></form>
            """
        #expect(fill(page, [("n", "x"), ("gone", "y")]) == nil)
        #expect(fill(page, [("n", "x"), ("gone", "")]) != nil)
        #expect(fill(page, [("n", "x"), ("n", "y")]) == nil)
        #expect(fill(page, [("s", "b")]) == nil)
        #expect(fill(page, [("b", "on")]) != nil)
        #expect(fill(page, [("b", "off")]) == nil)
        #expect(fill("<p>nothing</p>", [("n", "x")]) == nil)
    }

    @Test("names the files that have to be chosen again, by their labels")
    func files() throws {
        let page = """
            <form method="post" action="/p"><label for="a">A <b>pic&amp;ture</b></label><input id="a" type="file" name="a">\
            <input type="file" name="b"><input type="file" name="c"></form>
            """
        var named: [[String]] = []
        func fill(_ fields: [(String, String)], _ files: [String]) {
            let draft = draft(fields, files: files)
            _ = FormFilling(draft: draft) {
                named.append($0); return []
            }.fill(Array(page.utf8))
        }
        fill([], ["b", "a", "gone"])
        fill([("a", "x.png"), ("b", "")], [])
        #expect(named == [["A pic&ture", "b", "gone"], ["A pic&ture"]])
    }

    @Test("asks before it is left")
    func guarded() throws {
        let form = #"action="/p" method="post"><input name="n"></form>"#
        #expect(try #require(fill("<form data-guard " + form, [("n", "x")])).contains(#"data-guard="dirty""#))
        #expect(try #require(fill(#"<form data-guard="" "# + form, [("n", "x")])).contains(#"data-guard="dirty""#))
        #expect(!(try #require(fill("<form " + form, [("n", "x")])).contains("dirty")))
    }

    @Test("is not confused by what only looks like markup")
    func lookalikes() throws {
        let decoys = """
            <!doctype html><!-- <form method="post" action="/p"><input name="n"> -->\
            <script>const a = '<form method="post" action="/p"><input name="n">' </script >\
            <style><form method="post" action="/p"><input name="n"></style>\
            <title><form method="post" action="/p"><input name="n"></title>\
            <template><template></template><form method="post" action="/p"><input name="n"></form></template>\
            <a title="</form><form method='post' action='/p'>" data-x='">'>a < b <3 </ a></a>
            """
        let form = #"<form method="post" action="/p"><input name="n" title="a > b"></form>"#
        let filled = try #require(fill(decoys + form, [("n", "x")]))
        #expect(
            filled == decoys
                + #"<form method="post" action="/p"><i></i><input value="x" name="n" title="a > b"></form>"#)
        #expect(fill(decoys, [("n", "x")]) == nil)
        for broken in ["<", "<form", "<form method=\"post\" action=\"/p", "<textarea", "<!--", "<script>", "</"] {
            #expect(fill(broken, [("n", "x")]) == nil, "\(broken)")
        }
    }

    private func draft(_ fields: [(String, String)], files: [String] = [], to path: String = "/p") -> Draft {
        Draft(
            account: AccountID(server: .local, user: "ada"), path: path, page: "/page",
            fields: fields.map { Draft.Field($0.0, $0.1) }, files: files)
    }

    private func fill(_ page: String, _ fields: [(String, String)], to path: String = "/p") -> String? {
        let filling = FormFilling(draft: draft(fields, to: path)) { _ in Array("<i></i>".utf8) }
        return filling.fill(Array(page.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
}
