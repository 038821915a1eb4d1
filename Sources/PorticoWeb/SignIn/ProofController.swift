import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Proving once more who one is, to see a page that needs it.
struct ProofController: Sendable {
    /// The address of a proof that did not succeed, without script.
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

/// The field of a proof.
private struct ProofForm: Decodable {
    var account: String?
}

extension Request {
    /// The page to see after the proof.
    fileprivate var next: SitePath {
        uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) } ?? .launch
    }
}

extension ResolvedPage {
    /// The question in the place of a page, to which the answer leads.
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
    /// Somebody may have accounts of the same name on several servers, each with a password of its own.
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
