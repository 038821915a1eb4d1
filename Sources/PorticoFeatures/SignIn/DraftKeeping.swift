import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Stores a form that was sent after the sign-in had ended, until its sender has signed in again.
struct DraftKeeping: Sendable {
    let drafts: Drafts

    /// The path that shows the input again; nil if the input is not stored, because it is empty or its account is
    /// unknown.
    func keep(_ form: PostedForm, sentBy identity: RequestIdentity, in request: Request) async throws -> SitePath? {
        guard let browser = identity.browser?.id, let path = SitePath(untrusted: request.uri.description),
            let account = form.account.flatMap(AccountID.init(named:)), !(form.kept.isEmpty && form.files.isEmpty)
        else { return nil }
        let draft = Draft(
            account: account, path: path.description,
            fields: form.kept.map { Draft.Field($0.name, $0.value) }, files: form.files,
            isMultipart: form.isMultipart)
        return try await drafts.keep(draft, of: browser).map { .draft($0.value) }
    }
}

extension AccountID {
    /// - Parameter text: `server/user`, as in forms.
    fileprivate init?(named text: String) {
        let parts = text.fields(separatedBy: "/", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        self.init(server: ServerID(rawValue: String(parts[0])), user: String(parts[1]))
    }
}
