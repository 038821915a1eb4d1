import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// The identities at providers with which the person logs in. ``ProviderController`` adds them.
struct IdentitiesController: Sendable {
    let root: Root
    let providers: ProviderSignIns

    /// The rows of the account's identities, oldest first.
    func rows(of account: AccountID, in language: String) async throws -> [IdentityRow] {
        var rows: [IdentityRow] = []
        for identity in try await providers.identities(of: account) {
            rows.append(
                IdentityRow(
                    id: identity.id, provider: provider(identity.provider, language), label: identity.label,
                    addedAt: identity.addedAt, lastUsedAt: identity.lastUsedAt,
                    canRemove: try await providers.canLose(identity)))
        }
        return rows
    }

    /// The choice of a provider.
    func editor(_ request: Request, _ context: SignedInContext) async throws -> AddIdentityPage {
        guard providers.areOffered(to: context.account.id) else { throw WebError(.notFound) }
        let next = request.uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) }
        return AddIdentityPage(
            account: context.account.id.description,
            providers: root.site.app.servers.filter(\.isProvider).map { provider($0.id, context.language) },
            next: next ?? .factors)
    }

    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let id = request.uri.queryParameters["id"].map(String.init)
        guard let identity = try await identity(id, context) else { throw WebError(.notFound) }
        guard try await providers.canLose(identity) else { throw AuthError.lastWay }
        return .removeIdentity(
            account: context.account.id.description, id: identity.id, provider: root.gatewayName(identity.provider))
    }

    func remove(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(IdentityForm.self)
        let client = context.identity.client
        // A second click finds it removed.
        if let identity = try await identity(form.id, context) {
            let name = root.gatewayName(identity.provider)
            if try await providers.remove(identity, name: name, of: context.account, client: client) {
                context.toast(.factorsChanged(.identityRemoved(provider: name)))
            }
        }
        return .dismissed(to: .factors, for: request)
    }

    private func identity(_ id: String?, _ context: SignedInContext) async throws -> ProviderIdentity? {
        try await providers.identities(of: context.account.id).first { $0.id == id }
    }

    private func provider(_ id: ServerID, _ language: String) -> SignInWays.Provider {
        root.site.app.server(id).map { SignInWays.Provider($0, in: language) }
            ?? SignInWays.Provider(id: id.rawValue, name: id.rawValue)
    }
}

private struct IdentityForm: Decodable {
    var id: String?
}
