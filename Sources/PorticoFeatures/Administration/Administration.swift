import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Access control and shared functions of the administration pages.
struct Administration: Sendable {
    let root: Root
    let auth: AuthServices

    /// Throws 403 unless the account is an administrator.
    func require(_ context: SignedInContext) throws {
        guard context.account.isAdministrator else { throw WebError(.forbidden) }
    }

    /// The account in the path.
    func account(_ context: SignedInContext) async throws -> Account {
        try await auth.directory.account(named: try context.parameters.require("user"))
    }

    /// The page of the account in the path, over which the reauthentication page is presented.
    func place(_ context: SignedInContext) throws -> (presenter: SitePath, signsOut: Bool) {
        (.person(try context.parameters.require("user")), false)
    }

    /// The display name of the account's server; nil for a local account.
    func otherServer(of account: Account) -> String? {
        root.site.app.servers.passwordServer(of: account.id)
    }

}
