import Foundation
import HTTPTypes
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// The long work of this server. It lives in memory: a restart ends it.
final class Jobs: Sendable {
    private let live: LiveEvents
    private let now: @Sendable () -> Date
    private let logger: Logger
    private let jobs = Mutex<[Job.ID: Job]>([:])

    /// The most that one account may have running at once.
    static let limit = 2
    /// How many seconds a result is kept for.
    static let keeping: TimeInterval = 600

    init(live: LiveEvents, now: @escaping @Sendable () -> Date, logger: Logger) {
        self.live = live
        self.now = now
        self.logger = logger
    }

    /// Begins work. While the account has work of the same title running already, that is it.
    ///
    /// - Throws: 429 where the account has too much running.
    func start(
        _ title: String, by owner: Job.Owner, work: @escaping @Sendable (JobProgress) async throws -> Download
    ) throws(WebError) -> Job {
        let time = now()
        let (job, isNew) = try jobs.withLock { jobs throws(WebError) in
            jobs = jobs.filter { $0.value.endedAt.map { time.timeIntervalSince($0) < Self.keeping } ?? true }
            let running = jobs.values.filter { $0.owner.account == owner.account && $0.isRunning }
            if let same = running.first(where: { $0.title == title }) { return (same, false) }
            guard running.count < Self.limit else { throw WebError(.tooManyRequests, retryAfter: 10) }
            let job = Job(title: title, owner: owner)
            jobs[job.id] = job
            return (job, true)
        }
        if isNew { job.run(Task { await run(job, work) }) }
        return job
    }

    /// A job, for whoever began it and nobody else.
    func job(_ id: Job.ID, of account: AccountID) -> Job? {
        jobs.withLock { $0[id] }.flatMap { job in
            let isKept = job.endedAt.map { now().timeIntervalSince($0) < Self.keeping } ?? true
            return job.owner.account == account && isKept ? job : nil
        }
    }

    /// What a page shows of the work that was begun there.
    func huds(of owner: Job.Owner) -> [HudContent] {
        jobs.withLock { jobs in
            jobs.isEmpty ? [] : jobs.values.filter { $0.owner == owner && $0.isRunning }.map(\.hud)
        }
    }

    func cancel(_ job: Job) {
        if job.end(.cancelled, at: now()) { hide(job) }
    }

    /// Ends everything that is running, as the server ends.
    func cancelAll() {
        for job in jobs.withLock({ $0.values.filter(\.isRunning) }) { cancel(job) }
    }
}

extension Jobs {
    private func run(_ job: Job, _ work: @Sendable (JobProgress) async throws -> Download) async {
        do {
            let progress = JobProgress { [self] value, text in
                if let time = job.note(value, text) { tell(job, at: time) }
            }
            let download = try await work(progress)
            guard job.end(.done(download), at: now()) else { return }
            hide(job)
            say(.jobReady(job.title, result: job.result, in: Site.language), of: job)
            live.publish("download", DownloadMessage(href: job.result, path: job.owner.path), to: Self.audience(job))
        } catch {
            if error is CancellationError { return cancel(job) }
            logger.error("job failed", metadata: ["title": "\(job.title)", "error": "\(String(reflecting: error))"])
            guard job.end(.failed, at: now()) else { return }
            hide(job)
            say(.jobFailed(job.title, in: Site.language), of: job)
        }
    }

    private func tell(_ job: Job, at time: ContinuousClock.Instant) {
        Task {
            try await Task.sleep(until: time)
            job.whileRunning { live.publish("hud", HudMessage(show: $0), to: Self.audience(job)) }
        }
    }

    private func hide(_ job: Job) {
        live.publish("hud", HudMessage(hide: job.hud.id), to: Self.audience(job))
    }

    private func say(_ toast: Toast, of job: Job) {
        live.publish("toast", ToastMessage(toast: toast, path: job.owner.path), to: Self.audience(job))
    }

    private static func audience(_ job: Job) -> Audience { .browser(job.owner.browser, as: job.owner.account) }
}

/// Tells how far long work is. Work that is cancelled finds its task cancelled.
public struct JobProgress: Sendable {
    let told: @Sendable (Double?, String?) -> Void

    /// - Parameters:
    ///   - value: how much is done, from 0 to 1; nil where that is not known.
    ///   - text: what is being done; nil leaves it as it was.
    public func report(_ value: Double?, _ text: String? = nil) {
        told(value, text)
    }
}
