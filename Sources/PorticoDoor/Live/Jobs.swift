import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// The jobs of an installation. The work runs on the server that started it, which stores its state and its result for all
/// servers.
package final class Jobs: Sendable {
    private struct Work {
        let task: Task<JobResult, any Error>
        /// Tells its progress.
        let telling: Task<Void, Never>
        /// Stores how the work ended. Never cancelled.
        let end: Task<Void, Never>
    }

    private let store: any JobStore
    private let live: LiveEvents
    private let now: @Sendable () -> Date
    private let logger: Logger
    /// Of the lines about a store that fails.
    private let lines = LogLimit(interval: .seconds(1))
    private let byteCapacity: Int
    /// The jobs that run on this server.
    private let work = Mutex<[Job.ID: Work]>([:])
    private let isEnding = Atomic(false)

    /// The maximum number of jobs of one account that are at work.
    static let limit = 2
    /// The time for which a result is kept, in seconds.
    static let keeping: TimeInterval = 600
    /// The maximum size of all results in bytes; the oldest are dropped first.
    static let byteCapacity = 268_435_456
    /// The size of a stored part of a result in bytes.
    static let partSize = 1_048_576
    /// The time for which a shutdown waits for cancelled jobs.
    private static let patience = Duration.seconds(5)
    /// The time between two attempts to store how a job ended.
    private static let pause = Duration.seconds(1)

    init(
        store: any JobStore, live: LiveEvents, now: @escaping @Sendable () -> Date, logger: Logger,
        byteCapacity: Int = Jobs.byteCapacity
    ) {
        self.store = store
        self.live = live
        self.now = now
        self.logger = logger
        self.byteCapacity = byteCapacity
    }

    /// The number of jobs that are at work on this server.
    var count: Int { work.withLock { $0.count } }

    /// Starts a job, or returns the running job with the same title of this account in this browser.
    ///
    /// - Parameter page: the page that started it, with its query.
    /// - Throws: 429 if the account has too many jobs at work.
    func start(
        _ title: String, by person: PersonInBrowser, at page: SitePath,
        work: @escaping @Sendable (JobProgress) async throws -> JobResult
    ) async throws -> Job {
        let new = Job(
            title: title, account: person.account, browser: person.browser, address: page.description, startedAt: now())
        let job: Job?
        do {
            job = try await store.start(new, limit: Self.limit)
        } catch {
            Task { await drop(new) }
            throw error
        }
        guard let job else { throw WebError(.tooManyRequests, retryAfter: 10) }
        if job.id == new.id { begin(job, work) }
        return job
    }

    /// A job of this account; nil if there is none with this id.
    package func job(_ id: Job.ID, of account: AccountID) async throws -> Job? {
        guard let job = try await store.job(id), job.account == account, isKept(job) else { return nil }
        return job
    }

    /// The notices for the pages that started jobs: the HUD of running jobs and, with `takes`, toasts about ended jobs
    /// that the person is not informed of.
    ///
    /// - Parameter paths: of the pages shown in one document, one over the other.
    package func notices(of person: PersonInBrowser, at paths: [SitePath], takes: Bool) async throws -> Notices {
        let shown = Set(paths.map(\.withoutQuery))
        let here = try await store.jobs(in: person.browser)
            .filter { $0.account == person.account && shown.contains($0.pagePath) && isKept($0) }
        var notices = Notices(huds: here.filter(\.isRunning).map { $0.hud($0.value, $0.text) })
        for job in here where takes && !job.isNotified {
            guard let toast = job.end(job.outcome), try await store.markNotified(job.id) else { continue }
            notices.toasts.append(toast)
        }
        return notices
    }

    /// The response with the file of a job.
    ///
    /// - Throws: 404 if it has none.
    package func file(of job: Job) async throws -> Response {
        guard case .file(let name, let type) = job.outcome else { throw WebError(.notFound) }
        // A database that does not answer is noticed before the response begins.
        guard let first = try await store.part(0, of: job.id) else { throw WebError(.notFound) }
        try await store.markNotified(job.id)
        let body = ResponseBody(contentLength: job.size) { [store] writer in
            try await writer.write(ByteBuffer(bytes: first))
            for number in 1..<max(1, Self.partCount(ofSize: job.size)) {
                guard let part = try await store.part(number, of: job.id) else { throw WebError(.notFound) }
                try await writer.write(ByteBuffer(bytes: part))
            }
            try await writer.finish(nil)
        }
        return Download.response(fileName: name, type: type, body: body)
    }

    /// The person has been told how a job ended.
    package func markNotified(_ id: Job.ID) async {
        await attempt { _ = try await store.markNotified(id) }
    }

    /// Cancels a job, on whatever server it runs.
    package func cancel(_ job: Job) async throws {
        guard try await end(job, .cancelled, isAtWork: true) else { return }
        hide(job)
        stop(job.id)
    }

    /// Stops the work of a job that has ended, if it runs here.
    func stop(_ id: Job.ID) {
        let work = work.withLock { $0[id] }
        work?.task.cancel()
        work?.telling.cancel()
    }

    /// Ends all jobs of this server at shutdown, and waits until their work ends or the time limit passes.
    func endAll() async {
        isEnding.store(true, ordering: .relaxed)
        let all = work.withLock { $0 }
        for work in all.values { work.task.cancel() }
        _ = await Task { for work in all.values { await work.end.value } }.value(within: Self.patience)
    }

    /// Ends the jobs of servers that are gone, and says so.
    func interruptLost() async throws {
        for job in try await store.interruptLost(at: now()) { tellEnd(of: job, .interrupted) }
    }

    /// Deletes expired jobs.
    func deleteExpired() async throws {
        try await store.deleteJobs(endedUntil: now() - Self.keeping)
    }

    private func isKept(_ job: Job) -> Bool {
        job.endedAt.map { now().timeIntervalSince($0) < Self.keeping } ?? true
    }

    private static func partCount(ofSize size: Int) -> Int { (size + partSize - 1) / partSize }
}

// MARK: Work

extension Jobs {
    private func begin(_ job: Job, _ work: @escaping @Sendable (JobProgress) async throws -> JobResult) {
        let progress = LatestProgress(text: job.title)
        let task = Task { try await work(JobProgress(told: progress.update)) }
        let telling = Task { await tell(job, progress) }
        self.work.withLock { all in
            all[job.id] = Work(
                task: task, telling: telling,
                end: Task {
                    let result = await task.result
                    telling.cancel()
                    await telling.value
                    await finish(job, result)
                    self.work.withLock { $0[job.id] = nil }
                })
        }
    }

    /// Ends a job that may have been stored although its start failed: nothing works on it.
    private func drop(_ job: Job) async {
        await attempt {
            _ = try await insist(while: \.mayPass) { try await end(job, .cancelled, isAtWork: false) }
        }
    }

    /// Shows the progress at most every 100 ms, and stores it at most every second, for pages that are loaded meanwhile.
    private func tell(_ job: Job, _ progress: LatestProgress) async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                for await (value, text) in progress.shown {
                    // Not kept in the log: a reloaded page contains the progress, and the next report follows.
                    live.publish(
                        "hud", HudMessage(show: job.hud(value, text)), to: Self.audience(job), isKept: false)
                    guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                }
            }
            group.addTask { [self] in
                for await (value, text) in progress.stored {
                    await attempt {
                        // It may have ended while this server could not be told.
                        if try await !store.report(value, text, of: job.id) { stop(job.id) }
                    }
                    guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
                }
            }
        }
    }

    /// Stores how the work ended, and tells the person unless the job has ended before.
    private func finish(_ job: Job, _ result: Result<JobResult, any Error>) async {
        var (outcome, size) = (Job.Outcome.cancelled, 0)
        do {
            switch try result.get() {
            case .sentence(let text, let link): outcome = .sentence(text, link: link.description)
            case .file(let download):
                try await keep(download.bytes, of: job)
                size = download.bytes.readableBytes
                outcome = .file(name: download.fileName, type: download.type)
            }
        } catch is CancellationError {
            outcome = isEnding.load(ordering: .relaxed) ? .interrupted : .cancelled
        } catch {
            outcome = .failed(errorID: log(error, of: job))
        }
        var isFirst = false
        await attempt {
            var attempts = 0
            isFirst = try await insist {
                attempts += 1
                return try await end(job, outcome, size: size, isAtWork: false)
            }
            // The answer to an earlier attempt may have been lost.
            if !isFirst, attempts > 1 { isFirst = try await store.job(job.id)?.outcome == outcome }
        }
        guard isFirst else { return }
        tellEnd(of: job, outcome)
        guard case .file = outcome else { return }
        live.publish("download", DownloadMessage(href: job.result, path: job.pagePath), to: Self.audience(job))
    }

    /// Stores a result in parts, so that no transaction takes long. An empty one has a part, too.
    private func keep(_ bytes: ByteBuffer, of job: Job) async throws {
        var bytes = bytes
        for number in 0..<max(1, Self.partCount(ofSize: bytes.readableBytes)) {
            let part = Data(bytes.readBytes(length: min(Self.partSize, bytes.readableBytes)) ?? [])
            let isRunning = try await insist(while: \.mayPass) {
                try await store.add(part, number: number, of: job.id)
            }
            guard isRunning else { throw CancellationError() }
        }
    }

    /// Repeats a write until the database answers.
    ///
    /// - Parameter isWorthIt: whether a failure may pass.
    private func insist(
        while isWorthIt: (StorageFailure) -> Bool = { _ in true }, _ write: () async throws -> Bool
    ) async throws -> Bool {
        while true {
            do {
                return try await write()
            } catch let failure as StorageFailure where isWorthIt(failure) {
                if let count = lines.take("end") {
                    logger.warning(
                        "the end of a job is stored later", metadata: ["error": "\(failure)", "times": "\(count)"])
                }
                try await Task.sleep(for: Self.pause)
            }
        }
    }

    private func end(_ job: Job, _ outcome: Job.Outcome, size: Int = 0, isAtWork: Bool) async throws -> Bool {
        try await store.end(
            job.id, outcome, at: now(), size: size, capacity: byteCapacity, isAtWork: isAtWork)
    }

    /// Says how a job ended. All open pages where it began offer a file; anything else is said by one of them, which
    /// takes it like any other notice, or by the next page there.
    private func tellEnd(of job: Job, _ outcome: Job.Outcome) {
        hide(job)
        guard let end = job.end(outcome) else { return }
        if case .file = outcome {
            live.publish("toast", ToastMessage(toast: end, path: job.pagePath), to: Self.audience(job))
        } else {
            live.publish("missed", ["path": job.pagePath], to: Self.audience(job))
        }
    }

    private func hide(_ job: Job) {
        live.publish("hud", HudMessage(hide: job.noticeID), to: Self.audience(job))
    }

    /// - Returns: the id of the error in the log.
    private func log(_ error: any Error, of job: Job) -> String {
        let errorID = String(UInt32.random(in: .min ... .max), radix: 36)
        logger.error(
            "job failed",
            metadata: [
                "error.id": "\(errorID)", "title": .string(job.title),
                "account": .string(job.account.description),
                "error": "\(String(reflecting: error))",
            ])
        return errorID
    }

    private func attempt(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
        } catch {
            guard let count = lines.take("\(type(of: error))") else { return }
            logger.error(
                "a job could not be stored", metadata: ["error": "\(String(reflecting: error))", "times": "\(count)"])
        }
    }

    private static func audience(_ job: Job) -> Audience { .browser(job.browser, as: job.account) }
}

/// The latest progress of a job. A reader that is slower than the reports gets only the latest one.
private final class LatestProgress: Sendable {
    typealias Step = (value: Double?, text: String)

    let shown: AsyncStream<Step>
    let stored: AsyncStream<Step>
    private let receivers: [AsyncStream<Step>.Continuation]
    private let step: Mutex<Step>

    init(text: String) {
        let (shown, stored) = (
            AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingNewest(1)),
            AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingNewest(1))
        )
        (self.shown, self.stored) = (shown.stream, stored.stream)
        receivers = [shown.continuation, stored.continuation]
        step = Mutex((nil, text))
    }

    func update(_ value: Double?, _ text: String?) {
        step.withLock { step in
            step = (value.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }, text ?? step.text)
            for receiver in receivers { receiver.yield(step) }
        }
    }
}

/// The result of a job.
package enum JobResult: Sendable {
    /// A file to download.
    case file(Download)
    /// A sentence for the person, and the page that shows the result.
    case sentence(String, SitePath)
}

/// Reports the progress of a job. Cancelling a job cancels its task.
public struct JobProgress: Sendable {
    let told: @Sendable (Double?, String?) -> Void

    /// Reports the progress.
    ///
    /// - Parameters:
    ///   - value: the progress from 0 to 1; nil if unknown.
    ///   - text: the current step; nil keeps the previous text.
    public func report(_ value: Double?, _ text: String? = nil) {
        told(value, text)
    }
}

extension StorageFailure {
    /// Whether the store may work again while a job waits for it.
    fileprivate var mayPass: Bool { isOutOfReach && cause != .unknownKey }
}
