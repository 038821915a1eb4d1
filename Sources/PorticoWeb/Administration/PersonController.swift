import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// One account, for those who administer.
struct PersonController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }

    /// What happened is told since there is the account; the name may have been another person's before.
    func person(_ request: Request, _ context: SignedInContext) async throws -> PersonPage {
        let account = try await administration.account(context)
        let events = try await auth.store.events(
            SecurityEventQuery(account: account.id, since: account.createdAt, limit: 10))
        return PersonPage(
            account: context.account.id.description, user: account.id.name,
            serverName: administration.otherServer(of: account), employeeNumber: account.employeeNumber?.value,
            name: account.name, email: account.email?.value, createdAt: account.createdAt,
            isAdministrator: account.isAdministrator,
            isDisabled: account.isDisabled,
            isLastAdministrator: try await auth.directory.isLastAdministrator(account),
            sessions: try await auth.authenticator.sessions(of: account.id).count,
            events: events.map { ActivityEntry($0.event, isOwn: false) })
    }
}

/// What those who administer do with an account.
struct PersonActionController: Sendable {
    let administration: Administration
    let action: PersonAction
    private var auth: AuthServices { administration.auth }

    func question(_ request: Request, _ context: SignedInContext) async throws -> PersonActionPage {
        let account = try await administration.account(context)
        if action == .resetPassword, account.id.server != .local { throw AuthError.passwordElsewhere }
        return PersonActionPage(
            account: context.account.id.description, user: account.id.name, name: account.name, action: action,
            isOwn: account.id == context.account.id)
    }

    /// Where somebody comes who reloads the answer to an action that nobody asks about.
    func skip(_ request: Request, _ context: SignedInContext, _ pages: Pages) throws -> Response {
        .redirect(to: .person(try context.parameters.require("user")))
    }

    /// Where the question stands who is there.
    func place(_ context: SignedInContext) throws -> (presenter: SitePath, signsOut: Bool) {
        let user = try context.parameters.require("user")
        return (.person(user), action.asksFirst && AccountID(name: user) == context.account.id)
    }

    func carryOut(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        try context.require(try await FormReader.read(PersonForm.self, from: request).form.account)
        let account = try await administration.account(context)
        try await act(on: account.id, by: context.account.id, client: context.identity.client)
        context.logger.info("administered", metadata: ["account": "\(account.id)", "action": "\(action.rawValue)"])
        context.toast(.done(in: Language.current))
        // Who ends their own sign-ins, or is administrator no more, has no business here.
        guard account.id == context.account.id, action.asksFirst else {
            return .dismissed(to: .person(account.id.name), for: request)
        }
        return .done(.launch, for: request)
    }

    private func act(on id: AccountID, by actor: AccountID, client: Client) async throws {
        let directory = auth.directory
        switch action {
        case .disable: try await directory.setDisabled(true, id, actor: actor, client: client)
        case .enable: try await directory.setDisabled(false, id, actor: actor, client: client)
        case .resetPassword: try await directory.revokePassword(of: id, actor: actor, client: client)
        case .endSessions: try await auth.users.endSignIns(.all, of: id, actor: actor, client: client)
        case .addAdministrator: try await directory.setAdministrator(true, id, actor: actor, client: client)
        case .removeAdministrator: try await directory.setAdministrator(false, id, actor: actor, client: client)
        }
    }
}

/// The field of something that is done with an account.
private struct PersonForm: Decodable {
    var account: String?
}
