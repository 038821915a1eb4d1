import PorticoViews
import Synchronization

/// The notices to show with the response that the handler is creating.
package final class PendingNotices: Sendable {
    private struct State {
        var notices = Notices()
        /// Shows notices added after the response was created.
        var later: (@Sendable (Notices) -> Void)?
    }

    private let state = Mutex(State())

    package func add(_ toast: Toast) {
        add(Notices(toasts: [toast]))
    }

    package func add(_ content: HudContent) {
        add(Notices(huds: [content]))
    }

    private func add(_ notices: Notices) {
        let later = state.withLock { state in
            if state.later == nil { state.notices.append(notices) }
            return state.later
        }
        later?(notices)
    }

    /// Removes a HUD content by its id, or all if it is nil.
    func remove(hud id: HudContent.ID?) {
        state.withLock { state in state.notices.huds.removeAll { id == nil || $0.id == id } }
    }

    /// Removes and returns all notices, for the page that shows them.
    package func take() -> Notices {
        state.withLock { state in
            defer { state.notices = Notices() }
            return state.notices
        }
    }

    /// Returns the notices that no page has taken. From then on, new notices go to `later`.
    func close(_ later: @escaping @Sendable (Notices) -> Void) -> Notices {
        state.withLock { $0.later = later }
        return take()
    }
}
