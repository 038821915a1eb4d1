import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The accounts of all servers.
struct PeopleController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }
    private static let pageLength = 50

    func invitation(_ request: Request, _ context: SignedInContext) -> InvitePersonPage {
        InvitePersonPage(account: context.account.id.description)
    }

    func people(_ request: Request, _ context: SignedInContext) async throws -> PeoplePage {
        let text = request.queryField("text")
        let after = request.uri.queryParameters["after"].flatMap { AccountID(name: String($0)) }
        let found = try await auth.store.accounts(
            AccountQuery(text: text, after: after, limit: Self.pageLength + 1))
        let shown = found.prefix(Self.pageLength)
        let next = found.count > shown.count ? shown.last?.id.name : nil
        return PeoplePage(
            text: text, people: shown.map { PersonRow($0, serverName: administration.otherServer(of: $0)) },
            next: next.map { SitePath.people.adding(query: [("text", text), ("after", $0)]) },
            invites: administration.root.site.app.keepsAccounts)
    }
}

// MARK: Changes

extension PeopleController {
    func editor(_ request: Request, _ context: SignedInContext) -> AddPersonPage {
        AddPersonPage(account: context.account.id.description)
    }

    func add(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(NewPersonForm.self)
        do {
            let account = try await add(form.person, by: context)
            context.toast(.success(.toastPersonAdded(account.shownName)))
            return .dismissed(to: .people, for: request)
        } catch let error as NewPersonRefusal {
            let page = AddPersonPage(
                account: context.account.id.description, name: form.name ?? "", username: form.username ?? "",
                email: form.email ?? "", isAdministrator: form.administrator != nil, problems: error.problems)
            return try await pages.response(
                page, to: request, context, status: error.seconds == nil ? .unprocessableContent : .serviceUnavailable
            ).retry(after: error.seconds)
        }
    }

    /// Adds the person unless that breaks a rule.
    private func add(_ new: NewAccount, by context: SignedInContext) async throws -> Account {
        let text = new.password ?? ""
        var problems = auth.directory.problems(with: new).map { SetupProblem($0, password: text) }
        if new.password == nil, new.email.allSatisfy(\.isWhitespace) { problems.append(.emailOrPasswordMissing) }
        guard problems.isEmpty else { throw NewPersonRefusal(problems: problems) }
        do {
            return try await auth.directory.add(new, actor: context.account.id, client: context.identity.client)
        } catch AuthError.accountExists {
            throw NewPersonRefusal(problems: [.usernameTaken])
        } catch AuthError.emailTaken {
            throw NewPersonRefusal(problems: [.emailTaken])
        } catch AuthError.busy(let seconds) {
            throw NewPersonRefusal(problems: [.password(.busy)], seconds: seconds)
        }
    }

    func invite(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(InvitationForm.self)
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
                inviter: context.account.id), client: context.identity.client)
        context.toast(.success(.toastInvitationSent(email.value)))
        return .dismissed(to: .people, for: request)
    }

    private func problems(with form: InvitationForm) async throws -> [SetupProblem] {
        var problems: [SetupProblem] = []
        if let name = form.name, !name.allSatisfy(\.isWhitespace), let problem = auth.directory.problem(withName: name)
        {
            problems.append(SetupProblem(problem, password: ""))
        }
        let typed = form.email ?? ""
        guard let email = EmailAddress(typed) else { return problems + [typed.isEmpty ? .emailMissing : .emailInvalid] }
        if try await auth.store.account(email: email, on: .local) != nil { problems.append(.emailTaken) }
        return problems
    }
}

/// The reasons why a new person was not added.
private struct NewPersonRefusal: Error {
    let problems: [SetupProblem]
    /// The seconds until a retry, if the server was too busy; nil otherwise.
    var seconds: Int?
}

/// The fields of a new person.
private struct NewPersonForm: Decodable {
    var name: String?
    var username: String?
    var email: String?
    var password: String?
    var administrator: String?

    /// Without a password, the person chooses one through a link.
    var person: NewAccount {
        NewAccount(
            userName: username ?? "", name: name ?? "", email: email ?? "",
            password: password.flatMap { $0.isEmpty ? nil : $0 }, isAdministrator: administrator != nil)
    }
}

/// The fields of an invitation.
private struct InvitationForm: Decodable {
    var email: String?
    var name: String?
    var administrator: String?
}

extension PersonRow {
    fileprivate init(_ account: Account, serverName: String?) {
        self.init(
            user: account.id.name, serverName: serverName, name: account.name, email: account.email?.value,
            isAdministrator: account.isAdministrator, isDisabled: account.isDisabled, path: .person(account.id.name))
    }
}
