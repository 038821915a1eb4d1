import Foundation
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews
import Synchronization

/// Work that takes longer than a response should, from its start until its result is forgotten.
final class Job: Sendable, Identifiable {
    /// Who began it, and where.
    struct Owner: Hashable, Sendable {
        let account: AccountID
        let browser: Browser.ID
        /// The page that shows how far it is.
        let path: SitePath
    }

    enum Outcome: Sendable {
        case running, done(Download), failed, cancelled
    }

    private struct State {
        var value: Double?
        var text: String?
        var outcome = Outcome.running
        var endedAt: Date?
        var task: Task<Void, Never>?
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

    /// When it ended; nil while it runs.
    var endedAt: Date? { state.withLock { $0.endedAt } }

    var path: SitePath { SitePath.jobs.adding(segment: id) ?? .launch }
    /// Where its result is, once it is done.
    var result: SitePath { path.adding(segment: "result") ?? path }
    /// Where it is cancelled (POST).
    var cancellation: SitePath { path.adding(segment: "cancel") ?? path }

    /// What the HUD shows of it.
    var hud: HudContent { state.withLock { hud($0) } }

    /// Does something with it unless the work is over, whose end waits meanwhile.
    func whileRunning(_ work: (HudContent) -> Void) {
        state.withLock { if $0.endedAt == nil { work(hud($0)) } }
    }

    private func hud(_ state: State) -> HudContent {
        var content = HudContent.progress(state.value, state.text ?? title)
        content.id = "job-\(id)"
        content.path = owner.path
        content.cancel = cancellation
        content.grace = 0.3
        content.minimum = 0.5
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
            state.task = nil
            return true
        }
    }
}
