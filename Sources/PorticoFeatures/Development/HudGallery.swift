import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The gallery of the HUD and of toasts: from script, from markup, and from Swift for every audience.
struct HudGallery: Sendable {
    func overview(_ request: Request, _ context: SignedInContext) -> HudGalleryPage {
        HudGalleryPage(
            sheet: .hudSheet, served: .hudServed, slow: .hudSlow, work: .hudWork,
            account: context.account.id.description)
    }

    func sheet(_ request: Request, _ context: SignedInContext) -> HudSheetPage { HudSheetPage(presenter: .hudGallery) }

    func wait(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try await Task.sleep(for: .seconds(1))
        context.toast(Toast("Saved", kind: .success))
        return .done(.hudGallery, for: request)
    }

    func work(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try await context.progress(of: "The sample", request) { progress in
            for step in 1...20 {
                try await Task.sleep(for: .milliseconds(200))
                progress.report(Double(step) / 20, "Step \(step)")
            }
            return Download(fileName: "sample.txt", type: "text/plain", bytes: ByteBuffer(string: "Done\n"))
        }
    }

    func show(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ServedForm.self)
        guard let receiver = form.receiver(account: context.account.id),
            let what = HudGalleryPage.What(rawValue: form.what)
        else { throw WebError(.unprocessableContent) }
        let text = form.text ?? ""
        switch what {
        case .toast: context.toast(Toast(text, kind: .success), to: receiver)
        case .undo:
            let undone = [
                "served-text": "Undone", "what": HudGalleryPage.What.toast.rawValue,
                "audience": HudGalleryPage.Audience.response.rawValue,
            ]
            let undo = Toast.Action(label: "Undo", posting: undone, to: .hudServed)
            context.toast(Toast(text, kind: .success, action: undo), to: receiver)
        case .failure: context.toast(Toast(text, kind: .failure), to: receiver)
        case .hud:
            var content = HudContent.success(text, id: "hud")
            content.path = form.path.flatMap(SitePath.init(untrusted:))
            context.hud.show(content, to: receiver)
        case .hide: context.hud.hide(id: text, to: receiver)
        case .hideAll: context.hud.hideAll(to: receiver)
        }
        return .done(.hudGallery, for: request)
    }
}

/// The notice that the server shows, and its audience.
private struct ServedForm: Decodable {
    /// The text to show, or the id to hide.
    var text: String?
    /// Empty for all.
    var path: String?
    var what: String
    var audience: String

    private enum CodingKeys: String, CodingKey {
        case text = "served-text"
        case path = "served-path"
        case what, audience
    }

    func receiver(account: AccountID) -> OverlayReceiver? {
        switch HudGalleryPage.Audience(rawValue: audience) {
        case .response: .response
        case .browser: .browser
        case .account: .account(account)
        case .everyone: .everyone
        case nil: nil
        }
    }
}
