import PorticoViews
import Synchronization

/// What is to be shown together with the response that is being made.
final class PendingNotices: Sendable {
    private let notices = Mutex(Notices())

    func add(_ toast: Toast) {
        notices.withLock { $0.toasts.append(toast) }
    }

    func add(_ content: HudContent) {
        notices.withLock { notices in
            notices.huds.removeAll { $0.id == content.id }
            notices.huds.append(content)
        }
    }

    /// Takes back contents of the HUD: the one with this id, or all.
    func remove(hud id: HudContent.ID?) {
        notices.withLock { notices in notices.huds.removeAll { id == nil || $0.id == id } }
    }

    /// All of it; the page that is made from it shows it.
    func take() -> Notices {
        notices.withLock { notices in
            defer { notices = Notices() }
            return notices
        }
    }
}
