import Foundation
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// A job: work that takes longer than a response should. It exists until its result is dropped.
final class Job: Sendable, Identifiable {
    /// The account and browser that started a job, and the page.
    struct Owner: Sendable {
        let person: PersonInBrowser
        /// The page that started the job, with its query.
        let address: SitePath
        /// The path of that page; open pages there show the progress.
        let path: SitePath

        init(person: PersonInBrowser, address: SitePath) {
            self.person = person
            self.address = address
            path = address.withoutQuery
        }
    }

    enum Outcome: Sendable {
        case running, done(JobResult), cancelled
        /// With the id of the error in the log.
        case failed(errorID: String)
    }

    private struct State {
        var value: Double?
        var text: String?
        var outcome = Outcome.running
        var endedAt: Date?
        var isNotified = false
        var task: Task<Void, Never>?
        /// Whether the work is still running, even if the job was cancelled.
        var isAtWork = true
        /// The time of the last published progress, or of the next one.
        var tellingAt: ContinuousClock.Instant?
    }

    /// 128 random bits, so that the id cannot be guessed.
    let id = String(UInt64.random(in: .min ... .max), radix: 36) + String(UInt64.random(in: .min ... .max), radix: 36)
    let title: String
    let owner: Owner
    private let state = Mutex(State())

    init(title: String, owner: Owner) {
        self.title = title
        self.owner = owner
    }

    var outcome: Outcome { state.withLock { $0.outcome } }
    var value: Double? { state.withLock { $0.value } }
    var text: String { state.withLock { $0.text } ?? title }
    var isRunning: Bool { state.withLock { $0.endedAt == nil } }
    var isAtWork: Bool { state.withLock { $0.isAtWork } }
    var task: Task<Void, Never>? { state.withLock { $0.task } }

    /// The time of its end; nil while it runs.
    var endedAt: Date? { state.withLock { $0.endedAt } }

    /// The size of its result in bytes.
    var size: Int {
        guard case .done(.file(let download)) = outcome else { return 0 }
        return download.bytes.readableBytes
    }

    var path: SitePath { .job(id) }
    /// The path of its result.
    var result: SitePath { .jobResult(id) }
    /// The path that cancels it (POST).
    var cancellation: SitePath { .cancelJob(id) }

    /// Its id in the HUD and among toasts.
    var noticeID: String { "job-\(id)" }

    /// The content of the HUD; nil after its end.
    var hud: HudContent? { state.withLock { $0.endedAt == nil ? hud($0) : nil } }

    /// Calls `work` unless the job has ended; the job cannot end during the call.
    func whileRunning(_ work: (HudContent) -> Void) {
        state.withLock { if $0.endedAt == nil { work(hud($0)) } }
    }

    private func hud(_ state: State) -> HudContent {
        var content = HudContent.progress(state.value, state.text ?? title)
        content.id = noticeID
        content.path = owner.path
        content.cancel = cancellation
        content.grace = 0.3
        content.minimum = 0.5
        // The HUD ends with the job, and has a button to cancel it.
        content.interactiveHide = false
        return content
    }

    func run(_ task: Task<Void, Never>) {
        let isOver = state.withLock { state in
            state.task = task
            return state.endedAt != nil
        }
        if isOver { task.cancel() }
    }

    /// Stores the progress.
    ///
    /// - Returns: the time to publish it, at most every 100 ms; nil if a publication is already scheduled.
    func note(_ value: Double?, _ text: String?) -> ContinuousClock.Instant? {
        state.withLock { state in
            guard state.endedAt == nil else { return nil }
            state.value = value.map { min(max($0, 0), 1) }
            state.text = text ?? state.text
            let now = ContinuousClock.now
            guard state.tellingAt.map({ $0 <= now }) ?? true else { return nil }
            let next = max(now, state.tellingAt?.advanced(by: .milliseconds(100)) ?? now)
            state.tellingAt = next
            return next
        }
    }

    /// Ends the job once.
    ///
    /// - Returns: whether this call ended it.
    func end(_ outcome: Outcome, at time: Date) -> Bool {
        state.withLock { state in
            guard state.endedAt == nil else { return false }
            state.outcome = outcome
            state.endedAt = time
            if case .cancelled = outcome { state.task?.cancel() }
            return true
        }
    }

    /// The work has returned, possibly long after the job was cancelled.
    func leaveWork() {
        state.withLock { $0.isAtWork = false }
    }
}

// MARK: How it ended

extension Job {
    /// The toast about its end; nil if there is none.
    var end: Toast? {
        switch outcome {
        case .running, .cancelled: nil
        case .done(.file): .jobReady(title, id: noticeID, result: result, in: Language.current)
        case .done(.sentence(let text, let link)): .jobDone(text, id: noticeID, link: link, in: Language.current)
        case .failed(let errorID): .jobFailed(title, id: noticeID, errorID: errorID, in: Language.current)
        }
    }

    /// Marks the person as informed about its end.
    func markNotified() {
        state.withLock { $0.isNotified = true }
    }

    /// The toast about its end if the person is not informed yet; marks it.
    func takeEndNotice() -> Toast? {
        guard let end, !state.withLock({ state in (state.isNotified, state.isNotified = true).0 }) else { return nil }
        return end
    }
}

/// The result of a job.
enum JobResult: Sendable {
    /// A file to download.
    case file(Download)
    /// A sentence for the person, and the page that shows the result.
    case sentence(String, SitePath)
}
