import Foundation
import HTTPTypes
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// The jobs of this server. They are in memory: a restart ends them.
final class Jobs: Sendable {
    private let live: LiveEvents
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let byteCapacity: Int
    private let jobs = Mutex<[AccountID: [Job]]>([:])

    /// The maximum number of running jobs of one account.
    static let limit = 2
    /// The time for which a result is kept, in seconds.
    static let keeping: TimeInterval = 600
    /// The maximum size of all results in bytes; the oldest are dropped first.
    static let byteCapacity = 268_435_456
    /// The time for which a shutdown waits for cancelled jobs.
    private static let patience = Duration.seconds(5)

    init(
        live: LiveEvents, now: @escaping @Sendable () -> Date, logger: Logger,
        byteCapacity: Int = Jobs.byteCapacity
    ) {
        self.live = live
        self.now = now
        self.logger = logger
        self.byteCapacity = byteCapacity
    }

    /// The number of jobs, including ended ones that are kept.
    var count: Int { jobs.withLock { $0.values.joined().count } }

    /// Starts a job, or returns the running job with the same title of this account in this browser.
    ///
    /// - Throws: 429 if the account has too many running jobs.
    func start(
        _ title: String, by owner: Job.Owner, work: @escaping @Sendable (JobProgress) async throws -> Download
    ) throws(WebError) -> Job {
        try start(title, by: owner, result: { .file(try await work($0)) })
    }

    /// The same, for a job with any result.
    func start(
        _ title: String, by owner: Job.Owner, result work: @escaping @Sendable (JobProgress) async throws -> JobResult
    ) throws(WebError) -> Job {
        let (job, isNew) = try jobs.withLock { jobs throws(WebError) in
            let own = jobs[owner.person.account, default: []]
            let same = own.first { $0.isRunning && $0.title == title && $0.owner.person == owner.person }
            if let same { return (same, false) }
            guard own.count(where: \.isAtWork) < Self.limit else { throw WebError(.tooManyRequests, retryAfter: 10) }
            let job = Job(title: title, owner: owner)
            jobs[owner.person.account] = own + [job]
            return (job, true)
        }
        if isNew { job.run(Task { await run(job, work) }) }
        return job
    }

    /// A job of this account; nil if there is none with this id.
    func job(_ id: Job.ID, of account: AccountID) -> Job? {
        let time = now()
        return jobs.withLock { $0[account]?.first { $0.id == id && Self.isKept($0, at: time) } }
    }

    /// The notices for the page that started jobs: the HUD of running jobs and, with `takes`, toasts about ended jobs
    /// that the person is not informed of.
    func notices(of person: PersonInBrowser, at path: SitePath, takes: Bool) -> Notices {
        let own = jobs.withLock { $0.isEmpty ? [] : $0[person.account] ?? [] }
        guard !own.isEmpty else { return Notices() }
        let (place, time) = (path.withoutQuery, now())
        let here = own.filter { $0.owner.person == person && $0.owner.path == place && Self.isKept($0, at: time) }
        return Notices(toasts: takes ? here.compactMap { $0.takeEndNotice() } : [], huds: here.compactMap(\.hud))
    }

    func cancel(_ job: Job) {
        if job.end(.cancelled, at: now()) { hide(job) }
    }

    /// Drops expired jobs.
    func deleteExpired() {
        let time = now()
        jobs.withLock { jobs in
            for (account, own) in jobs {
                let kept = own.filter { Self.isKept($0, at: time) }
                jobs[account] = kept.isEmpty ? nil : kept
            }
        }
    }

    /// Cancels all running jobs at shutdown, and waits until they end or the time limit passes.
    func endAll() async {
        let atWork = jobs.withLock { $0.values.joined().filter(\.isAtWork) }
        for job in atWork { cancel(job) }
        let ends = atWork.compactMap(\.task)
        _ = await Task { for end in ends { await end.value } }.value(within: Self.patience)
    }

    private static func isKept(_ job: Job, at time: Date) -> Bool {
        job.isAtWork || job.endedAt.map { time.timeIntervalSince($0) < keeping } ?? true
    }
}

extension Jobs {
    private func run(_ job: Job, _ work: @Sendable (JobProgress) async throws -> JobResult) async {
        defer { job.leaveWork() }
        do {
            let progress = JobProgress { [self] value, text in
                if let time = job.note(value, text) { tell(job, at: time) }
            }
            let result = try await work(progress)
            guard job.end(.done(result), at: now()) else { return }
            makeRoom(for: job)
            let isTold = sayEnd(of: job)
            guard case .file = result else {
                if isTold { job.markNotified() }
                return
            }
            live.publish("download", DownloadMessage(href: job.result, path: job.owner.path), to: Self.audience(job))
        } catch is CancellationError {
            cancel(job)
        } catch {
            let errorID = String(UInt32.random(in: .min ... .max), radix: 36)
            guard job.end(.failed(errorID: errorID), at: now()) else { return }
            log(error, of: job, as: errorID)
            if sayEnd(of: job) { job.markNotified() }
        }
    }

    /// Drops the previous result with the same title, and the oldest results beyond the size limit.
    private func makeRoom(for job: Job) {
        jobs.withLock { jobs in
            jobs[job.owner.person.account]?.removeAll {
                $0 !== job && !$0.isAtWork && $0.title == job.title && $0.owner.person == job.owner.person
            }
            var size = 0
            let results = jobs.values.joined().filter { $0.size > 0 }
            for old in results.sorted(by: { ($0.endedAt ?? .distantPast) > ($1.endedAt ?? .distantPast) }) {
                size += old.size
                if size > byteCapacity, old !== job {
                    jobs[old.owner.person.account]?.removeAll { $0 === old }
                }
            }
        }
    }

    private func log(_ error: any Error, of job: Job, as errorID: String) {
        logger.error(
            "job failed",
            metadata: [
                "error.id": "\(errorID)", "title": .string(job.title.forLog),
                "account": .string(job.owner.person.account.description.forLog),
                "error": .string(String(reflecting: error).forLog),
            ])
    }

    /// Not kept in the log: a reloaded page contains the progress, and the next report follows.
    private func tell(_ job: Job, at time: ContinuousClock.Instant) {
        Task {
            try await Task.sleep(until: time)
            job.whileRunning {
                live.publish("hud", HudMessage(show: $0), to: Self.audience(job), isKept: false)
            }
        }
    }

    private func hide(_ job: Job) {
        live.publish("hud", HudMessage(hide: job.noticeID), to: Self.audience(job))
    }

    /// - Returns: whether a page receives it.
    @discardableResult
    private func sayEnd(of job: Job) -> Bool {
        hide(job)
        guard let end = job.end else { return false }
        return live.publish("toast", ToastMessage(toast: end, path: job.owner.path), to: Self.audience(job))
    }

    private static func audience(_ job: Job) -> Audience {
        .browser(job.owner.person.browser, as: job.owner.person.account)
    }
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
