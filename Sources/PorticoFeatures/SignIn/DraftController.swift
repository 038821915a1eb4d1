import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Shows the input of a form that was sent after the sign-in had ended, and offers to send it again.
struct DraftController: Sendable {
    let drafts: Drafts

    func show(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let draft = try await drafts.draft(request.draftSecret, in: context.browser, of: context.account.id)
        guard let draft, let path = SitePath(untrusted: draft.path) else { throw WebError(.notFound) }
        return try await pages.response(
            DraftPage(
                action: path, account: context.account.id.description,
                fields: draft.fields.map { ($0.name, $0.value) }, files: draft.files, isMultipart: draft.isMultipart),
            to: request, context)
    }
}

extension Request {
    /// The secret of the requested draft.
    fileprivate var draftSecret: String { uri.queryParameters["secret"].map(String.init) ?? "" }
}
