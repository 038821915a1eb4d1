import PorticoHTML
import PorticoViews

extension LiveEvents {
    /// Shows a toast on open pages.
    ///
    /// - Parameter path: the path of the pages that show it; nil for all.
    public func toast(_ toast: Toast, to audience: Audience, at path: SitePath? = nil) {
        publish("toast", ToastMessage(toast: toast, path: path), to: audience)
    }

    /// The HUD on open pages.
    public var hud: LiveHud { LiveHud(live: self) }
}

/// The HUD on open pages.
public struct LiveHud: Sendable {
    let live: LiveEvents

    /// Shows a content over the whole window, replacing the one with its id.
    public func show(_ content: HudContent, to audience: Audience) {
        live.publish("hud", HudMessage(show: content), to: audience)
    }

    /// Hides the content with this id.
    ///
    /// - Parameter path: the path of the pages that hide it; nil for all.
    public func hide(id: HudContent.ID, to audience: Audience, at path: SitePath? = nil) {
        live.publish("hud", HudMessage(hide: id, path: path), to: audience)
    }

    /// Hides all contents.
    ///
    /// - Parameter path: the path of the pages that hide them; nil for all.
    public func hideAll(to audience: Audience, at path: SitePath? = nil) {
        live.publish("hud", HudMessage(hideAll: true, path: path), to: audience)
    }
}
