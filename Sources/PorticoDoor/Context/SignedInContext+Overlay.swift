import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The recipients of a toast or HUD.
public enum OverlayReceiver: Hashable, Sendable {
    /// The page in the response, or the page it redirects to, or else the page that sent the request.
    case response
    /// All open pages of the current account in this browser.
    case browser
    /// All open pages of an account, in every browser.
    case account(AccountID)
    /// All open pages of all accounts.
    case everyone
}

extension SignedInContext {
    /// Shows a toast.
    ///
    /// ```swift
    /// context.toast("Order sent")
    /// context.toast(Toast("New order", action: .init(label: "Open", href: path)), to: .account(seller))
    /// ```
    public func toast(_ toast: Toast, to receiver: OverlayReceiver = .response) {
        guard receiver != .response else { return notices.add(toast) }
        liveUI.live.toast(toast, to: audience(receiver))
    }

    /// The HUD.
    ///
    /// ```swift
    /// context.hud.show(.success("Order sent"))
    /// ```
    public var hud: ContextHud { ContextHud(context: self) }

    /// The current account in the current browser.
    package var person: PersonInBrowser { PersonInBrowser(browser: browser, account: account.id) }

    /// The open pages of a receiver; for `.response`, those in this browser.
    func audience(_ receiver: OverlayReceiver) -> Audience {
        switch receiver {
        case .response, .browser: .browser(browser, as: account.id)
        case .account(let account): .account(account)
        case .everyone: .everyone
        }
    }
}

/// The HUD on the pages that a handler can reach.
///
/// By default, a content is shown with the response. Hiding affects all open pages of this browser at once, because the
/// page of the response does not show the content yet.
public struct ContextHud: Sendable {
    let context: SignedInContext

    /// Shows a content over the whole window, replacing the one with its id.
    public func show(_ content: HudContent, to receiver: OverlayReceiver = .response) {
        guard receiver != .response else { return context.notices.add(content) }
        context.liveUI.live.hud.show(content, to: context.audience(receiver))
    }

    /// Hides the content with this id; for `.response`, also one that the response would show.
    public func hide(id: HudContent.ID, to receiver: OverlayReceiver = .browser) {
        if receiver == .response { context.notices.remove(hud: id) }
        context.liveUI.live.hud.hide(id: id, to: context.audience(receiver))
    }

    /// Hides all contents; for `.response`, also those that the response would show.
    public func hideAll(to receiver: OverlayReceiver = .browser) {
        if receiver == .response { context.notices.remove(hud: nil) }
        context.liveUI.live.hud.hideAll(to: context.audience(receiver))
    }
}

extension SignedInContext {
    /// Shows a toast on all open pages of the account if a change has replaced another change that was made meanwhile.
    package func tell(ofReplaced keys: Set<String>) {
        guard !keys.isEmpty else { return }
        toast(.changedTwice, to: .account(account.id))
    }
}
