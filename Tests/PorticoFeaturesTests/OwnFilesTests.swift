import HTTPTypes
import Hummingbird
import Metrics
import NIOCore
import NIOEmbedded
import NIOHTTP1
import PorticoHTML
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("The public files of an application")
struct OwnFilesTests {
    private static let folder = PublicFolder(
        fingerprint: "abcdefghij",
        files: [
            // The content is `a{}`.
            PublicFile(name: "css/shop.css", base64: "YXt9"), PublicFile(name: "js/shop.js", base64: "YXt9"),
            PublicFile(name: "js/shop.js.map", base64: "e30="), PublicFile(name: "img/icon.svg", base64: "YXt9"),
            PublicFile(name: "robots.txt", base64: "YXt9"),
        ])

    @Test("are served beside Portico's, without a time limit")
    func served() async throws {
        try await withFiles { browser in
            let style = try await browser.get("/assets/abcdefghij/css/shop.css")
            #expect(style.status == .ok)
            #expect(style.text == "a{}")
            #expect(style.headers[.contentType] == "text/css; charset=utf-8")
            #expect(style.headers[.cacheControl] == "public, max-age=31536000, immutable")
            let script = try await browser.get("/assets/abcdefghij/js/shop.js")
            #expect(script.headers[HTTPField.Name("SourceMap")!] == "shop.js.map")
            #expect(try await browser.get("/assets/abcdefghij/css/login.css").status == .notFound)
            #expect(try await browser.get("/assets/abcdefghik/css/shop.css").status == .notFound)
            #expect(try await browser.get("/robots.txt").text == "a{}")
        }
    }

    @Test("style all screens; scripts run after the sign-in; icons replace Portico's")
    func used() async throws {
        try await withFiles { browser in
            let (style, script) = (
                #"<link rel="stylesheet" href="/assets/abcdefghij/css/shop.css">"#,
                #"<script type="module" src="/assets/abcdefghij/js/shop.js"></script>"#
            )
            let cover = try await browser.get("/session/new").text
            #expect(cover.contains(style))
            #expect(!cover.contains(script))
            _ = try await browser.signIn()
            let main = try await browser.get("/").text
            #expect(main.contains(style))
            #expect(main.contains(script))
            #expect(main.contains(#"<link rel="icon" href="/assets/abcdefghij/img/icon.svg""#))
            let portico = try #require(main.firstRange(of: "/css/main.css"))
            #expect(try portico.upperBound < #require(main.firstRange(of: style)).lowerBound)
        }
    }

    @Test("that do not exist prevent the start")
    func missing() async {
        await #expect(processExitsWith: .failure) {
            _ = PublicFolder(fingerprint: "a", files: []).path(of: "css/shop.css")
        }
        await #expect(processExitsWith: .failure) {
            _ = PublicFolder(fingerprint: "a", files: [PublicFile(name: "a b.css", base64: "")])
        }
    }

    private func withFiles(_ test: @escaping @Sendable (TestBrowser) async throws -> Void) async throws {
        try await TestServer.run(
            publicFolder: publicFolder,
            mount: { $0.serve(Self.folder, styleSheets: ["css/shop.css"], scripts: ["js/shop.js"]) }
        ) { server, client in
            try await server.addAccount()
            try await test(TestBrowser(client))
        }
    }
}

@Suite("Sizes of bodies")
struct BodyLimitTests {
    @Test("have limits by path")
    func paths() {
        var limits = BodyLimits()
        #expect(limits.limit(of: "/photos") == 1_048_576)
        limits.add("/photos/:id", 10)
        for path in ["/photos/1", "/photos/1?a=/b", "/photos/x/"] { #expect(limits.limit(of: path) == 10, "\(path)") }
        for path in ["/photos", "/photos/1/2", "/other/1", "*"] {
            #expect(limits.limit(of: path) == 1_048_576, "\(path)")
        }
    }

    @Test(
        "have 20 seconds to arrive for each MiB of the path's limit", arguments: [("/usual", 20), ("/photos", 40)])
    func time(path: String, seconds: Int64) throws {
        var limits = BodyLimits()
        limits.add("/photos", 3_000_000)
        let rules = ConnectionRules(
            headers: [:], faults: RequestFaultCounters(factory: NOOPMetricsHandler.instance), bodyLimits: limits)
        let channel = EmbeddedChannel(handler: rules)
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: path, headers: ["Host": "door.example", "Content-Length": "9"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "a")))
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds - 1))
        try channel.writeInbound(HTTPServerRequestPart.body(ByteBuffer(string: "b")))
        try channel.throwIfErrorCaught()
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(throws: RequestFault.bodyTooSlow) { try channel.throwIfErrorCaught() }
    }

    @Test("are smaller or greater than usual, at their paths only")
    func served() async throws {
        try await TestServer.run(
            publicFolder: publicFolder,
            mount: { main in
                main.limitBodies(at: "/small", to: 10)
                main.limitBodies(at: "/photos/:id", to: 3_000_000)
                main.routes { routes, _ in
                    for path in ["small", "photos/:id", "usual"] {
                        routes.post(RouterPath(path)) { request, _ -> String in
                            "\(try await request.body.collect(upTo: 3_000_000).readableBytes)"
                        }
                    }
                }
            }
        ) { server, client in
            try await server.addAccount()
            let browser = try await browser(client)
            for (path, size, status) in [
                ("/small", 10, HTTPResponse.Status.ok), ("/small", 11, .contentTooLarge),
                ("/photos/1", 2_000_000, .ok), ("/photos/1", 3_000_001, .contentTooLarge),
                ("/usual", 1_048_576, .ok), ("/usual", 1_048_577, .contentTooLarge),
            ] {
                let body = ByteBuffer(repeating: 65, count: size)
                let response = try await browser.send(
                    .post, path, headers: [.contentType: "application/octet-stream"], body: body)
                #expect(response.status == status, "\(path) \(size)")
                if status == .ok { #expect(response.text == "\(size)") }
            }
        }
    }
}
