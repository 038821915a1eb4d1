import Foundation
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

    func invitation(_ request: Request, _ context: SignedInContext) -> InvitePersonPage {
        invitation(by: context)
    }

    private func invitation(by context: SignedInContext) -> InvitePersonPage {
        let site = administration.root.site
        return InvitePersonPage(
            account: context.account.id.description, languages: site.languageChoices, language: site.languages.usual)
    }

    func ways(_ request: Request, _ context: SignedInContext) -> NewPeoplePage { NewPeoplePage() }

    func people(_ request: Request, _ context: SignedInContext) async throws -> PeoplePage {
        let app = administration.root.site.app
        let (filter, order) = (PeopleFilter(request), AccountOrder(request.queryField("sort")) ?? .byName)
        var query = AccountQuery(filter)
        query.order = order
        query.limit = PeoplePage.most + 1
        let total = try await auth.store.accountCount(query)
        query.position = AccountQuery.Position(request, order: order.key)
        let listed = try await auth.store.page(of: query, length: request.rowCount)
        let lookalikes = try await auth.directory.lookalikes(of: listed.accounts)
        let lastUses = try await auth.store.lastUses(of: listed.accounts.map(\.id))
        let path = { (name: String, place: AccountPlace?) in
            place.map { place in
                SitePath.people.adding(query: filter.query + order.query + [(name, place.id.name), ("key", place.key)])
            }
        }
        return PeoplePage(
            filter: filter, sort: order == .byName ? nil : order.description,
            choosesOrder: !request.queryField("sort").isEmpty,
            servers: app.servers.count > 1
                ? app.servers.map { (id: $0.id.rawValue, name: $0.title.string(in: context.language)) } : [],
            people: listed.accounts.map {
                PersonRow(
                    $0, serverName: administration.otherServer(of: $0), lastSeen: lastUses[$0.id],
                    lookalike: lookalikes[$0.id]?.name)
            },
            total: total, previous: path("before", listed.previous), next: path("after", listed.next),
            grows: listed.grows,
            invites: app.keepsAccounts, now: auth.authenticator.time)
    }
}

// MARK: The list

extension AccountOrder {
    fileprivate static let byName = AccountOrder(.name)

    /// The fields of the address; none for the usual order.
    fileprivate var query: [(String, String)] { self == .byName ? [] : [("sort", description)] }
}

extension PeopleFilter {
    /// The filter in the address. Ignores conditions that do not exist.
    fileprivate init(_ request: Request) {
        let server = request.queryField("server")
        self.init(
            text: request.queryField("text"), role: Role(rawValue: request.queryField("role")),
            state: State(rawValue: request.queryField("state")), server: server.isEmpty ? nil : server)
    }
}

extension AccountQuery {
    fileprivate init(_ filter: PeopleFilter) {
        self.init(
            text: filter.text, isAdministrator: filter.role.map { $0 == .administrator },
            hasEmail: filter.state == .withoutEmail ? false : nil,
            server: filter.server.map { ServerID(rawValue: $0) })
        switch filter.state {
        case .enabled: isDisabled = false
        case .disabled: isDisabled = true
        case .withoutEmail, nil: break
        }
    }
}

extension AccountQuery.Position {
    /// The place in the address: an account in the field `after` or `before`, and the value in `key` by which it is
    /// ordered. nil for the first page, and for a place that cannot be read.
    fileprivate init?(_ request: Request, order: AccountOrder.Key) {
        let place = { (field: String) in
            AccountID(name: request.queryField(field)).flatMap {
                AccountPlace(id: $0, key: request.queryField("key"), order: order)
            }
        }
        if let after = place("after") {
            self = .after(after)
        } else if let before = place("before") {
            self = .before(before)
        } else {
            return nil
        }
    }
}

extension AccountPlace {
    /// The compared value in an address.
    fileprivate var key: String {
        switch value {
        case .name(let key): key
        case .userName: ""
        case .created(let time): "\(Int64((time.timeIntervalSince1970 * 1000).rounded()))"
        }
    }

    fileprivate init?(id: AccountID, key: String, order: AccountOrder.Key) {
        switch order {
        case .name: self.init(.name(key), id: id)
        case .userName: self.init(.userName, id: id)
        case .created:
            guard let milliseconds = Int64(key) else { return nil }
            self.init(.created(Date(timeIntervalSince1970: Double(milliseconds) / 1000)), id: id)
        }
    }
}

extension AuthStore {
    /// One page of a list of accounts, with the places at which the pages before and after it end and begin; nil where
    /// there is none. The first page if nobody is left at the place, and if `before` leads to it. `grows` is that of
    /// ``MoreRows``.
    fileprivate func page(
        of query: AccountQuery, length: Int
    ) async throws -> (accounts: [Account], previous: AccountPlace?, next: AccountPlace?, grows: Bool) {
        var query = query
        query.limit = length + 1
        let found = try await accounts(query)
        let (hasMore, key) = (found.count > length, query.order.key)
        let place = { (account: Account?) in account.map { AccountPlace(of: $0, by: key) } }
        switch query.position {
        case nil:
            let shown = Array(found.prefix(length))
            return (shown, nil, hasMore ? place(shown.last) : nil, true)
        case .after where !found.isEmpty:
            let shown = Array(found.prefix(length))
            return (shown, place(shown.first), hasMore ? place(shown.last) : nil, true)
        case .before where hasMore:
            let shown = Array(found.suffix(length))
            return (shown, place(shown.first), place(shown.last), false)
        case .after, .before:
            query.position = nil
            return try await page(of: query, length: length)
        }
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
        let language = try form.chosenLanguage
        let problems = try await problems(with: form)
        guard problems.isEmpty, let email = EmailAddress(form.email ?? "") else {
            var page = invitation(by: context)
            (page.email, page.name) = (form.email ?? "", form.name ?? "")
            (page.isAdministrator, page.problems) = (form.administrator != nil, problems)
            page.language = language?.tag ?? page.language
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        try await auth.registration.invite(
            Invitation(
                email: email, name: form.name ?? "", isAdministrator: form.administrator != nil,
                inviter: context.account.id, language: language?.tag), client: context.identity.client)
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
    /// The tag of the language of the mail.
    var language: String?

    /// nil for that of the installation.
    ///
    /// - Throws: 422 for an unknown language.
    var chosenLanguage: Language? {
        get throws {
            guard let language else { return nil }
            guard let chosen = Language(offered: language) else { throw WebError(.unprocessableContent) }
            return chosen
        }
    }
}

extension PersonRow {
    fileprivate init(_ account: Account, serverName: String?, lastSeen: Date?, lookalike: String?) {
        self.init(
            user: account.id.name, serverName: serverName, name: account.name, email: account.email?.value,
            isAdministrator: account.isAdministrator, isDisabled: account.isDisabled, lastSeen: lastSeen,
            lookalike: lookalike, path: .person(account.id.name))
    }
}
