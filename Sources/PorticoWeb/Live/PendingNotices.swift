import PorticoViews
import Synchronization

/// What is to be shown together with the response that is being made.
final class PendingNotices: Sendable {
    private struct State {
        var notices = Notices()
        /// Shows what comes once the response is made.
        var later: (@Sendable (Notices) -> Void)?
    }

    private let state = Mutex(State())

    func add(_ toast: Toast) {
        add(Notices(toasts: [toast]))
    }

    func add(_ content: HudContent) {
        add(Notices(huds: [content]))
    }

    private func add(_ notices: Notices) {
        let later = state.withLock { state in
            if state.later == nil { state.notices.append(notices) }
            return state.later
        }
        later?(notices)
    }

    /// Takes back contents of the HUD: the one with this id, or all.
    func remove(hud id: HudContent.ID?) {
        state.withLock { state in state.notices.huds.removeAll { id == nil || $0.id == id } }
    }

    /// All of it; the page that is made from it shows it.
    func take() -> Notices {
        state.withLock { state in
            defer { state.notices = Notices() }
            return state.notices
        }
    }

    /// What no page has taken; the response is made, and what work that goes on adds is given to `later`.
    func close(_ later: @escaping @Sendable (Notices) -> Void) -> Notices {
        state.withLock { $0.later = later }
        return take()
    }
}
