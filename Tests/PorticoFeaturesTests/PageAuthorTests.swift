import Foundation
import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

private let density = SettingKey("shop.density", default: 3) { (1...5).contains($0) }
private let motto = SettingKey("shop.motto", default: "none", level: .installation)

private enum Tab: String {
    case open, done
}

extension MainSection {
    fileprivate mutating func addAuthorsPages() {
        page("/orders/:number/:tab", title: "Order", isLinked: false) { _, context in
            let tab = try context.parameter("tab", as: Tab.self)
            return PlainContent(text: "order \(try context.parameter("number", as: Int.self)) \(tab)")
        }
        page("/nameless/:number", title: "Order", isLinked: false) { _, context in
            PlainContent(text: try context.parameter("other"))
        }
        page("/config", title: "Configuration", isLinked: false) { _, context in
            let (density, motto) = (
                try await context.config.value(of: density), try await context.config.value(of: motto)
            )
            return PlainContent(text: "density \(density), motto \(motto)")
        }
        routes { routes, _ in
            routes.post("density/:value") { _, context -> Response in
                try await context.config.set(density, to: try context.parameter("value"))
                return Response(status: .noContent)
            }
            routes.post("motto") { _, context -> Response in
                try await context.config.set(motto, to: "Onwards")
                return Response(status: .noContent)
            }
            routes.get("download") { _, _ in Download(fileName: "a b.txt", type: "text/plain", bytes: "text".utf8) }
            routes.get("download/file") { _, _ in
                try await Download(fileName: "tests.swift", type: "text/plain", contentsOf: #filePath)
            }
            routes.get("download/none") { _, _ in
                try await Download(fileName: "none", type: "text/plain", contentsOf: #filePath + ".none")
            }
        }
    }
}

@Suite("The interface for page authors")
struct PageAuthorTests {
    @Test("Segments are values of a type; with others, the page does not exist")
    func parameters() async throws {
        try await withAuthorsPages { _, client in
            let browser = try await browser(client)
            #expect(try await browser.get("/orders/12/open").text.contains("order 12 open"))
            for path in ["/orders/x/open", "/orders/12/other", "/orders/1.5/open", "/orders/99999999999999999999/open"]
            {
                let page = try await browser.get(path)
                #expect(page.status == .notFound, "\(path)")
                #expect(page.isError)
            }
            #expect(try await browser.get("/nameless/1").status == .internalServerError)
        }
    }

    @Test("E3 E4 Keys of an application have values of the person or of the installation, and open pages follow")
    func config() async throws {
        try await withAuthorsPages { server, client in
            let (ada, bob) = (try await browser(client), try await browser(of: "bob", client))
            #expect(try await ada.get("/config").text.contains("density 3, motto none"))
            let stream = try await OpenStream(bob, port: client.port)
            #expect(try await ada.post("/density/5").status == .noContent)
            #expect(try await ada.post("/motto").status == .noContent)
            #expect(try await ada.post("/density/6").status == .internalServerError)
            #expect(try await ada.get("/config").text.contains("density 5, motto Onwards"))
            #expect(try await bob.get("/config").text.contains("density 3, motto Onwards"))
            #expect(await stream.events(until: "shop.motto").map(\.data) == [#"{"keys":["shop.motto"]}"#])
        }
    }

    @Test("Downloads consist of bytes or a file")
    func downloads() async throws {
        try await withAuthorsPages { _, client in
            let browser = try await browser(client)
            let bytes = try await browser.get("/download")
            #expect(bytes.text == "text")
            #expect(bytes.headers[.contentType] == "text/plain")
            #expect(bytes.headers[.contentDisposition] == "attachment; filename*=UTF-8''a%20b.txt")
            #expect(try await browser.get("/download/file").text == String(contentsOfFile: #filePath, encoding: .utf8))
            #expect(try await browser.get("/download/none").status == .internalServerError)
        }
    }

    private func withAuthorsPages(
        _ test: @escaping @Sendable (TestServer, TestClient) async throws -> Void
    ) async throws {
        try await TestServer.run(publicFolder: publicFolder, mount: { $0.addAuthorsPages() }) { server, client in
            try await server.addAccount()
            try await server.addAccount("bob", name: "Bob")
            try await test(server, client)
        }
    }
}
