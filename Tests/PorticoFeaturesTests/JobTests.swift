import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PorticoHTML
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

/// Work that continues until the test determines its result.
private final class Workshop: Sendable {
    enum End { case done, failing }
    struct Broken: Error {}

    private let orders = AsyncStream.makeStream(of: End.self)
    private let runs = Mutex(0)

    /// The number of starts.
    var count: Int { runs.withLock { $0 } }

    func finish(_ end: End = .done) { orders.continuation.yield(end) }

    func work(_ progress: JobProgress) async throws -> Download {
        runs.withLock { $0 += 1 }
        progress.report(0.25, "A quarter")
        for await end in orders.stream {
            guard case .done = end else { throw Broken() }
            return Download(fileName: "Größe 1.txt", type: "text/plain", bytes: ByteBuffer(string: "result"))
        }
        throw CancellationError()
    }
}

/// A server on which `POST /reports/NAME` begins a job named NAME.
private func withJobs(
    _ test: @escaping @Sendable (TestServer, TestClient, Workshop) async throws -> Void
) async throws {
    let shop = Workshop()
    let mount: @Sendable (inout MainSection) -> Void = { main in
        main.routes { routes, _ in
            routes.post("reports/:name") { request, context in
                try await context.progress(of: try context.parameters.require("name"), request, work: shop.work)
            }
        }
    }
    try await TestServer.run(publicFolder: publicFolder, mount: mount) { server, client in
        try await server.addAccount()
        try await server.addAccount("bob", name: "Bob")
        try await test(server, client, shop)
    }
}

/// Begins a job without script, as from the page about the server.
private func begin(_ name: String = "sales", by browser: TestBrowser) async throws -> String {
    let answer = try await browser.post("/reports/\(name)", headers: [.referer: "http://localhost/about?x=1"])
    #expect(answer.status == .seeOther)
    return try #require(answer.headers[.location])
}

/// A page, as soon as it contains `text`.
private func page(_ path: String, saying text: String, to browser: TestBrowser) async throws -> TestResponse {
    let isSaid = try await eventually { try await browser.get(path).text.contains(text) }
    #expect(isSaid, "\(text)")
    return try await browser.get(path)
}

@Suite("D7 long work")
struct JobTests {
    @Test("has a page that reloads until the job is done, and then leads to the file")
    func ownPage() async throws {
        try await withJobs { _, client, shop in
            let ada = try await browser(client)
            let path = try await begin(by: ada)
            let running = try await page(path, saying: "A quarter", to: ada)
            #expect(running.headers[.init("Refresh")!] == "1")
            #expect(running.text.contains(#"<progress id="job-progress" max="1" value="0.25""#))
            #expect(running.text.matches(of: /A quarter/).count == 1, "not in a toast, too")
            #expect(running.text.contains(#"data-url="/about?x=1""#), "the job is over the page where it began")
            #expect(try await ada.get("\(path)/result").status == .notFound)
            shop.finish()
            let done = try await page(path, saying: "Ready: sales", to: ada)
            #expect(done.headers[.init("Refresh")!] == "0; url=\(path)/result")
            let file = try await ada.get("\(path)/result")
            #expect(file.text == "result")
            #expect(file.headers[.contentDisposition] == "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe%201.txt")
            #expect(file.headers[.cacheControl] == "no-store")
            #expect(file.headers[.xContentTypeOptions] == "nosniff")
        }
    }

    @Test("leaves script on its page, which shows the HUD meanwhile, in this browser only")
    func hud() async throws {
        try await withJobs { _, client, shop in
            let ada = try await browser(client)
            let answer = try await ada.post(
                "/reports/sales", headers: fromScript.merged([.referer: "http://localhost/about"]))
            #expect(answer.status == .noContent)
            #expect(answer.headers[.porticoLocation] == "/about")
            let page = try await page("/about", saying: "A quarter", to: ada)
            #expect(
                page.text.contains(#"&quot;kind&quot;:&quot;progress&quot;"#) || page.text.contains(#"&#34;progress"#))
            #expect(!(try await ada.get("/").text.contains("A quarter")))
            #expect(!(try await browser(client).get("/about").text.contains("A quarter")))
            shop.finish()
            let isOver = try await eventually { !(try await ada.get("/about").text.contains("A quarter")) }
            #expect(isOver)
        }
    }

    @Test("is shown by pages over the one where it began, too")
    func beneath() async throws {
        try await withJobs { _, client, _ in
            let ada = try await browser(client)
            _ = try await ada.post("/reports/sales", headers: fromScript.merged([.referer: "http://localhost/"]))
            _ = try await page("/about", saying: "A quarter", to: ada)
        }
    }

    @Test("belongs to its owner")
    func owner() async throws {
        try await withJobs { _, client, shop in
            let path = try await begin(by: browser(client))
            let bob = try await browser(of: "bob", client)
            #expect(try await bob.get(path).status == .notFound)
            #expect(try await bob.post("\(path)/cancel").status == .notFound)
            shop.finish()
            let ada = try await browser(client)
            _ = try await page(path, saying: "Ready: sales", to: ada)
            #expect(try await bob.get("\(path)/result").status == .notFound)
        }
    }

    @Test("runs once at a time, and two at most")
    func limits() async throws {
        try await withJobs { _, client, shop in
            let ada = try await browser(client)
            let path = try await begin(by: ada)
            #expect(try await begin(by: ada) == path)
            _ = try await begin("costs", by: ada)
            let third = try await ada.post("/reports/taxes")
            #expect(third.status == .tooManyRequests)
            #expect(third.headers[.retryAfter] == "10")
            _ = try await begin("taxes", by: browser(of: "bob", client))
            let isBegun = try await eventually { shop.count == 3 }
            #expect(isBegun)
        }
    }

    @Test("can be cancelled, and ends then")
    func cancel() async throws {
        try await withJobs { _, client, shop in
            let ada = try await browser(client)
            let path = try await begin(by: ada)
            #expect(try await ada.get("\(path)/cancel").status == .methodNotAllowed)
            #expect(try await ada.post("\(path)/cancel", [("account", "local/bob")]).status == .conflict)
            let files: HTTPFields = [.contentType: "multipart/form-data; boundary=b"]
            #expect(
                try await ada.post("\(path)/cancel", [("account", "local/bob")], headers: files).status
                    == .unsupportedMediaType)
            let script = try await begin("costs", by: ada)
            let answer = try await ada.post("\(script)/cancel", headers: fromScript)
            #expect(answer.status == .noContent)
            #expect(answer.headers[.porticoLocation] == "/about?x=1", "script stays where it is")
            #expect(try await ada.post("\(path)/cancel").headers[.location] == path)
            let page = try await ada.get(path)
            #expect(page.text.contains("Cancelled: sales"))
            #expect(page.headers[.init("Refresh")!] == nil)
            shop.finish()
            // A cancelled job is counted until its work has returned.
            let isOver = try await eventually {
                let answer = try await ada.post("/reports/sales")
                return answer.status == .seeOther && answer.headers[.location] != path
            }
            #expect(isOver)
            #expect(try await ada.get("\(path)/result").status == .notFound)
        }
    }

    @Test("reports its failure, and the log has the reason")
    func failure() async throws {
        try await withJobs { _, client, shop in
            let ada = try await browser(client)
            let path = try await begin(by: ada)
            shop.finish(.failing)
            _ = try await page(path, saying: "Not finished: sales. Try again later.", to: ada)
            #expect(try await ada.get("\(path)/result").status == .notFound)
        }
    }

    @Test("that failed while only other pages were open is reported once by the next page where it began")
    func unheard() async throws {
        try await withJobs { _, client, shop in
            let ada = try await browser(client)
            let stream = try await OpenStream(ada, port: client.port)
            _ = try await ada.post("/reports/sales", headers: fromScript.merged([.referer: "http://localhost/about"]))
            shop.finish(.failing)
            #expect(await stream.events(until: #"{"path":"/about"}"#).last?.name == "missed")
            let pages = [try await ada.get("/"), try await ada.get("/about"), try await ada.get("/about")]
            #expect(pages.map { $0.text.contains("Not finished: sales.") } == [false, true, false])
        }
    }

    @Test("is deleted ten minutes after its end")
    func forgotten() async throws {
        try await withJobs { server, client, shop in
            let ada = try await browser(client)
            let path = try await begin(by: ada)
            shop.finish()
            _ = try await page(path, saying: "Ready: sales", to: ada)
            for (offset, status) in [(540.0, HTTPResponse.Status.ok), (601, .notFound)] {
                #expect(try await ada.post("/dev/settings", [("clockOffset", "\(offset)")]).status == .noContent)
                #expect(try await ada.get("\(path)/result").status == status)
            }
        }
    }
}
