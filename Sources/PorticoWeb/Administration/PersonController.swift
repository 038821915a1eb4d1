import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// One account, for those who administer, and what they do with it.
struct PersonController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }

    init(_ administration: Administration) {
        self.administration = administration
    }

    func add(to main: inout MainSection) {
        administration.page("/administration/person/:user", in: &main) { _, context in try await person(context) }
        for action in PersonAction.allCases { add(action, to: &main) }
    }

    private func add(_ action: PersonAction, to main: inout MainSection) {
        if action.asksFirst {
            main.page(.pattern(of: action), needsProof: true) { _, context in
                try await administration.require(context)
                return try await question(action, context)
            }
        }
        main.routes { routes, pages in
            let path = RouterPath(SitePath.pattern(of: action).path)
            if !action.asksFirst {
                routes.get(path) { _, context in
                    Response.redirect(to: .person(try context.parameters.require("user")))
                }
            }
            routes.post(path) { request, context in
                let user = try context.parameters.require("user")
                let leaves = action.asksFirst && AccountID(name: user) == context.account.id
                return try await administration.change(
                    request, context, pages, over: .person(user), signsOut: leaves
                ) { try await act(action, $0, $1) }
            }
        }
    }

    private func account(_ context: SignedInContext) async throws -> Account {
        try await auth.directory.account(named: try context.parameters.require("user"))
    }

    /// What happened is told since there is the account; the name may have been another person's before.
    private func person(_ context: SignedInContext) async throws -> PersonPage {
        let account = try await account(context)
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

    private func question(_ action: PersonAction, _ context: SignedInContext) async throws -> PersonActionPage {
        let account = try await account(context)
        if action == .resetPassword, account.id.server != .local { throw AuthError.passwordElsewhere }
        return PersonActionPage(
            account: context.account.id.description, user: account.id.name, name: account.name, action: action,
            isOwn: account.id == context.account.id)
    }
}

// MARK: Changes

extension PersonController {
    private func act(
        _ action: PersonAction, _ request: Request, _ context: SignedInContext
    ) async throws -> Response {
        try context.require(try await FormReader.read(PersonForm.self, from: request).form.account)
        let account = try await account(context)
        try await carryOut(action, on: account.id, by: context.account.id, client: context.identity.client)
        context.logger.info("administered", metadata: ["account": "\(account.id)", "action": "\(action.rawValue)"])
        context.toast(.done(in: Site.language))
        // Who ends their own sign-ins, or is administrator no more, has no business here.
        guard account.id == context.account.id, action.asksFirst else {
            return .dismissed(to: .person(account.id.name), for: request)
        }
        return .done(.launch, for: request)
    }

    private func carryOut(
        _ action: PersonAction, on id: AccountID, by actor: AccountID, client: Client
    ) async throws {
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

extension SitePath {
    /// The address of something that is done with an account, whosever it is.
    fileprivate static func pattern(of action: PersonAction) -> SitePath {
        SitePath(untrusted: "/administration/person/:user/\(action.rawValue)") ?? .people
    }
}
