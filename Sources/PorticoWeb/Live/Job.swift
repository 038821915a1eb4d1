import Foundation
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// Work that takes longer than a response should, from its start until its result is forgotten.
final class Job: Sendable, Identifiable {
    /// Who began it, and where.
    struct Owner: Sendable {
        let person: PersonInBrowser
        /// The page where it was begun, with its query.
        let address: SitePath
        /// That page's path: open pages there show how far it is.
        let path: SitePath

        init(person: PersonInBrowser, address: SitePath) {
            self.person = person
            self.address = address
            path = address.withoutQuery
        }
    }

    enum Outcome: Sendable {
        case running, done(Download), cancelled
        /// With the id under which the log has the reason.
        case failed(errorID: String)
    }

    private struct State {
        var value: Double?
        var text: String?
        var outcome = Outcome.running
        var endedAt: Date?
        var isTold = false
        var task: Task<Void, Never>?
        /// Whether the work goes on, though it may have been cancelled.
        var isAtWork = true
        /// When it was told last how far it is, or will be next.
        var tellingAt: ContinuousClock.Instant?
    }

    /// Nobody can guess it: 128 random bits.
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

    /// When it ended; nil while it runs.
    var endedAt: Date? { state.withLock { $0.endedAt } }

    /// The bytes of its result.
    var size: Int {
        guard case .done(let download) = outcome else { return 0 }
        return download.bytes.readableBytes
    }

    var path: SitePath { .job(id) }
    /// Where its result is, once it is done.
    var result: SitePath { .jobResult(id) }
    /// Where it is cancelled (POST).
    var cancellation: SitePath { .cancelJob(id) }

    /// Names it in the HUD, and its end among the toasts.
    var noticeID: String { "job-\(id)" }

    /// What the HUD shows of it; nil once it is over.
    var hud: HudContent? { state.withLock { $0.endedAt == nil ? hud($0) : nil } }

    /// Does something with it unless the work is over, whose end waits meanwhile.
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
        // It is over when the work is; there is a button to cancel that.
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

    /// Notes how far it is.
    ///
    /// - Returns: when that should be told, as ten times a second is enough; nil where it is going to be told anyhow.
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

    /// Ends it, once.
    ///
    /// - Returns: whether this was the end.
    func end(_ outcome: Outcome, at time: Date) -> Bool {
        state.withLock { state in
            guard state.endedAt == nil else { return false }
            state.outcome = outcome
            state.endedAt = time
            if case .cancelled = outcome { state.task?.cancel() }
            return true
        }
    }

    /// The work has returned, which it may do long after it was cancelled.
    func leaveWork() {
        state.withLock { $0.isAtWork = false }
    }
}

// MARK: How it ended

extension Job {
    /// What is said of its end; nil where nothing is.
    var end: Toast? {
        switch outcome {
        case .running, .cancelled: nil
        case .done: .jobReady(title, id: noticeID, result: result, in: Language.current)
        case .failed(let errorID): .jobFailed(title, id: noticeID, errorID: errorID, in: Language.current)
        }
    }

    /// The person knows of its end.
    func markTold() {
        state.withLock { $0.isTold = true }
    }

    /// What a page says of its end where nobody has heard of it: once.
    func takeEnd() -> Toast? {
        guard let end, !state.withLock({ state in (state.isTold, state.isTold = true).0 }) else { return nil }
        return end
    }
}
