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
    private let byteCapacity: Int
    private let jobs = Mutex<[AccountID: [Job]]>([:])

    /// The most that one account may have at work at once.
    static let limit = 2
    /// How many seconds a result is kept for.
    static let keeping: TimeInterval = 600
    /// The most bytes of all results; the oldest go first.
    static let byteCapacity = 268_435_456
    /// How long the end of the server waits for work that has been cancelled.
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

    /// How many there are, those that are over and kept included.
    var count: Int { jobs.withLock { $0.values.joined().count } }

    /// Begins work. While work of the same title goes on in the same browser already, that is it.
    ///
    /// - Throws: 429 where the account has too much at work.
    func start(
        _ title: String, by owner: Job.Owner, work: @escaping @Sendable (JobProgress) async throws -> Download
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

    /// A job, for whoever began it and nobody else.
    func job(_ id: Job.ID, of account: AccountID) -> Job? {
        let time = now()
        return jobs.withLock { $0[account]?.first { $0.id == id && Self.isKept($0, at: time) } }
    }

    /// What a page shows of the work that was begun there: what goes on and, where somebody is about to see the whole page,
    /// the end that nobody has heard of.
    func notices(of person: PersonInBrowser, at path: SitePath, takes: Bool) -> Notices {
        let own = jobs.withLock { $0.isEmpty ? [] : $0[person.account] ?? [] }
        guard !own.isEmpty else { return Notices() }
        let (place, time) = (path.withoutQuery, now())
        let here = own.filter { $0.owner.person == person && $0.owner.path == place && Self.isKept($0, at: time) }
        return Notices(toasts: takes ? here.compactMap { $0.takeEnd() } : [], huds: here.compactMap(\.hud))
    }

    func cancel(_ job: Job) {
        if job.end(.cancelled, at: now()) { hide(job) }
    }

    /// Forgets what has been kept long enough.
    func tidy() {
        let time = now()
        jobs.withLock { jobs in
            for (account, own) in jobs {
                let kept = own.filter { Self.isKept($0, at: time) }
                jobs[account] = kept.isEmpty ? nil : kept
            }
        }
    }

    /// Ends everything that goes on, as the server ends, and waits until it has ended, though not for ever.
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
    private func run(_ job: Job, _ work: @Sendable (JobProgress) async throws -> Download) async {
        defer { job.leaveWork() }
        do {
            let progress = JobProgress { [self] value, text in
                if let time = job.note(value, text) { tell(job, at: time) }
            }
            let download = try await work(progress)
            guard job.end(.done(download), at: now()) else { return }
            makeRoom(for: job)
            sayEnd(of: job)
            live.publish("download", DownloadMessage(href: job.result, path: job.owner.path), to: Self.audience(job))
        } catch is CancellationError {
            cancel(job)
        } catch {
            let errorID = String(UInt32.random(in: .min ... .max), radix: 36)
            guard job.end(.failed(errorID: errorID), at: now()) else { return }
            log(error, of: job, as: errorID)
            if sayEnd(of: job) { job.markTold() }
        }
    }

    /// A result takes the place of the one before, and of the oldest where there are too many bytes of them.
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

    /// What is kept of this for pages that come back is in the pages themselves, and the next report follows.
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

    /// - Returns: whether anybody listens.
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
