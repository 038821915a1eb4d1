import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Who is to see a toast or the HUD.
public enum OverlayReceiver: Hashable, Sendable {
    /// Whoever gets the response: on the page that it is, on the page that it leads to, or else on the page that it was
    /// asked for from.
    case response
    /// The person who is asking, on all pages open in this browser.
    case browser
    /// All open pages of an account, in every browser.
    case account(AccountID)
    /// All open pages of everybody.
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
        overlays.live.toast(toast, to: audience(receiver))
    }

    /// The HUD.
    ///
    /// ```swift
    /// context.hud.show(.success("Order sent"))
    /// ```
    public var hud: ContextHud { ContextHud(context: self) }

    /// Who is asking, and in which browser.
    var person: PersonInBrowser { PersonInBrowser(browser: browser, account: account.id) }

    /// The open pages of a receiver; for a response those in this browser.
    func audience(_ receiver: OverlayReceiver) -> Audience {
        switch receiver {
        case .response, .browser: .browser(browser, as: account.id)
        case .account(let account): .account(account)
        case .everyone: .everyone
        }
    }
}

/// The HUD of those whom a request's handler can reach.
///
/// What is shown goes with the response unless another receiver is named; what is hidden is so at once, on all pages open in
/// this browser, since a page that is still to come does not show it.
public struct ContextHud: Sendable {
    let context: SignedInContext

    /// Shows something over the whole window, in the place of what was shown under its id.
    public func show(_ content: HudContent, to receiver: OverlayReceiver = .response) {
        guard receiver != .response else { return context.notices.add(content) }
        context.overlays.live.hud.show(content, to: context.audience(receiver))
    }

    /// Hides what is shown under an id; of the response, what it would have shown too.
    public func hide(id: HudContent.ID, to receiver: OverlayReceiver = .browser) {
        if receiver == .response { context.notices.remove(hud: id) }
        context.overlays.live.hud.hide(id: id, to: context.audience(receiver))
    }

    /// Hides everything that is shown; of the response, what it would have shown too.
    public func hideAll(to receiver: OverlayReceiver = .browser) {
        if receiver == .response { context.notices.remove(hud: nil) }
        context.overlays.live.hud.hideAll(to: context.audience(receiver))
    }
}

extension SignedInContext {
    /// Tells all open pages of the person that a change has replaced another one that was made meanwhile.
    func tell(ofReplaced keys: Set<String>) {
        guard !keys.isEmpty else { return }
        toast(.changedTwice(in: Language.current), to: .account(account.id))
    }
}
