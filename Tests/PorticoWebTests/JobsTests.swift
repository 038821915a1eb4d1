import Foundation
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoTestSupport
import PorticoViews
import Testing

@testable import PorticoWeb

/// Work that goes on until it is told, whether it was cancelled or not.
private struct Stubborn: Sendable {
    private let orders = AsyncStream.makeStream(of: Void.self)

    func finish() { orders.continuation.finish() }

    func work(_ progress: JobProgress) async throws -> Download {
        await Task { for await _ in orders.stream {} }.value
        return download("late")
    }
}

private func download(_ text: String) -> Download {
    Download(fileName: "a.txt", type: "text/plain", bytes: ByteBuffer(string: text))
}

private struct Broken: Error, CustomDebugStringConvertible {
    var debugDescription: String { "broken\nINFO forged" }
}

@Suite("Long work, as the server keeps it")
struct JobsTests {
    private let clock = TestClock()
    private let log = LogRecorder()
    private let ada = AccountID(server: .local, user: "ada")

    private func jobs(byteCapacity: Int = Jobs.byteCapacity) -> Jobs {
        Jobs(
            live: LiveEvents(app: AppConfig(), now: clock.now), now: clock.now, logger: log.logger,
            byteCapacity: byteCapacity)
    }

    private func owner(_ browser: Browser.ID = 1) -> Job.Owner {
        Job.Owner(person: PersonInBrowser(browser: browser, account: ada), address: "/a?b=c")
    }

    /// Work that is over.
    private func done(_ title: String, _ text: String = "text", by owner: Job.Owner, in jobs: Jobs) async throws -> Job
    {
        let job = try jobs.start(title, by: owner) { _ in download(text) }
        await job.task?.value
        clock.advance(by: 1)
        return job
    }

    private func isKept(_ job: Job, in jobs: Jobs) -> Bool { jobs.job(job.id, of: ada) != nil }

    @Test("a result takes the place of the one before, and is forgotten after ten minutes without anybody asking")
    func replaced() async throws {
        let jobs = jobs()
        let first = try await done("sales", by: owner(), in: jobs)
        let elsewhere = try await done("sales", by: owner(2), in: jobs)
        let other = try await done("costs", by: owner(), in: jobs)
        let second = try await done("sales", by: owner(), in: jobs)
        #expect([first, elsewhere, other, second].map { isKept($0, in: jobs) } == [false, true, true, true])
        clock.advance(by: Jobs.keeping - 2)
        jobs.deleteExpired()
        #expect(jobs.count == 1)
        clock.advance(by: 2)
        jobs.deleteExpired()
        #expect(jobs.count == 0)
    }

    @Test("results are bounded in bytes: the oldest go, the newest never does")
    func bounded() async throws {
        let jobs = jobs(byteCapacity: 10)
        let all = [
            try await done("a", "12345", by: owner(), in: jobs), try await done("b", "12345", by: owner(), in: jobs),
            try await done("c", "1234", by: owner(), in: jobs),
        ]
        #expect(all.map { isKept($0, in: jobs) } == [false, true, true])
        let large = try await done("d", "12345678901", by: owner(), in: jobs)
        #expect((all + [large]).map { isKept($0, in: jobs) } == [false, false, false, true])
    }

    @Test("the same work goes on once in each browser")
    func browsers() async throws {
        let jobs = jobs()
        let shop = Stubborn()
        let here = try jobs.start("sales", by: owner(1), work: shop.work)
        #expect(try jobs.start("sales", by: owner(1), work: shop.work) === here)
        #expect(try jobs.start("sales", by: owner(2), work: shop.work) !== here)
        shop.finish()
    }

    @Test("work that was cancelled counts until it has returned, and the end of the server waits for it")
    func stubborn() async throws {
        let jobs = jobs()
        let shop = Stubborn()
        let both = [
            try jobs.start("a", by: owner(), work: shop.work), try jobs.start("b", by: owner(), work: shop.work),
        ]
        for job in both { jobs.cancel(job) }
        #expect(throws: WebError.self) { try jobs.start("c", by: owner(), work: shop.work) }
        clock.advance(by: Jobs.keeping)
        jobs.deleteExpired()
        #expect(throws: WebError.self) { try jobs.start("c", by: owner(), work: shop.work) }
        let ending = Task { await jobs.endAll() }
        shop.finish()
        await ending.value
        #expect(both.map(\.isAtWork) == [false, false])
        #expect(both.map(\.isRunning) == [false, false])
        _ = try jobs.start("c", by: owner(), work: shop.work)
    }

    @Test("an end that nobody heard of is said once, by the page where it was begun")
    func unheard() async throws {
        let jobs = jobs()
        let job = try await done("sales", by: owner(), in: jobs)
        func toasts(_ path: SitePath, takes: Bool = true, browser: Browser.ID = 1) -> [String] {
            jobs.notices(of: PersonInBrowser(browser: browser, account: ada), at: path, takes: takes).toasts.map(\.text)
        }
        #expect(toasts("/a", takes: false) == [])
        #expect(toasts("/b") == [])
        #expect(toasts("/a", browser: 2) == [])
        #expect(toasts("/a?other=query") == ["sales is ready."])
        #expect(toasts("/a") == [])
        let other = try await done("costs", by: owner(), in: jobs)
        other.markNotified()
        #expect(toasts("/a") == [], "whoever has fetched it knows")
        #expect(isKept(job, in: jobs))
    }

    @Test("what went wrong has an id, for the person and for the log, where nobody can forge a line")
    func failure() async throws {
        let jobs = jobs()
        let job = try jobs.start("sa\nles", by: owner()) { _ -> Download in throw Broken() }
        await job.task?.value
        guard case .failed(let errorID) = job.outcome else {
            Issue.record("it has not failed")
            return
        }
        let end = try #require(
            jobs.notices(of: owner().person, at: "/a", takes: true).toasts.first)
        #expect(end.text.hasSuffix("couldn’t be created. Try again later. Error id: \(errorID)"))
        let line = try #require(log.lines.first)
        #expect(line.contains("error.id=\(errorID)") && line.contains("account=local/ada"))
        #expect(line.contains(#"title=sa\nles"#) && line.contains(#"broken\nINFO forged"#))
    }
}

@Suite("What is meant for a response")
struct PendingNoticesTests {
    @Test("is kept for it, and passed on at once when it is made")
    func late() async {
        let pending = PendingNotices()
        pending.add("before")
        await confirmation { passedOn in
            let kept = pending.close { notices in
                #expect(notices.toasts.map(\.text) == ["after"])
                passedOn()
            }
            #expect(kept.toasts.map(\.text) == ["before"])
            pending.add("after")
        }
        #expect(pending.take().isEmpty)
    }
}
