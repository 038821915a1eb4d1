import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The people of this server, for those who administer.
struct PeopleController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }
    private static let pageLength = 50

    init(_ administration: Administration) {
        self.administration = administration
    }

    func add(to main: inout MainSection) {
        administration.page(.people, in: &main) { request, _ in try await people(request) }
        administration.page("/administration/person/:user", in: &main) { _, context in
            try await person(try context.parameters.require("user"), context)
        }
        main.page(.invitePerson, needsProof: true) { _, context in
            try await administration.require(context)
            return InvitePersonPage(account: context.account.id.description)
        }
        main.routes { routes, pages in
            routes.post("administration/people/invite") { request, context in
                try await administration.change(request, context, pages) { try await invite($0, $1, pages) }
            }
            routes.post("administration/person/:user/:action") { request, context in
                try await administration.change(request, context, pages) { try await act($0, $1) }
            }
        }
    }

    private func people(_ request: Request) async throws -> PeoplePage {
        let text = request.uri.queryParameters["text"].map(String.init) ?? ""
        let after = request.uri.queryParameters["after"].map { AccountID(server: .local, user: String($0)) }
        let found = try await auth.directory.accounts(
            AccountQuery(text: text, after: after, limit: Self.pageLength + 1))
        let shown = found.prefix(Self.pageLength)
        let next = found.count > shown.count ? shown.last?.id.user : nil
        return PeoplePage(
            text: text, people: shown.map(PersonRow.init),
            next: next.map { SitePath.people.adding(query: [("text", text), ("after", $0)]) })
    }

    private func person(_ user: String, _ context: SignedInContext) async throws -> PersonPage {
        let account = try await auth.directory.account(userName: user)
        let events = try await auth.store.events(SecurityEventQuery(account: account.id, limit: 10))
        return PersonPage(
            account: context.account.id.description, user: account.id.user, name: account.name,
            email: account.email?.value, createdAt: account.createdAt, isAdministrator: account.isAdministrator,
            isDisabled: account.isDisabled,
            isLastAdministrator: try await auth.directory.isLastAdministrator(account),
            sessions: try await auth.authenticator.sessions(of: account.id).count,
            events: events.map { ActivityEntry($0.event, isOwn: false) })
    }
}

// MARK: Changes

extension PeopleController {
    private func invite(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await FormReader.read(InvitationForm.self, from: request).form
        try context.require(form.account)
        let problems = try await problems(with: form)
        guard problems.isEmpty, let email = EmailAddress(form.email ?? "") else {
            let page = InvitePersonPage(
                account: context.account.id.description, email: form.email ?? "", name: form.name ?? "",
                isAdministrator: form.administrator != nil, problems: problems)
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        try await auth.registration.invite(
            Invitation(
                email: email, name: form.name ?? "", isAdministrator: form.administrator != nil,
                inviter: context.account.id), client: context.visitor.client)
        context.toast(.invitationSent(to: email.value, in: Site.language))
        return .dismissed(to: .people, for: request)
    }

    private func problems(with form: InvitationForm) async throws -> [InvitePersonProblem] {
        var problems: [InvitePersonProblem] = (form.name ?? "").count > 100 ? [.nameTooLong] : []
        let typed = form.email ?? ""
        guard let email = EmailAddress(typed) else { return problems + [typed.isEmpty ? .emailMissing : .emailInvalid] }
        if try await auth.store.account(email: email, on: .local) != nil { problems.append(.emailTaken) }
        return problems
    }

    private func act(_ request: Request, _ context: SignedInContext) async throws -> Response {
        try context.require(try await FormReader.read(PersonForm.self, from: request).form.account)
        guard let action = PersonAction(rawValue: try context.parameters.require("action")) else {
            throw WebError(.notFound)
        }
        let account = try await auth.directory.account(userName: try context.parameters.require("user"))
        try await carryOut(action, on: account.id, by: context.account.id, client: context.visitor.client)
        context.logger.info("administered", metadata: ["account": "\(account.id)", "action": "\(action.rawValue)"])
        context.toast(.done(in: Site.language))
        return .done(.person(account.id.user), for: request)
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

/// The fields of an invitation.
private struct InvitationForm: Decodable {
    var account: String?
    var email: String?
    var name: String?
    var administrator: String?
}

/// The field of something that is done with an account.
private struct PersonForm: Decodable {
    var account: String?
}

extension PersonRow {
    init(_ account: Account) {
        self.init(
            user: account.id.user, name: account.name, email: account.email?.value,
            isAdministrator: account.isAdministrator, isDisabled: account.isDisabled, path: .person(account.id.user))
    }
}
