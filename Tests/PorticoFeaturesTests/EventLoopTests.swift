import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import PorticoAssets
import PorticoHTML
import PorticoServer
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("The threads of requests")
struct EventLoopTests {
    /// Records whether code of the server ran on the thread of an event loop.
    private final class Places: Sendable {
        private let places = Mutex<[String: Set<Bool>]>([:])

        func note(_ name: String) {
            let isLoop = MultiThreadedEventLoopGroup.currentEventLoop != nil
            places.withLock { _ = $0[name, default: []].insert(isLoop) }
        }

        func areLoops(_ name: String) -> Set<Bool> { places.withLock { $0[name] ?? [] } }
    }

    /// Records the threads of the log lines of answered requests.
    private struct Handler: LogHandler {
        let places: Places
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.debug

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            if event.message == "answered", let path = event.metadata?["path"] { places.note("\(path)") }
        }
    }

    @Test("are those of the event loops, except for the pages of an application and its home")
    func threads() async throws {
        let places = Places()
        try await TestServer.run(
            publicFolder: publicFolder, logger: Logger(label: "test") { _ in Handler(places: places) },
            mount: { main in
                main.home { _, _ in
                    places.note("home")
                    return PlainContent()
                }
                main.page("/orders", title: "Orders") { _, _ in
                    places.note("orders")
                    return PlainContent()
                }
                main.routes { routes, _ in
                    routes.get("/orders/all") { _, _ in
                        let body = ResponseBody { writer in
                            places.note("all orders")
                            try await writer.finish(nil)
                        }
                        return Response(status: .ok, body: body)
                    }
                }
            }
        ) { server, client in
            try await server.addAccount()
            let browser = TestBrowser(client)
            _ = try await browser.get("/session/new")
            _ = try await browser.signIn()
            _ = try await browser.get("/")
            _ = try await browser.get("/orders")
            _ = try await browser.get("/orders/all")
        }
        for path in ["/session/new", "/session", "/", "/orders"] {
            #expect(places.areLoops(path) == [true], "\(path)")
        }
        for code in ["home", "orders", "all orders"] { #expect(places.areLoops(code) == [false], "\(code)") }
    }

    @Test("are not those of the event loops where a public file is compressed")
    func compressed() async throws {
        var generator = SystemRandomNumberGenerator()
        let text = (0..<60_000).map { _ in String(generator.next(), radix: 36) }.joined()
        let library = try AssetLibrary(
            folder: publicFolder, at: "/assets", fixed: [:], security: [:], isDevelopment: false)
        let release = library.publish(["large.txt": Array(text.utf8)])
        let head = HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/assets/\(release)/large.txt",
            headerFields: [.acceptEncoding: "br"])
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let places = Places()
        try await Task(executorPreference: EventLoopExecutor(loop)) {
            // Runs only if the loop is free in the meantime.
            loop.execute { places.note("the next in line") }
            let response = try await library.response(to: request)
            #expect(places.areLoops("the next in line") == [true])
            #expect(response?.headers[.contentEncoding] == "br")
        }.value
    }
}
