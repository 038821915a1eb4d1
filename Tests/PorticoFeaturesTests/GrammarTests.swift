import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTP1
import PorticoBytes
import PorticoServer
import PorticoTestSupport
import Testing

@testable import PorticoAuth
@testable import PorticoDoor
@testable import PorticoFeatures

/// Marks that form one Character with a separator before or after them, and characters that are equal to one of ASCII.
private let marks = [
    "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{D4E}", "\u{110BD}", "\u{37E}",
    "\u{1FEF}",
    "\u{212A}", "\u{17F}",
]

@Suite("Security: separators in headers and forms are bytes, with any characters beside them")
struct GrammarTests {
    private func pairs(_ header: String) -> [[UInt8]] {
        Array(header.utf8).split(separator: UInt8(ascii: ";")).map { pair in
            Array(pair.drop { $0 == 0x20 || $0 == 0x09 }.reversed().drop { $0 == 0x20 || $0 == 0x09 }.reversed())
        }
    }

    @Test("cookies of this server are found, and never reach an application", arguments: marks)
    func cookies(mark: String) throws {
        let cookie = ServerCookie(origin: .loopback(port: nil))
        for header in [
            "x=\(mark); portico=TOKEN", "x=\(mark);portico=TOKEN;\(mark)=y", "\(mark); portico=TOKEN",
            "x=\(mark)=; portico=TOKEN;\(mark)",
            "x=1;\t\(mark);\tportico=TOKEN", "__Host-portico-run=TOKEN; x\(mark)=\(mark)", "a=1; \(mark)portico=TOKEN",
            "a=1; =portico=TOKEN\(mark)",
        ] {
            let fields: HTTPFields = HTTPFields([HTTPField(name: .cookie, value: header)])
            let own = pairs(header).filter { $0.starts(with: "portico=".utf8) }
            let request = Request(
                head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/", headerFields: fields),
                body: RequestBody(buffer: .init()))
            #expect(
                cookie.value(in: request).map { Array($0.utf8) } == own.first.map { Array($0.dropFirst(8)) },
                "\(header)")
            let passed = ServerCookie.others(in: fields)
            #expect(!passed.hasBytes(of: "TOKEN"), "\(header)")
            #expect(pairs(passed).allSatisfy(pairs(header).contains), "\(header)")
        }
        let others = ServerCookie.others(in: HTTPFields([HTTPField(name: .cookie, value: "a=\(mark); b=\(mark)c")]))
        #expect(others.isSameBytes(as: "a=\(mark); b=\(mark)c"))
    }

    @Test("an application cannot delete cookies or a header of its own request", arguments: marks)
    func responses(mark: String) {
        for value in [
            "\"cache\"\(mark),\"cookies\"", "\(mark),\"COOKIES\",\(mark)", "\"*\" ,\(mark)", "\(mark), \"*\"",
        ] {
            let passed = PassedHeaders.ofResponse(["Clear-Site-Data": value, "Set-Cookie": "=\(mark)portico=x"])
            let kept = passed[.init("Clear-Site-Data")!] ?? ""
            #expect(!kept.asciiLowercased.hasBytes(of: "\"cookies\"") && !kept.hasBytes(of: "\"*\""), "\(value)")
            #expect(passed[.setCookie] == nil)
        }
        let named = HTTPFields([
            HTTPField(name: .connection, value: "\(mark),Accept,\(mark)"), HTTPField(name: .accept, value: "x"),
            HTTPField(name: .init("X-Rewrite-URL")!, value: "/admin"),
            HTTPField(name: .init("X-Original-URL")!, value: "/admin"),
        ])
        #expect(PassedHeaders.ofRequest(named).isEmpty)
    }

    @Test("an application may ask for a proof, and sets no other header of this server")
    func proofOfApplication() {
        let passed = PassedHeaders.ofResponse([
            "Portico-Proof": "password", "Portico-Cover": "/x", "PORTICO-Account": "ada",
        ])
        #expect(passed == [.porticoProof: "password"])
    }

    @Test("fields of multipart forms have the names that browsers give them", arguments: marks)
    func multipart(mark: String) throws {
        let name = "a\(mark)"
        let body = """
            --b\r\nContent-Disposition: form-data; x=\(mark); name="\(name)"\r\n\r\n\(mark)\r\n\
            --b\r\ncontent-DISPOSITION:form-data;name="f";filename="\(mark);\(mark)"\r\nContent-Type: \(mark)\r\n\r\n\(mark)\r\n--b--
            """
        let form = try #require(
            MultipartForm(Array(body.utf8), contentType: "multipart/form-data; a=\(mark); boundary=b"))
        let field = try #require(form.fields.first)
        #expect(field.name.isSameBytes(as: name) && field.value.isSameBytes(as: mark) && form.fields.count == 1)
        let upload = try #require(form.uploads.first)
        #expect(upload.field == "f" && upload.file.name.isSameBytes(as: "\(mark);\(mark)"))
        #expect(upload.file.mediaType.isSameBytes(as: mark) && upload.file.bytes == Array(mark.utf8))
    }

    @Test("a request of another type is not a form, whatever its letters look like")
    func types() {
        #expect(ReceivedForm.isType("Application/X-WWW-form-URLencoded ; charset=utf-8"))
        #expect(!ReceivedForm.isType("application/x-www-form-urlencoded\u{301};"))
        #expect(!ReceivedForm.isType("application/x-www-form-urlencoded\u{37E}charset=utf-8"))
        #expect(throws: RequestFault.self) {
            var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/")
            head.headers.add(name: "Transfer-Encoding", value: "chun\u{212A}ed")
            _ = try ReceivedHead(head)
        }
    }

    @Test(
        "a target has bytes of ASCII only",
        arguments: ["/\u{301}", "/a\u{301}/../b", "/ä", "/a\u{7F}", "http://x/\u{600}/"])
    func targets(target: String) {
        #expect(throws: RequestFault.self) {
            try ReceivedHead(HTTPRequestHead(version: .http1_1, method: .GET, uri: target))
        }
    }

    @Test("a path has one spelling: others redirect to it, or do not exist")
    func spellings() async throws {
        try await TestDoor.run(publicFolder: publicFolder) { _, client in
            let browser = TestBrowser(client)
            for path in ["/session/new/", "/session//new?next=%2Fa", "//session/new//"] {
                let answer = try await browser.get(path)
                #expect(answer.status == .permanentRedirect, "\(path)")
                #expect(answer.headers[.location] == "/session/new" + (path.has("?") ? "?next=%2Fa" : ""))
            }
            let posted = try await browser.post("/session/", [("username", "ada"), ("password", "x")])
            #expect(posted.status == .notFound)
            let launch = try await browser.get("/")
            #expect(launch.status == .ok)
        }
    }

    @Test("15.3.4 a client behind a proxy that appends does not choose its own address", arguments: marks)
    func addresses(mark: String) async throws {
        let clients = ClientAddress(trustedProxies: AddressRange.loopback)
        for way in [
            "x, 6.6.6.6 \(mark), 9.9.9.9", "6.6.6.6\(mark),9.9.9.9", "6.6.6.6,\(mark)\t,\t9.9.9.9\t",
            "6.6.6.6\t\(mark),9.9.9.9:80",
        ] {
            let fields = HTTPFields([HTTPField(name: .xForwardedFor, value: way)])
            let request = Request(
                head: HTTPRequest(method: .get, scheme: "http", authority: "x", path: "/", headerFields: fields),
                body: RequestBody(buffer: .init()))
            let channel = EmbeddedChannel()
            try await channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            #expect(clients.client(of: request, on: channel).address == "9.9.9.9", "\(way)")
        }
    }
}
