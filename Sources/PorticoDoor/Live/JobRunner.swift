import Foundation
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import Synchronization

/// The work of the jobs that this server has started: shows its progress, and stores its outcome.
final class JobRunner: Sendable {
    private struct Work {
        let task: Task<JobResult, any Error>
        /// Publishes its progress.
        let telling: Task<Void, Never>
        /// Stores the outcome. Never cancelled.
        let end: Task<Void, Never>
    }

    let store: any JobStore
    let live: LiveEvents
    let now: @Sendable () -> Date
    private let logger: Logger
    /// Limits the log lines about a failing store.
    private let lines = LogLimit(interval: .seconds(1))
    private let byteCapacity: Int
    private let work = Mutex<[Job.ID: Work]>([:])
    private let isEnding = Atomic(false)

    /// The maximum size of all results in bytes; the oldest are dropped first.
    static let byteCapacity = 268_435_456
    /// The size of a stored part of a result in bytes.
    static let partSize = 1_048_576
    /// The time for which a shutdown waits for cancelled jobs.
    private static let patience = Duration.seconds(5)
    /// The time between two attempts to store an outcome.
    private static let pause = Duration.seconds(1)

    init(
        store: any JobStore, live: LiveEvents, now: @escaping @Sendable () -> Date, logger: Logger,
        byteCapacity: Int = JobRunner.byteCapacity
    ) {
        self.store = store
        self.live = live
        self.now = now
        self.logger = logger
        self.byteCapacity = byteCapacity
    }

    /// The number of jobs whose work is not finished.
    var count: Int { work.withLock { $0.count } }

    func begin(_ job: Job, _ work: @escaping @Sendable (JobProgress) async throws -> JobResult) {
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

    /// Ends a job, which may run on another server.
    func cancel(_ job: Job) async throws {
        guard try await end(job, .cancelled, isAtWork: true) else { return }
        live.hide(job)
        stop(job.id)
    }

    /// Stops the work of a job that has ended, if this server runs it.
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

    /// Ends a job that may have been stored although its start failed. No server runs it.
    func drop(_ job: Job) async {
        await attempt {
            _ = try await insist(while: \.mayPass) { try await end(job, .cancelled, isAtWork: false) }
        }
    }

    /// Shows the progress at most every 100 ms. Stores it at most every second, for pages that load meanwhile.
    private func tell(_ job: Job, _ progress: LatestProgress) async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                for await (value, text) in progress.shown {
                    live.publishProgress(of: job, value, text)
                    guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                }
            }
            group.addTask { [self] in
                for await (value, text) in progress.stored {
                    await attempt {
                        // The job may have ended while this server was cut off from the announcements.
                        if try await !store.report(value, text, of: job.id) { stop(job.id) }
                    }
                    guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
                }
            }
        }
    }

    /// Stores the outcome, and shows it to the person unless the job had ended before.
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
            // An earlier attempt may have succeeded, and only its response was lost.
            if !isFirst, attempts > 1 { isFirst = try await store.job(job.id)?.outcome == outcome }
        }
        guard isFirst else { return }
        live.publishEnd(of: job, outcome)
        if case .file = outcome { live.publishDownload(of: job) }
    }

    /// Stores a result in parts, so that no transaction takes long. An empty result has one part.
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

    static func partCount(ofSize size: Int) -> Int { (size + partSize - 1) / partSize }

    /// Repeats a write until the database answers.
    ///
    /// - Parameter isWorthIt: whether a later attempt may succeed after a failure.
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

    /// - Returns: the id of the error in the log.
    private func log(_ error: any Error, of job: Job) -> String {
        let errorID = ErrorLog.newID()
        logger.error(
            "job failed",
            metadata: [
                "error.id": "\(errorID)", "title": "\(job.title)",
                "account": .string(job.account.description),
                "error": "\(String(reflecting: error))",
            ])
        return errorID
    }

    /// Logs the failure of a write that nothing waits for.
    func attempt(_ work: () async throws -> Void) async {
        do {
            try await work()
        } catch is CancellationError {
        } catch {
            guard let count = lines.take("\(type(of: error))") else { return }
            logger.error(
                "a job could not be stored", metadata: ["error": "\(String(reflecting: error))", "times": "\(count)"])
        }
    }
}

/// The latest progress of a job. A reader that is slower than the reports skips earlier ones.
private final class LatestProgress: Sendable {
    typealias Step = (value: Double?, text: LocalizedText)

    let shown: AsyncStream<Step>
    let stored: AsyncStream<Step>
    private let receivers: [AsyncStream<Step>.Continuation]
    private let step: Mutex<Step>

    init(text: LocalizedText) {
        let (shown, stored) = (
            AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingNewest(1)),
            AsyncStream.makeStream(of: Step.self, bufferingPolicy: .bufferingNewest(1))
        )
        (self.shown, self.stored) = (shown.stream, stored.stream)
        receivers = [shown.continuation, stored.continuation]
        step = Mutex((nil, text))
    }

    func update(_ value: Double?, _ text: LocalizedText?) {
        step.withLock { step in
            step = (value.flatMap { $0.isNaN ? nil : min(max($0, 0), 1) }, text ?? step.text)
            for receiver in receivers { receiver.yield(step) }
        }
    }
}

extension StorageFailure {
    /// Whether the store may work again while a job waits for it.
    fileprivate var mayPass: Bool { isOutOfReach && cause != .unknownKey }
}
