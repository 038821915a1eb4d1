import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("A posted form")
struct PostedFormTests {
    @Test("of multipart/form-data has its texts in order, and the names of its files")
    func multipart() throws {
        let form = try #require(
            MultipartForm(
                Self.body([
                    (#"name="a""#, "one\r\ntwo\r\n"), (#"name="é%22%0D%0A""#, "--b\r\n-- é"), (#"name="a""#, ""),
                    (#"name="photo"; filename="x;%22 name=y.png""#, "\u{0}\r\n\r\n"),
                    (#"name="none"; filename="""#, ""), (#"filename="q"; name=plain"#, "?"),
                ]), contentType: "Multipart/Form-Data; charset=utf-8;boundary=\"b b\""))
        #expect(
            form.fields == [
                FormField(name: "a", value: "one\r\ntwo\r\n"), FormField(name: "é\"\r\n", value: "--b\r\n-- é"),
                FormField(name: "a", value: ""),
            ])
        #expect(form.files == ["photo", "plain"])
        #expect(form.uploads[0].file.bytes == Array("\u{0}\r\n\r\n".utf8))
    }

    @Test("carries its files from page to page")
    func carried() throws {
        let body =
            "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a, b.png\"\r\n"
            + "Content-Type: image/png\r\n\r\n\u{0},\r\n--b--\r\n"
        let type = "multipart/form-data; boundary=b"
        let file = UploadedFile(name: "a, b.png", mediaType: "image/png", bytes: [0, 44])
        let form = try #require(MultipartForm(Array(body.utf8), contentType: type))
        #expect(form.uploads.map(\.file) == [file])
        let again = form.textFields.map {
            "--b\r\nContent-Disposition: form-data; name=\"\($0.name)\"\r\n\r\n\($0.value)\r\n"
        }
        let carried = try #require(MultipartForm(Array((again.joined() + "--b--").utf8), contentType: type))
        #expect(carried.uploads == form.uploads)
        for broken in ["?", "AAAA,image/png", "?,image/png,a.png"] {
            let body = "--b\r\nContent-Disposition: form-data; name=carried-file:photo\r\n\r\n\(broken)\r\n--b--"
            #expect(MultipartForm(Array(body.utf8), contentType: type) == nil, "\(broken)")
        }
    }

    @Test("of multipart/form-data may have no part, a preamble and padding")
    func edges() throws {
        let type = "multipart/form-data; boundary=b"
        #expect(try #require(MultipartForm(Array("--b--\r\n".utf8), contentType: type)).fields == [])
        let body = "before\r\n--b \t\r\ncontent-disposition: form-data; name=a\r\nX: y\r\n\r\n1\r\n--b--after"
        #expect(
            try #require(MultipartForm(Array(body.utf8), contentType: type)).fields == [
                FormField(name: "a", value: "1")
            ]
        )
    }

    @Test(
        "that is malformed is ignored",
        arguments: [
            "", "--b", "--b\r\n", "--c--", "--b\r\n--b--", "--b\r\n\r\n--b--",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1",
            "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n1\r\n--b--",
            "--bx\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--",
        ])
    func broken(body: String) {
        #expect(MultipartForm(Array(body.utf8), contentType: "multipart/form-data; boundary=b") == nil)
    }

    @Test("without a boundary, or with a text that is not UTF-8, is ignored")
    func unreadable() {
        for type in ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"\""] {
            #expect(MultipartForm(Array("--b--".utf8), contentType: type) == nil)
        }
        let start = Array("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n".utf8)
        let type = "multipart/form-data; boundary=b"
        #expect(MultipartForm(start + [0xFF] + Array("\r\n--b--".utf8), contentType: type) == nil)
    }

    @Test("that is URL-encoded has its fields in order")
    func urlEncoded() {
        let fields = { (text: String) in [FormField](urlEncoded: Array(text.utf8)) }
        #expect(
            fields("a=1+2&b&=c&&a=%C3%A9%2b%0D%0A=") == [
                FormField(name: "a", value: "1 2"), FormField(name: "b", value: ""), FormField(name: "", value: "c"),
                FormField(name: "a", value: "é+\r\n="),
            ])
        #expect(fields("") == [])
        for broken in ["a=%", "a=%4", "a=%zz", "%FF=1"] { #expect(fields(broken) == nil, "\(broken)") }
    }

    @Test("is stored without secrets, and without fields that pages set anew")
    func kept() {
        let names = [
            "account", "version", "name", "password", "new-password", "Password2", "reauthentication",
            "token",
            "csrf_token", "current", "clientSecret", "passcode",
        ]
        let form = PostedForm(fields: names.map { FormField(name: $0, value: "x") })
        #expect(form.kept.map(\.name) == ["version", "name"])
        let other = PostedForm(fields: [FormField(name: "current", value: "1"), FormField(name: "n", value: "2")])
        #expect(other.kept.map(\.name) == ["current", "n"])
    }

    private static func body(_ parts: [(disposition: String, text: String)]) -> [UInt8] {
        let parts = parts.map { "--b b\r\nContent-Disposition: form-data; \($0.disposition)\r\n\r\n\($0.text)\r\n" }
        return Array((parts.joined() + "--b b--\r\n").utf8)
    }
}
