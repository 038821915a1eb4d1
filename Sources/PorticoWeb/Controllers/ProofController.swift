import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Proving once more who one is, to see a page that needs it.
struct ProofController: Sendable {
    func add(to main: inout MainSection) {
        main.routes { routes, pages in
            routes.post("session/proof") { request, context in
                try await pages.proven(request, context, over: .launch) { request, context in
                    let form = try await FormReader.read(ProofForm.self, from: request).form
                    try context.require(form.account)
                    let next = form.next.flatMap(SitePath.init(untrusted:)) ?? .launch
                    return try await pages.response(at: next, to: request, context)
                }
            }
        }
    }
}

/// The fields of a proof.
private struct ProofForm: Decodable {
    var account: String?
    /// The page to see.
    var next: String?
}

extension ReauthenticationPage {
    /// The question at the address of a page; the answer leads to that page.
    init(_ context: SignedInContext, request: Request, presenter: SitePath) {
        self.init(
            account: context.account.id.description, username: context.account.id.user, action: .proof,
            fields: [("next", request.address.description)], presenter: presenter)
    }
}
