import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoPostgreSQL
import PorticoSQL
import PorticoTestSupport
import PorticoViews
import Synchronization
import Testing

@testable import PorticoDoor
@testable import PorticoFeatures
@testable import PorticoRoot

/// Work that continues until it is released, even after a cancellation.
private struct Stubborn: Sendable {
    private let orders = AsyncStream.makeStream(of: Void.self)

    func finish() { orders.continuation.finish() }

    func work(_ progress: JobProgress) async throws -> JobResult {
        await Task { for await _ in orders.stream {} }.value
        return file("late")
    }
}

/// Work that continues until it is cancelled.
private func endless(_ progress: JobProgress) async throws -> JobResult {
    progress.report(0.5, "Half")
    try await Task.sleep(for: .seconds(600))
    throw Broken()
}

private func file(_ text: String) -> JobResult {
    .file(Download(fileName: "a.txt", type: "text/plain", bytes: ByteBuffer(string: text)))
}

private struct Broken: Error, CustomDebugStringConvertible {
    var debugDescription: String { "broken\nINFO forged" }
}

/// A database that commits the write after ``loseNextAnswer()`` but reports a failure.
private final class LosingDatabase: SQLDatabase {
    private let database: any SQLDatabase
    private let loses = Mutex(false)

    init(_ database: any SQLDatabase) { self.database = database }

    var isShared: Bool { database.isShared }

    func loseNextAnswer() { loses.withLock { $0 = true } }

    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        let isLost = loses.withLock { loses in
            defer { loses = false }
            return loses
        }
        let result = try await database.write(body)
        if isLost { throw StorageFailure("the transaction may have been committed", isOutOfReach: true) }
        return result
    }

    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.read(body)
    }

    func ask<T: Sendable>(_ statement: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T {
        try await database.ask(statement)
    }

    func checkWriting() async throws { try await database.checkWriting() }

    func lastNumbers(of tables: [String]) async throws -> [String: Int64] {
        try await database.lastNumbers(of: tables)
    }

    func setLastNumbers(_ numbers: [String: Int64]) async throws { try await database.setLastNumbers(numbers) }

    func close() throws { try database.close() }
}

/// Two servers on one database, with an account known in two browsers. If only one server can use the database, the
/// second one is the next process.
private struct Servers {
    static let ada = AccountID(server: .local, user: "ada")

    let database: any SQLDatabase
    /// The first server's view of the database.
    let losing: LosingDatabase
    let people: [PersonInBrowser]
    let jobs: [Jobs]
    /// The events of the first server.
    let live: LiveEvents
    let clock: TestClock
    let log: LogRecorder

    var first: Jobs { jobs[0] }
    var second: Jobs { jobs[1] }
    var here: PersonInBrowser { people[0] }
    var elsewhere: PersonInBrowser { people[1] }

    init(byteCapacity: Int = JobRunner.byteCapacity) async throws {
        let (database, box, clock, log) = (TestDatabases.make(), SecretBox(), TestClock(), LogRecorder())
        let losing = LosingDatabase(database)
        let live = LiveEvents(app: AppConfig(), now: clock.now)
        self.database = database
        self.losing = losing
        self.live = live
        self.clock = clock
        self.log = log
        people = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO accounts (server, user_name, name, is_administrator, is_disabled, created_at)
                VALUES ('local', 'ada', 'Ada', 0, 0, 0)
                """, [])
            return try (0..<2).map { _ in
                let row = try connection.rows("INSERT INTO browsers (created_at) VALUES (0) RETURNING id", [])[0]
                return PersonInBrowser(browser: try row.value("id"), account: Self.ada)
            }
        }
        jobs = ["a", "b"].map { name in
            Jobs(
                runner: JobRunner(
                    store: SQLJobStore(name == "a" ? losing : database, box: box, server: name),
                    live: name == "a" ? live : LiveEvents(app: AppConfig(), now: clock.now), now: clock.now,
                    logger: log.logger, byteCapacity: byteCapacity))
        }
    }

    /// Records a heartbeat of a server, if the database has a list of servers.
    func see(_ name: String) async throws {
        guard database is PostgreSQLDatabase else { return }
        let node = InstallationNode(
            name: name, version: "1", since: clock.now(), streams: 0, isLeading: false, lastSeen: clock.now())
        try await SQLNodeStore(database).put(node, id: name)
    }

    /// A finished job of the first server.
    func done(_ title: LocalizedText, _ result: JobResult = file("text"), by person: PersonInBrowser? = nil)
        async throws
        -> Job
    {
        let job = try await first.start(title, by: person ?? here, at: "/a?b=c") { _ in result }
        try await waitUntilIdle()
        clock.advance(by: 1)
        return job
    }

    func waitUntilIdle() async throws {
        #expect(try await eventually { jobs.allSatisfy { $0.runner.count == 0 } })
    }

    /// According to the second server.
    func outcome(_ job: Job) async throws -> Job.Outcome? { try await second.job(job.id, of: Self.ada)?.outcome }

    func areKept(_ all: [Job]) async throws -> [Bool] {
        var found: [Bool] = []
        for job in all { found.append(try await second.job(job.id, of: Self.ada) != nil) }
        return found
    }

    /// The toasts of a page from the second server.
    func toasts(_ path: SitePath, takes: Bool = true, of person: PersonInBrowser? = nil) async throws -> [String] {
        try await second.notices(of: person ?? here, at: [path], takes: takes).toasts.map(\.text.description)
    }

    func size(_ table: String) async throws -> Int {
        try await database.read { try $0.rows("SELECT count(*) AS size FROM \(table)", [])[0].value("size") }
    }
}

@Suite("Jobs in the store", .everyEngine)
struct JobsTests {
    @Test("a result replaces the one before, and is deleted after ten minutes without a request")
    func replaced() async throws {
        let servers = try await Servers()
        let all = [
            try await servers.done("sales"), try await servers.done("sales", by: servers.elsewhere),
            try await servers.done("costs"), try await servers.done("sales"),
        ]
        #expect(try await servers.areKept(all) == [false, true, true, true])
        servers.clock.advance(by: Jobs.keeping - 2)
        try await servers.second.deleteExpired()
        #expect(try await servers.size("jobs") == 1)
        servers.clock.advance(by: 2)
        #expect(try await servers.areKept(all) == [false, false, false, false])
        try await servers.second.deleteExpired()
        #expect(try await servers.size("jobs") == 0)
        #expect(try await servers.size("job_parts") == 0)
    }

    @Test("results are limited in bytes: the oldest are dropped, the newest never is")
    func bounded() async throws {
        let servers = try await Servers(byteCapacity: 10)
        var all = [
            try await servers.done("a", file("12345")), try await servers.done("b", file("12345")),
            try await servers.done("c", file("1234")),
        ]
        #expect(try await servers.areKept(all) == [false, true, true])
        all.append(try await servers.done("d", file("12345678901")))
        #expect(try await servers.areKept(all) == [false, false, false, true])
    }

    @Test("a result of several parts is the same at another server, and encrypted in the database")
    func parts() async throws {
        let servers = try await Servers()
        let text = String(repeating: "0123456789abcde\n", count: JobRunner.partSize / 16 * 2) + "end"
        for (expected, parts) in [(text, 3), ("", 1)] {
            let job = try await servers.done("sales", file(expected))
            let found = try #require(try await servers.second.job(job.id, of: Servers.ada))
            #expect(found.size == expected.utf8.count)
            #expect(try await servers.size("job_parts") == parts)
            let response = try await servers.second.file(of: found)
            #expect(response.headers[.contentDisposition] == "attachment; filename*=UTF-8''a.txt")
            #expect(try await body(response) == expected)
            let sealed: [Data] = try await servers.database.read { connection in
                try connection.rows("SELECT sealed FROM job_parts", []).map { try $0.value("sealed") }
            }
            #expect(!sealed.contains { $0.range(of: Data("0123456789".utf8)) != nil })
        }
    }

    private final class Writer: ResponseBodyWriter {
        var bytes = ByteBuffer()

        func write(_ buffer: ByteBuffer) async throws { bytes.writeImmutableBuffer(buffer) }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private func body(_ response: Response) async throws -> String {
        let writer = Writer()
        try await response.body.write(writer)
        return String(buffer: writer.bytes)
    }

    @Test("the title, the step and the result are stored without a language, and texts of earlier versions are read")
    func texts() async throws {
        let servers = try await Servers()
        let job = try await servers.done(.hello("Ada"), .sentence(.guests(2), "/guests"))
        let stored = try #require(try await servers.second.job(job.id, of: Servers.ada))
        #expect(stored.title == .hello("Ada") && stored.outcome == .sentence(.guests(2), link: "/guests"))
        #expect(stored.title.string(in: "de") == "Hallo Ada")
        let row = try await servers.database.read { try $0.rows("SELECT title, step, outcome FROM jobs", [])[0] }
        #expect(try row.value("title") == "Hello Ada", "earlier versions read it")
        #expect(try (row.value("outcome") as String).contains(#""_0":"2 guests""#))
        _ = try await servers.database.write {
            try $0.execute("UPDATE jobs SET title = 'Your data', title_entry = NULL", [])
        }
        #expect(try await servers.second.job(job.id, of: Servers.ada)?.title == "Your data")
    }

    @Test("the same job runs once in each browser, and two at a time, on any server")
    func browsers() async throws {
        let servers = try await Servers()
        let shop = Stubborn()
        func start(_ title: LocalizedText, by person: PersonInBrowser, at jobs: Jobs) async throws -> Job.ID {
            try await jobs.start(title, by: person, at: "/a", work: shop.work).id
        }
        let here = try await start("sales", by: servers.here, at: servers.first)
        #expect(try await start("sales", by: servers.here, at: servers.second) == here)
        #expect(try await start("sales", by: servers.elsewhere, at: servers.second) != here)
        await #expect(throws: WebError.self) { try await start("costs", by: servers.here, at: servers.second) }
        #expect(servers.first.runner.count == 1 && servers.second.runner.count == 1)
        shop.finish()
        try await servers.waitUntilIdle()
    }

    @Test("another server shows the progress, and cancels it")
    func elsewhere() async throws {
        let servers = try await Servers()
        let job = try await servers.first.start("sales", by: servers.here, at: "/a?b=c", work: endless)
        let isShown = try await eventually {
            try await servers.second.notices(of: servers.here, at: ["/a"], takes: true).huds.map(\.text) == ["Half"]
        }
        #expect(isShown)
        let found = try #require(try await servers.second.job(job.id, of: Servers.ada))
        #expect(found.value == 0.5 && found.outcome == .running)
        #expect(try await servers.second.job(job.id, of: AccountID(server: .local, user: "bob")) == nil)
        try await servers.second.cancel(found)
        #expect(try await servers.outcome(job) == .cancelled)
        // Called here, because within one process no announcement arrives. `test_nodes.py` tests the announcement.
        servers.first.runner.stop(job.id)
        try await servers.waitUntilIdle()
        #expect(try await servers.outcome(job) == .cancelled)
        #expect(try await servers.second.notices(of: servers.here, at: ["/a"], takes: true).isEmpty)
    }

    @Test("a job of a server that is gone is interrupted, and reports that once")
    func lost() async throws {
        let servers = try await Servers()
        try await servers.see("b")
        let job = try await servers.first.start("sales", by: servers.here, at: "/a?b=c", work: endless)
        if servers.database is PostgreSQLDatabase {
            try await servers.second.interruptLost()
            #expect(try await servers.outcome(job) == .running, "the server may have begun just now")
            servers.clock.advance(by: 20)
            try await servers.see("a")
            try await servers.second.interruptLost()
            #expect(try await servers.outcome(job) == .running, "the server was seen")
            _ = try await servers.database.write { connection in
                try connection.execute("UPDATE nodes SET seen_at = seen_at - 16000 WHERE id = 'a'", [])
            }
        }
        try await servers.second.interruptLost()
        #expect(try await servers.outcome(job) == .interrupted)
        #expect(try await servers.toasts("/a") == ["Interrupted: sales. Start it again."])
        #expect(try await servers.toasts("/a") == [])
        let again = try await servers.second.start("sales", by: servers.here, at: "/a", work: endless)
        #expect(again.id != job.id)
        // A server that was only suspended must not change the job any more.
        servers.first.runner.stop(job.id)
        servers.second.runner.stop(again.id)
        try await servers.waitUntilIdle()
        #expect(try await servers.outcome(job) == .interrupted)
    }

    @Test("a job whose start may not have been stored is neither running nor counted")
    func lostStart() async throws {
        let servers = try await Servers()
        for _ in 0..<2 {
            servers.losing.loseNextAnswer()
            await #expect(throws: StorageFailure.self) {
                try await servers.first.start("sales", by: servers.here, at: "/a", work: endless)
            }
            let isOver = try await eventually {
                try await servers.second.notices(of: servers.here, at: ["/a"], takes: true).isEmpty
            }
            #expect(isOver)
        }
        let job = try await servers.done("sales")
        #expect(try await servers.outcome(job) == .file(name: "a.txt", type: "text/plain"))
    }

    @Test("the end of a job is announced even if the response to storing it was lost")
    func lostEnd() async throws {
        let servers = try await Servers()
        let before = servers.live.position.number
        _ = try await servers.done("sales", .sentence("Done.", "/people"))
        let told = servers.live.position.number - before
        #expect(told > 0)
        _ = try await servers.first.start("costs", by: servers.here, at: "/a") { _ in
            servers.losing.loseNextAnswer()
            return .sentence("Done.", "/people")
        }
        try await servers.waitUntilIdle()
        #expect(servers.live.position.number - before == 2 * told)
    }

    @Test("cancelled work counts until it has returned, and the end of the server waits for it")
    func stubborn() async throws {
        let servers = try await Servers()
        let (shop, jobs) = (Stubborn(), servers.first)
        var both: [Job] = []
        for title: LocalizedText in ["a", "b"] {
            both.append(try await jobs.start(title, by: servers.here, at: "/a", work: shop.work))
        }
        for job in both { try await jobs.cancel(job) }
        await #expect(throws: WebError.self) {
            try await jobs.start("c", by: servers.here, at: "/a", work: shop.work)
        }
        servers.clock.advance(by: Jobs.keeping)
        try await jobs.deleteExpired()
        await #expect(throws: WebError.self) {
            try await jobs.start("c", by: servers.here, at: "/a", work: shop.work)
        }
        let ending = Task { await jobs.runner.endAll() }
        shop.finish()
        await ending.value
        #expect(jobs.runner.count == 0)
        let last = try await servers.second.start("c", by: servers.here, at: "/a", work: endless)
        await servers.second.runner.endAll()
        #expect(try await servers.outcome(last) == .interrupted, "the server has shut down")
    }

    @Test("an end without an open page is reported once, by the page where the job began")
    func unheard() async throws {
        let servers = try await Servers()
        let job = try await servers.done("sales")
        #expect(try await servers.toasts("/a", takes: false) == [])
        #expect(try await servers.toasts("/b") == [])
        #expect(try await servers.toasts("/a", of: servers.elsewhere) == [])
        #expect(try await servers.toasts("/a?other=query") == ["Ready: sales"])
        #expect(try await servers.toasts("/a") == [])
        let other = try await servers.done("costs")
        _ = try await servers.second.file(of: try #require(try await servers.second.job(other.id, of: Servers.ada)))
        #expect(try await servers.toasts("/a") == [], "the person has fetched the file")
        let said = try await servers.done("import", .sentence("3 people were added.", "/people"))
        await servers.first.markNotified(said.id)
        #expect(try await servers.toasts("/a") == [], "the person has seen the page")
        #expect(try await servers.outcome(said) == .sentence("3 people were added.", link: "/people"))
        #expect(try await servers.areKept([job]) == [true])
    }

    @Test("an error has an id, for the person and for the log, in which nobody can forge a line")
    func failure() async throws {
        let servers = try await Servers()
        let job = try await servers.first.start("sa\nles", by: servers.here, at: "/a") { _ in throw Broken() }
        try await servers.waitUntilIdle()
        guard case .failed(let errorID)? = try await servers.outcome(job) else {
            Issue.record("the job did not fail")
            return
        }
        let end = try #require(try await servers.toasts("/a").first)
        #expect(end.hasSuffix("Try again later. Reference: \(errorID)"))
        let line = try #require(servers.log.lines.first)
        #expect(line.contains("error.id=\(errorID)") && line.contains("account=local/ada"))
        #expect(line.contains(#"title=sa\nles"#) && line.contains(#"broken\nINFO forged"#))
    }
}

@Suite("Notices of a response")
struct PendingNoticesTests {
    @Test("are kept for it, and passed on at once after it was created")
    func late() async {
        let pending = PendingNotices()
        pending.add("before")
        await confirmation { passedOn in
            let kept = pending.close { notices in
                #expect(notices.toasts.map(\.text.description) == ["after"])
                passedOn()
            }
            #expect(kept.toasts.map(\.text.description) == ["before"])
            pending.add("after")
        }
        #expect(pending.take().isEmpty)
    }
}
