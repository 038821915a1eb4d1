import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The gallery of the HUD and of toasts: from script, from markup, and from Swift for every audience.
struct HudGallery: Sendable {
    static let path: SitePath = "/dev/hud"
    private static let sheet: SitePath = "/dev/hud/sheet"
    private static let slow: SitePath = "/dev/hud/slow"
    private static let work: SitePath = "/dev/hud/work"
    private static let served: SitePath = "/dev/hud/served"

    func add(to main: inout MainSection) {
        main.page(Self.path, title: "HUD and toasts", isLinked: false) { _, context in
            HudGalleryPage(
                path: Self.path, sheet: Self.sheet, served: Self.served, slow: Self.slow, work: Self.work,
                account: context.account.id.description)
        }
        main.page(Self.sheet) { _, _ in HudSheetPage(presenter: Self.path) }
        main.routes { routes, _ in
            routes.post(RouterPath(Self.slow.path), use: wait)
            routes.post(RouterPath(Self.work.path), use: work)
            routes.post(RouterPath(Self.served.path), use: show)
        }
    }

    @Sendable private func wait(_ request: Request, context: SignedInContext) async throws -> Response {
        try await Task.sleep(for: .seconds(1))
        context.toast(Toast("Saved", kind: .success))
        return .done(Self.path, for: request)
    }

    @Sendable private func work(_ request: Request, context: SignedInContext) async throws -> Response {
        try context.progress(of: "The sample", request) { progress in
            for step in 1...20 {
                try await Task.sleep(for: .milliseconds(200))
                progress.report(Double(step) / 20, "Step \(step)")
            }
            return Download(fileName: "sample.txt", type: "text/plain", bytes: ByteBuffer(string: "Done\n"))
        }
    }

    @Sendable private func show(_ request: Request, context: SignedInContext) async throws -> Response {
        let form = try await FormReader.read(ServedForm.self, from: request).form
        guard let receiver = form.receiver(account: context.account.id),
            let what = HudGalleryPage.What(rawValue: form.what)
        else { throw WebError(.unprocessableContent) }
        switch what {
        case .toast: context.toast(Toast(form.text, kind: .success), to: receiver)
        case .failure: context.toast(Toast(form.text, kind: .failure), to: receiver)
        case .hud:
            var content = HudContent.success(form.text)
            content.path = form.path.flatMap(SitePath.init(untrusted:))
            context.hud.show(content, to: receiver)
        case .hide: context.hud.hide(id: form.text, to: receiver)
        case .hideAll: context.hud.hideAll(to: receiver)
        }
        return .done(Self.path, for: request)
    }
}

/// What the server is to show, and to whom.
private struct ServedForm: Decodable {
    /// Of what is shown; of what is hidden, the id.
    var text: String
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
