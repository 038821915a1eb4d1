import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The accounts that are signed in in a browser.
struct ProfilesController: Sendable {
    let root: Root
    let users: UserManager

    func profiles(_ request: Request, _ context: SignedInContext) -> ProfilesPage {
        let profiles = root.authenticator.profiles(of: context.identity)
        return ProfilesPage(
            account: context.account.id.description,
            profiles: profiles.map { row($0, isCurrent: $0.id == context.signIn.id, in: context.language) },
            canAdd: profiles.count < root.authenticator.policy.accountsPerBrowser)
    }

    private func row(_ signIn: SignIn, isCurrent: Bool, in language: String) -> ProfileRow {
        ProfileRow(
            id: signIn.id, name: signIn.account.name, username: signIn.account.id.user,
            serverName: root.serverName(signIn.account.id.server, in: language),
            isCurrent: isCurrent, isAutomatic: signIn.isAutomatic)
    }

    /// Switches to another account; also from the cover, if the gateway does not confirm the current account.
    func select(_ request: Request, context: PorticoContext) async throws -> Response {
        if context.refused == nil { _ = try SignedInContext(context: context) }
        let form = try await context.form(ProfileChoiceForm.self)
        let identity = try context.requireIdentity()
        let chosen = root.authenticator.profiles(of: identity).first { $0.id == form.profile }
        guard let chosen else { throw WebError(.conflict) }
        try await users.select(chosen.id, identity: identity)
        root.endStreams(of: identity)
        let next = form.next.flatMap { SitePath(untrusted: $0) }
        // The draft belongs to the account that was left.
        var response = Response.done(
            next.flatMap { $0.path == SitePath.draft.path ? nil : $0 } ?? .launch, for: request)
        let config = try await root.userConfig(for: chosen)
        try root.site.lookCookie.set(config.look, on: &response)
        return response
    }
}

/// The fields of switching to another account.
private struct ProfileChoiceForm: Decodable {
    var profile: SignIn.ID?
    /// The path to continue at; the launch by default.
    var next: String?
}
