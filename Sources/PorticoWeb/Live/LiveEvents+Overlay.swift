import PorticoHTML
import PorticoViews

extension LiveEvents {
    /// Shows a toast on open pages.
    ///
    /// - Parameter path: the path of the pages that are to show it; all where nil.
    public func toast(_ toast: Toast, to audience: Audience, at path: SitePath? = nil) {
        publish("toast", ToastMessage(toast: toast, path: path), to: audience)
    }

    /// The HUD of open pages.
    public var hud: LiveHud { LiveHud(live: self) }
}

/// The HUD of open pages.
public struct LiveHud: Sendable {
    let live: LiveEvents

    /// Shows something over the whole window, in the place of what was shown under its id.
    public func show(_ content: HudContent, to audience: Audience) {
        live.publish("hud", HudMessage(show: content), to: audience)
    }

    /// Hides what is shown under an id.
    ///
    /// - Parameter path: the path of the pages that are to hide it; all where nil.
    public func hide(id: HudContent.ID, to audience: Audience, at path: SitePath? = nil) {
        live.publish("hud", HudMessage(hide: id, path: path), to: audience)
    }

    /// Hides everything that is shown.
    ///
    /// - Parameter path: the path of the pages that are to hide it; all where nil.
    public func hideAll(to audience: Audience, at path: SitePath? = nil) {
        live.publish("hud", HudMessage(hideAll: true, path: path), to: audience)
    }
}
