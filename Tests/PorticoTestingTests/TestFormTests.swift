import HTTPTypes
import Testing

@testable import PorticoTesting

private let page = TestElement(
    html: """
        <!DOCTYPE html><title>Orders</title>
        <form id="order" method="post" action="/orders/7">
        <input type="hidden" name="version" value="3"><input name="customer" value="Ada &amp; Co">
        <input type="checkbox" name="gift" checked><input type="checkbox" name="express" value="yes">
        <input type="radio" name="size" value="s"><input type="radio" name="size" value="m" checked>
        <input name="locked" value="x" disabled><fieldset disabled><input name="closed" value="x"></fieldset>
        <textarea name="note">
        Two
        lines</textarea>
        <select name="country"><option value="de">Germany<option value="se" selected>Sweden</select>
        <select name="first"><option>None<option>One</select>
        <select name="tags" multiple><option selected>a<option>b<option selected>c</select>
        <input type="file" name="photo">
        <button id="save" name="act" value="save">Save</button>
        <button id="send" name="act" value="send" formaction="/orders/7/sent" formenctype="multipart/form-data">Send</button>
        <button type="button" id="help" name="act" value="help">Help</button>
        </form>
        <input name="outside" value="o" form="order"><button id="drop" form="order" formmethod="get">Drop</button>
        <form id="other"><fieldset disabled><input type="hidden" name="version" value="3"></fieldset></form>
        """.utf8)

private func form(button: String? = nil) throws -> TestForm {
    try TestForm(page.element("order"), on: page, button: button)
}

private func pairs(_ fields: [(String, String)]) -> [String] { fields.map { "\($0)=\($1)" } }

@Suite("A form that a test sends")
struct TestFormTests {
    @Test("has the fields that a browser would send, as if the Enter key were pressed")
    func fields() throws {
        let expected = [
            "version=3", "customer=Ada & Co", "gift=on", "size=m", "note=Two\nlines", "country=se", "first=None",
            "tags=a", "tags=c", "act=save", "outside=o",
        ]
        let sent = try form()
        #expect(pairs(try sent.fields(changing: [], files: [])) == expected)
        #expect(sent.action == "/orders/7" && sent.isPosted && !sent.hasFiles)
    }

    @Test("has the changes of the person: other values, several ones, and none")
    func changes() throws {
        let sent = try form().fields(
            changing: [("customer", "Grace"), ("gift", nil), ("tags", "b"), ("tags", "c"), ("size", "s")], files: [])
        #expect(
            pairs(sent) == [
                "version=3", "note=Two\nlines", "country=se", "first=None", "act=save", "outside=o", "customer=Grace",
                "tags=b", "tags=c", "size=s",
            ])
    }

    @Test("goes where the pressed button says")
    func buttons() throws {
        let sent = try form(button: "send")
        #expect(sent.action == "/orders/7/sent" && sent.hasFiles)
        #expect(pairs(try sent.fields(changing: [], files: [])).contains("act=send"))
        #expect(try !form(button: "drop").isPosted)
        let error = #expect(throws: TestFailure.self) { try form(button: "help") }
        #expect(error?.description == "The form “order” has no button “help”. Its buttons are: save, send, drop.")
    }

    @Test("has no field that the page does not have")
    func unknown() throws {
        let error = #expect(throws: TestFailure.self) { try form().fields(changing: [("costumer", "x")], files: []) }
        #expect(
            error?.description
                == "The form “order” has no field “costumer”. Its fields are: "
                + "act, country, customer, express, first, gift, note, outside, photo, size, tags, version.")
    }

    @Test("sends an empty file for a file field without one")
    func files() throws {
        let photo = TestFile(field: "photo", name: "a\"b.png", mediaType: "image/png", bytes: [1, 2])
        #expect(try form().files([]).map(\.name) == [""])
        #expect(try form().files([photo]) == [photo])
        let body = String(decoding: FormBody.multipart([("note", "x")], [photo]), as: UTF8.self)
        #expect(
            body == """
                ------PorticoTesting\r
                Content-Disposition: form-data; name="note"\r
                \r
                x\r
                ------PorticoTesting\r
                Content-Disposition: form-data; name="photo"; filename="a%22b.png"\r
                Content-Type: image/png\r
                \r
                \u{1}\u{2}\r
                ------PorticoTesting--\r\n
                """)
    }
}

@Suite("An element of a page in a test")
struct TestElementTests {
    private let list = TestElement(
        html: """
            <ul id=list><li class='cell wide' id="a">Emma <b>1</b>2<span>copies</span><script>x</script>
            <li id=b hidden>Middle&shy;march</ul>
            """.utf8)

    @Test("has its text with single gaps, and its attributes")
    func contents() throws {
        #expect(try list.element("a").text == "Emma 12 copies")
        #expect(try list.element("list").text == "Emma 12 copies Middle\u{AD}march")
        #expect(try list.element("b")["hidden"] == "" && list.element("b")["class"] == nil)
        #expect(list.elements("li").map(\.id) == ["a", "b"] && list.elements("li", class: "wide").map(\.id) == ["a"])
    }

    @Test("is found by its id; otherwise the error lists the ids")
    func missing() {
        let error = #expect(throws: TestFailure.self) { try list.element("c") }
        #expect(error?.description == "No element has the id “c”. The ids are: list, a, b.")
    }

    @Test("of an empty page has no content")
    func empty() {
        #expect(TestElement(html: []).text == "" && TestElement(html: []).ids == [])
    }
}
