import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAssets
import PorticoTestSupport
import Testing

@Suite("Public files")
struct AssetTests {
    private let size = AssetFixture.css.utf8.count

    @Test("are at an address that never changes its content, for ever")
    func immutable() async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.get("\(release)/css/a.css")
            #expect(response.status == .ok)
            #expect(response.text == AssetFixture.css)
            #expect(response.headers[.contentType] == "text/css; charset=utf-8")
            #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(response.headers[.vary] == "Accept-Encoding")
            #expect(response.headers[.contentEncoding] == nil)
            #expect(response.headers[.acceptRanges] == "bytes")
            #expect(try await browser.get("\(release)/a.png").body == ByteBuffer(bytes: AssetFixture.png))
        }
    }

    @Test("name their source map, if there is one")
    func sourceMap() async throws {
        try await AssetFixture.run { browser, release in
            let name = try #require(HTTPField.Name("SourceMap"))
            #expect(try await browser.get("\(release)/css/a.css").headers[name] == "a.css.map")
            #expect(try await browser.get("\(release)/css/a.css.map").status == .ok)
            #expect(try await browser.get("\(release)/a.png").headers[name] == nil)
        }
    }

    @Test("of the page all exist")
    func ofThePage() async throws {
        try await withServer { _, client in
            let browser = TestBrowser(client)
            let page = try await browser.get("/").text
            let addresses = page.matches(of: /(?:href|src)="(\/assets\/[^"]+)"/).map { String($0.1) }
            #expect(addresses.count > 5)
            for address in addresses { #expect(try await browser.get(address).status == .ok, "\(address)") }
        }
    }

    @Test("are unchanged if the client has them: 304, without a body", arguments: ["", "gzip", "br"])
    func notModified(encoding: String) async throws {
        try await AssetFixture.run { browser, release in
            let path = "\(release)/css/a.css"
            let tag = try #require(try await browser.get(path, headers: [.acceptEncoding: encoding]).headers[.eTag])
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""))
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "\"x\",\(tag) , \"y\"", "*"] {
                let response = try await browser.get(path, headers: [.ifNoneMatch: known, .acceptEncoding: encoding])
                #expect(response.status == .notModified, "\(known)")
                #expect(response.body.readableBytes == 0)
                #expect(response.headers[.eTag] == tag)
                #expect(response.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(response.headers[.contentType] == nil)
            }
            for other in ["\"x\"", "", "x", "\"\(tag)\"", tag.replacing("\"", with: "")] {
                #expect(try await browser.get(path, headers: [.ifNoneMatch: other]).status == .ok, "\(other)")
            }
            let part = try await browser.get(path, headers: [.ifNoneMatch: tag, .range: "bytes=0-1"])
            #expect(part.status == .notModified, "the condition is checked before the range")
        }
    }

    @Test(
        "are compressed for clients that accept that, with a separate tag",
        arguments: [
            ("gzip", "gzip"), ("gzip, deflate, br", "br"), ("deflate, gzip;q=0.5", "gzip"), ("*", "br"), ("br", "br"),
            ("br;q=0, gzip", "gzip"), ("br;q=0, *", "gzip"), ("gzip ; q=1", "gzip"), ("GZIP", "gzip"), ("BR", "br"),
            ("", nil), ("gzip;q=0", nil), ("gzip;q=0.000, br; q=0", nil), ("identity", nil), ("xgzip", nil),
            ("*;q=0", nil), ("deflate", nil),
        ])
    func compressed(header: String, coding: String?) async throws {
        try await AssetFixture.run { browser, release in
            let plain = try await browser.get("\(release)/css/a.css")
            let response = try await browser.get("\(release)/css/a.css", headers: [.acceptEncoding: header])
            #expect(response.status == .ok)
            #expect(response.headers[.contentEncoding] == coding)
            #expect((response.body.readableBytes < 500) == (coding != nil))
            #expect(response.headers[.vary] == "Accept-Encoding")
            #expect((response.headers[.eTag] != plain.headers[.eTag]) == (coding != nil))
        }
    }

    @Test("that compression does not shrink are never compressed")
    func notCompressed() async throws {
        try await AssetFixture.run { browser, release in
            for (name, vary) in [("a.png", nil), ("empty.txt", "Accept-Encoding")] {
                let response = try await browser.get("\(release)/\(name)", headers: [.acceptEncoding: "gzip, br"])
                #expect(response.status == .ok)
                #expect(response.headers[.contentEncoding] == nil)
                #expect(response.headers[.vary] == vary)
            }
        }
    }

    @Test("answer HEAD as GET, without the body")
    func head() async throws {
        try await AssetFixture.run { browser, release in
            let get = try await browser.get("\(release)/css/a.css")
            let head = try await browser.send(.head, "\(release)/css/a.css")
            #expect(head.status == .ok)
            #expect(head.body.readableBytes == 0)
            #expect(head.headers[.contentLength] == "\(size)")
            for name in [HTTPField.Name.eTag, .contentType, .cacheControl, .vary] {
                #expect(head.headers[name] == get.headers[name])
            }
        }
    }

    @Test("can only be read", arguments: [HTTPRequest.Method.post, .put, .delete, .options])
    func methods(method: HTTPRequest.Method) async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.send(method, "\(release)/css/a.css")
            #expect(response.status == .methodNotAllowed)
            #expect(response.headers[.allow] == "GET, HEAD")
        }
    }

    @Test(
        "have the media type of their extension",
        arguments: [
            ("a.mjs", "text/javascript; charset=utf-8"), ("a.pdf", "application/pdf"),
            ("a.unknown", "application/octet-stream"),
        ])
    func mediaTypes(name: String, type: String) async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.get("\(release)/\(name)")
            #expect(response.headers[.contentType] == type)
        }
    }

    @Test("at fixed addresses are requested again every day")
    func fixed() async throws {
        try await AssetFixture.run { browser, release in
            let robots = try await browser.get("/robots.txt")
            #expect(robots.text == "User-agent: *\n")
            #expect(robots.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(robots.headers[.cacheControl] == "public, max-age=86400")
            #expect(try await browser.get("/a.png").status == .notFound, "only these few")
        }
        try await withServer { _, client in
            let robots = try await TestBrowser(client).get("/robots.txt")
            #expect(robots.status == .ok)
            #expect(robots.text.contains("User-agent"))
        }
    }

    @Test(
        "do not exist under another release or name, or as a folder",
        arguments: [
            "/assets/other12345/css/a.css", "/assets/", "/assets", "/assets//css/a.css", "R", "R/", "R/css", "R/css/",
            "R/css/A.css", "R/css/a.css/", "R//css/a.css", "R/css//a.css", "R/css/a.css%00", "R/./css/a.css",
            "R/css/b.css",
        ])
    func missing(path: String) async throws {
        try await AssetFixture.run { browser, release in
            let response = try await browser.get(path.replacing("R", with: release))
            #expect(response.status == .notFound)
            #expect(response.headers[.cacheControl] == "no-store", "a client asks again after a release")
        }
    }

    @Test(
        "are the only ones: no parent folders, links to the outside or hidden files",
        arguments: [
            "../secret.txt", "css/../../secret.txt", "%2e%2e/secret.txt", "..%2fsecret.txt", "%2e%2e%2fsecret.txt",
            "..%5csecret.txt", "..\\secret.txt", "css/..;/secret.txt", ".env", ".hidden/secret.txt", "%2eenv",
            "link.txt",
            "absolute.txt", "folder/secret.txt", "folder", "broken.txt", "css%2fa.css", "%63ss/a.css", "a.png%00.css",
            "....//secret.txt", "%252e%252e/secret.txt", "%c0%ae%c0%ae/secret.txt", "../../../../../../etc/passwd",
        ])
    func escapes(path: String) async throws {
        try await AssetFixture.run { browser, release in
            for target in ["\(release)/\(path)", "/\(path)", "/assets/\(path)"] {
                let response = try await browser.get(target)
                // Another spelling of a path redirects to the canonical one.
                #expect(
                    (400..<500).contains(response.status.code) || response.status == .permanentRedirect, "\(target)")
                #expect(!response.text.contains("top secret"))
                #expect(!response.text.contains("root:"))
            }
        }
    }

    @Test("that are links to one another are files as well")
    func insideLink() async throws {
        try await AssetFixture.run { browser, release in
            #expect(try await browser.get("\(release)/inside.png").status == .ok)
            let empty = try await browser.get("\(release)/empty.txt")
            #expect(empty.status == .ok)
            #expect(empty.body.readableBytes == 0)
        }
    }

    @Test("are the bundles in production, and the sources in development", arguments: [true, false])
    func bundles(isDevelopment: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("public-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["css/a.css", "dist/css/b.css", "js/dev-a.js", "dist/js/dev-b.js"] {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("a{}".utf8).write(to: file)
        }
        let library = try AssetLibrary(
            folder: folder.path, at: "/assets", fixed: [:], security: [:], isDevelopment: isDevelopment)
        var served: [String] = []
        for name in ["css/a.css", "css/b.css", "dist/css/b.css", "js/dev-a.js", "js/dev-b.js"] {
            let path = "/assets/\(library.release)/\(name)"
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            if (try? await library.response(to: request)) != nil { served.append(name) }
        }
        #expect(served == (isDevelopment ? ["css/a.css", "js/dev-a.js"] : ["css/b.css"]))
    }

    @Test("in the program are those of the folder Public", arguments: [true, false])
    func embedded(isDevelopment: Bool) throws {
        let releases = try [nil, publicFolder].map { folder in
            try AssetLibrary(folder: folder, at: "/assets", fixed: [:], security: [:], isDevelopment: isDevelopment)
                .release
        }
        #expect(releases[0] == releases[1])
    }
}
