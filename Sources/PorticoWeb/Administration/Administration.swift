import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Who may administer, and what the pages for that have in common.
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

    /// The account that the address names.
    func account(_ context: SignedInContext) async throws -> Account {
        try await auth.directory.account(named: try context.parameters.require("user"))
    }

    /// What people call the server that an account lives on; nil for the local one.
    func otherServer(of account: Account) -> String? {
        root.site.app.servers.passwordServer(of: account.id)
    }

}
