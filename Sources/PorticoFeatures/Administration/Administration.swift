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
    /// Whether the site can have several servers.
    let hasNodes: Bool

    /// Throws 403 unless the account is an administrator.
    func require(_ context: SignedInContext) throws {
        guard context.account.isAdministrator else { throw WebError(.forbidden) }
    }

    /// Pages with the navigation of the administration.
    func section<Content: RootPage>(
        _ make: @escaping @Sendable (Request, SignedInContext) async throws -> Content
    ) -> @Sendable (Request, SignedInContext) async throws -> AdministrationSection<Content> {
        { section(try await make($0, $1), $0) }
    }

    /// The page at the address of a request, with the navigation of the administration.
    func section<Content: RootPage>(_ page: Content, _ request: Request) -> AdministrationSection<Content> {
        AdministrationSection(page, at: request.address, hasNodes: hasNodes)
    }

    /// The account in the path.
    func account(_ context: SignedInContext) async throws -> Account {
        try await auth.directory.account(named: try context.parameters.require("user"))
    }

    /// The reauthentication page over the page of the account in the path.
    func question(_ context: SignedInContext) throws -> ProofQuestion {
        ProofQuestion(presenter: .person(try context.parameters.require("user")))
    }

    /// The display name of the account's server; nil for a local account.
    func otherServer(of account: Account) -> String? {
        root.site.app.servers.passwordServer(of: account.id)
    }

}
