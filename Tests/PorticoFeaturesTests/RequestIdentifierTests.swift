import HTTPTypes
import PorticoConfig
import PorticoServer
import PorticoTestSupport
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

@Suite("The id of a request")
struct RequestIdentifierTests {
    private static let field = HTTPField.Name("X-Request-ID")!

    /// The ids of the responses to requests with the ids `sent` by a proxy.
    private func ids(_ sent: [String], isTrusted: Bool) async throws -> (ids: [String], log: String) {
        let log = LogRecorder()
        let found = Found()
        try await TestServer.run(
            publicFolder: publicFolder, logger: log.logger,
            configure: { $0.trustedProxies = isTrusted ? AddressRange.loopback : [] }
        ) { _, client in
            for id in sent {
                let response = try await TestBrowser(client).get("/healthz", headers: [Self.field: id])
                await found.add(response.headers[Self.field] ?? "")
            }
        }
        return (await found.ids, log.text)
    }

    private actor Found {
        var ids: [String] = []
        func add(_ id: String) { ids.append(id) }
    }

    @Test("is the trusted proxy's, in the log lines and the response")
    func trusted() async throws {
        let sent = ["0af7651916cd43dd8448eb211c80319c", "a.B_c-1"]
        let (ids, log) = try await ids(sent, isTrusted: true)
        #expect(ids == sent)
        for id in sent { #expect(log.contains("hb.request.id=\(id)")) }
    }

    @Test("16.4.1 is the server's if no trusted proxy sends a valid one")
    func untrusted() async throws {
        let invalid = ["", "a b", "a=b", "é", String(repeating: "a", count: 65)]
        let (ids, log) = try await ids(invalid, isTrusted: true)
        #expect(ids.allSatisfy { !$0.isEmpty && !invalid.contains($0) })
        #expect(Set(ids).count == invalid.count)
        let (foreign, _) = try await self.ids(["forged"], isTrusted: false)
        #expect(foreign != ["forged"] && foreign != [""])
        #expect(!log.contains("forged"))
    }
}

@Suite("Security: log lines that clients cause")
struct LogLimitTests {
    @Test("16.3.3 are written once a minute for each kind, with their number")
    func limit() {
        let start = ContinuousClock.now
        let clock = Clock(start)
        let limit = LogLimit(now: clock.now)
        #expect(limit.take("a") == 1)
        #expect(limit.take("b") == 1)
        for _ in 0..<4 { #expect(limit.take("a") == nil) }
        clock.time.withLock { $0 = start + .seconds(60) }
        #expect(limit.take("a") == 5)
        #expect(limit.take("a") == nil)
    }

    @Test("16.3.3 are one a second in an outage of the database, with their number and the remedy")
    func outage() {
        let start = ContinuousClock.now
        let (clock, log) = (Clock(start), LogRecorder())
        let errors = ErrorLog(lines: LogLimit(interval: .seconds(1), now: clock.now))
        let failure = StorageFailure("no connection", isOutOfReach: true)
        let first = errors.write(failure, log.logger)
        for _ in 0..<9 { #expect(errors.write(failure, log.logger) == first, "the log has the person's id") }
        #expect(log.lines.count == 1)
        #expect(log.text.contains("the database does not answer"))
        clock.time.withLock { $0 = start + .seconds(1) }
        #expect(errors.write(failure, log.logger) != first)
        #expect(log.lines.count == 2)
        #expect(log.lines.last?.contains("requests=10") == true)
        for _ in 0..<2 { _ = errors.write(StorageFailure("disk full"), log.logger) }
        for _ in 0..<2 { _ = errors.write(CancellationError(), log.logger) }
        #expect(log.lines.count == 5, "a full disk is another kind; errors of handlers have a line each")
    }

    private final class Clock: Sendable {
        let time: Mutex<ContinuousClock.Instant>
        init(_ time: ContinuousClock.Instant) { self.time = Mutex(time) }
        @Sendable func now() -> ContinuousClock.Instant { time.withLock { $0 } }
    }

    @Test("16.3.3 are of rejected hosts and cross-site requests, once a minute")
    func rejected() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, logger: log.logger) { _, client in
            let browser = TestBrowser(client)
            for _ in 0..<3 {
                _ = try await browser.get("/", headers: [.host: "evil.example"])
                _ = try await browser.post("/session", headers: [.secFetchSite: "cross-site", .origin: "null"])
            }
        }
        let lines = log.lines.filter { $0.contains("a request was rejected") }
        #expect(lines.count == 2)
        #expect(lines.contains { $0.contains("status=421") && $0.contains("host=evil.example") })
        #expect(lines.contains { $0.contains("status=403") && $0.contains("site=cross-site") })
    }

    @Test("15.3.4 are of X-Forwarded-For from a peer that is not trusted, once a minute")
    func forwarded() async throws {
        let log = LogRecorder()
        try await TestDoor.run(publicFolder: publicFolder, logger: log.logger) { _, client in
            for _ in 0..<3 { _ = try await TestBrowser(client).get("/", headers: [.xForwardedFor: "192.0.2.7"]) }
        }
        let lines = log.lines.filter { $0.contains("X-Forwarded-For is ignored") }
        #expect(lines.count == 1)
        #expect(lines.first?.contains("peer=127.0.0.1") == true)
    }
}
