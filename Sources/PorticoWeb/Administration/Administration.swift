import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Who may administer, and what all of its pages have in common.
struct Administration: Sendable {
    let root: Root
    let auth: AuthServices

    /// Lets only those through who may administer; that somebody else tried is written down.
    func require(_ context: SignedInContext) async throws {
        guard context.account.isAdministrator else {
            try await auth.refusals.note(
                SecurityEvent(
                    .denied, account: context.account.id, client: context.identity.client,
                    time: auth.authenticator.time, detail: "administration"))
            throw WebError(.forbidden)
        }
    }

    /// What people call the server that an account lives on; nil for the local one.
    func otherServer(of account: Account) -> String? {
        root.site.app.servers.passwordServer(of: account.id)
    }

    /// Adds a page of those who administer. They prove who they are before they see it.
    func page(
        _ path: SitePath, in main: inout MainSection,
        make: @escaping @Sendable (Request, SignedInContext) async throws -> some RootPage
    ) {
        main.page(path, needsProof: true) { request, context in
            try await require(context)
            return try await make(request, context)
        }
    }

    /// Carries out a change of those who administer, once they have proved who they are.
    ///
    /// - Parameters:
    ///   - presenter: the page that the change was asked for from.
    ///   - signsOut: whether the person is signed out by it, or has to leave the page.
    func change(
        _ request: Request, _ context: SignedInContext, _ pages: Pages, over presenter: SitePath,
        signsOut: Bool = false,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        try await require(context)
        return try await pages.proven(request, context, over: presenter, signsOut: signsOut, work)
    }
}
