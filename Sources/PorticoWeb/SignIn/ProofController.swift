import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Reauthentication for a page that requires it.
struct ProofController: Sendable {
    /// Handles a reload of a failed reauthentication without script.
    func skip(_ request: Request, _ context: SignedInContext, _ pages: Pages) -> Response {
        .redirect(to: request.next)
    }

    func prove(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let place = await pages.place(ofQuestionFor: request.next, request, context)
        return try await pages.proven(request, context, at: place) { request, context in
            try context.require(try await FormReader.read(ProofForm.self, from: request).form.account)
            return try await pages.response(at: request.next, to: request, context)
        }
    }
}

/// The field of the reauthentication form.
private struct ProofForm: Decodable {
    var account: String?
}

extension Request {
    /// The page to show after the reauthentication.
    fileprivate var next: SitePath {
        uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) } ?? .launch
    }
}

extension ResolvedPage {
    /// The reauthentication page in place of a page, which it leads to.
    static func asking(
        _ context: SignedInContext, _ servers: [Server], _ request: Request, over presenter: SitePath?
    ) -> ResolvedPage {
        .question(
            ReauthenticationPage(
                context, servers: servers, action: .proof(next: request.address), fields: [],
                presenter: presenter ?? .launch),
            isAlone: presenter == nil)
    }
}

extension ReauthenticationPage {
    /// Names the server, because a person can have accounts with the same name and different passwords on several
    /// servers.
    init(
        _ context: SignedInContext, servers: [Server], action: SitePath, fields: [(name: String, value: String)],
        presenter: SitePath
    ) {
        let (id, name) = (context.account.id, context.account.name)
        let server = servers.passwordServer(of: id)
        self.init(
            account: id.description, username: id.user,
            name: server == nil ? name : "\(name) (\(servers.label(of: id)))", action: action, fields: fields,
            presenter: presenter, passwordServer: server)
    }
}
