import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// One account, for administrators.
struct PersonController: Sendable {
    let administration: Administration
    private var auth: AuthServices { administration.auth }

    /// The page has the events since the creation of the account; its user name may have belonged to another person
    /// before that.
    func person(_ request: Request, _ context: SignedInContext) async throws -> PersonPage {
        let account = try await administration.account(context)
        let events = try await auth.store.activity(of: account, limit: 10)
        let factors = try await auth.factors.state(of: account.id)
        var page = PersonPage(
            account: context.account.id.description, user: account.id.name,
            serverName: administration.otherServer(of: account), employeeNumber: account.employeeNumber?.value,
            name: account.name,
            lookalike: try await auth.directory.lookalikes(of: [account])[account.id]?.name,
            email: account.email?.value, createdAt: account.createdAt,
            isAdministrator: account.isAdministrator,
            isDisabled: account.isDisabled, app: try await app(of: account), groups: account.groups.names,
            isLastAdministrator: try await auth.directory.isLastAdministrator(account),
            obstacles: try await auth.authenticator.obstacles(of: account.id),
            sessions: try await auth.authenticator.sessions(of: account.id).count,
            events: events.map { ActivityEntry($0, administration.root) },
            now: auth.authenticator.time)
        page.passkeys = try await auth.passkeys.all(of: account.id).count
        (page.hasSecondFactor, page.resetAt) = (factors.appAddedAt != nil || page.passkeys > 0, factors.resetAt)
        return page
    }

    private func app(of account: Account) async throws -> PersonApp? {
        guard auth.factors.areOffered else { return nil }
        if try await auth.factors.hasApp(account.id) { return .setUp }
        return try await auth.factors.isDue(account) ? .due : .missing
    }

    func sessions(_ request: Request, _ context: SignedInContext) async throws -> PersonSessionsPage {
        let account = try await administration.account(context)
        return PersonSessionsPage(
            user: account.id.name, name: account.name,
            sessions: try await auth.authenticator.sessions(of: account.id)
                .map { SessionRow($0.signIn, isThis: $0.signIn.id == context.signIn.id, administration.root) },
            now: auth.authenticator.time)
    }

    /// The question before some sign-ins end.
    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let account = try await administration.account(context)
        let (sessions, browser) = try await administration.root.sessions(in: request, of: account.id, context)
        return .endSession(
            account: context.account.id.description, of: account.id.name, sessions: sessions, browser: browser)
    }

    func endSessions(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(SessionForm.self)
        let account = try await administration.account(context)
        guard let ids = form.sessions, !ids.contains(context.signIn.id) else { throw WebError(.unprocessableContent) }
        if let browser = try await administration.root.end(ids, of: account.id, users: auth.users, context) {
            context.toast(.sessionEnded(in: browser))
        }
        return .dismissed(to: .personSessions(account.id.name), for: request)
    }
}

/// The name and the address of an account, for administrators.
struct PersonEditor: Sendable {
    let administration: Administration
    private var directory: AccountDirectory { administration.auth.directory }

    func editor(_ request: Request, _ context: SignedInContext) async throws -> EditPersonPage {
        page(of: try await administration.account(context), context)
    }

    func save(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(PersonDetailsForm.self)
        let account = try await administration.account(context)
        do {
            let problems = try await save(form, of: account, by: context)
            guard problems.isEmpty else {
                let page = refused(form, for: problems, of: account, context)
                return try await pages.response(page, to: request, context, status: .unprocessableContent)
            }
        } catch AuthError.changedMeanwhile {
            return try await pages.response(
                try await conflict(form, context), to: request, context, status: .conflict)
        }
        let saved = try await administration.account(context)
        context.toast(toast(after: form, account, saved))
        return .dismissed(to: .person(account.id.name), for: request)
    }

    /// Says that the details are saved. Undo brings the address back, which a slip may have removed.
    private func toast(after form: PersonDetailsForm, _ before: Account, _ saved: Account) -> Toast {
        if form.undoes != nil { return .success(.toastDetailsRestored(saved.shownName)) }
        if saved.email == before.email { return .success(.toastDetailsSaved(saved.shownName)) }
        return .undoable(
            .toastDetailsSaved(saved.shownName),
            posting: [
                "name": before.name, "email": before.email?.value ?? "", "shownName": saved.name,
                "shownEmail": saved.email?.value ?? "",
            ], to: .editPerson(saved.id.name))
    }

    /// Saves the name, of a local account, and the address, if both are valid.
    private func save(
        _ form: PersonDetailsForm, of account: Account, by context: SignedInContext
    ) async throws -> [SetupProblem] {
        // An unchanged name stays, even if only earlier versions allowed it.
        let name = account.id.server == .local && form.name?.value != account.name ? form.name?.value ?? "" : nil
        let text = (form.email ?? "").filter { !$0.isWhitespace }
        let email = EmailAddress(text)
        var problems: [SetupProblem] = []
        if let name, let problem = directory.problem(withName: name) {
            problems.append(SetupProblem(problem, password: ""))
        }
        if email == nil, !text.isEmpty { problems.append(.emailInvalid) }
        guard problems.isEmpty else { return problems }
        do {
            try await directory.setDetails(
                name: name, email: email, shown: form.shown, of: account.id, actor: context.account.id,
                client: context.identity.client)
            return []
        } catch AuthError.emailTaken {
            return [.emailTaken]
        }
    }

    /// The editor with the input. As the values shown, it keeps those of the first editor.
    private func refused(
        _ form: PersonDetailsForm, for problems: [SetupProblem], of account: Account, _ context: SignedInContext
    ) -> EditPersonPage {
        var page = page(of: account, context)
        page.name = form.name?.value ?? page.name
        page.email = form.email ?? ""
        page.shownName = form.shownName?.value ?? page.shownName
        page.shownEmail = form.shownEmail?.value ?? page.shownEmail
        page.problems = problems
        return page
    }

    /// The editor with the input, and with the values that were saved meanwhile. The next attempt overwrites them.
    private func conflict(_ form: PersonDetailsForm, _ context: SignedInContext) async throws -> EditPersonPage {
        let saved = page(of: try await administration.account(context), context)
        var page = saved
        page.name = form.name?.value ?? saved.name
        page.email = form.email ?? ""
        page.conflict = .changed(
            from: ["name": page.name, "email": page.email], to: ["name": saved.name, "email": saved.email])
        return page
    }

    private func page(of account: Account, _ context: SignedInContext) -> EditPersonPage {
        EditPersonPage(
            account: context.account.id.description, user: account.id.name, name: account.name,
            email: account.email?.value ?? "", serverName: administration.otherServer(of: account))
    }
}

/// The fields of the details form.
private struct PersonDetailsForm: Decodable {
    var name: ClearableText?
    var email: String?
    /// The values that the page showed; nil if the form does not have them.
    var shownName: ClearableText?
    var shownEmail: ClearableText?
    /// Not nil if the form undoes a change.
    var undoes: String?

    var shown: ShownDetails? {
        guard let shownName, let shownEmail else { return nil }
        return ShownDetails(name: shownName.value, email: EmailAddress(shownEmail.value))
    }
}

/// The groups of an account, for administrators.
struct GroupsController: Sendable {
    let administration: Administration

    func editor(_ request: Request, _ context: SignedInContext) async throws -> EditGroupsPage {
        page(of: try await administration.account(context), context)
    }

    func change(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(GroupsForm.self)
        guard let typed = form.groups?.value else { throw WebError(.unprocessableContent) }
        let account = try await administration.account(context)
        let groups: Set<GroupName>
        do {
            groups = try GroupName.list(typed)
        } catch {
            var page = page(of: account, context)
            (page.groups, page.refused) = (typed, error.text)
            page.shownGroups = form.shownGroups?.value ?? page.shownGroups
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        do {
            try await administration.auth.directory.setGroups(
                groups, shown: form.shownGroups.flatMap { try? GroupName.list($0.value) }, of: account.id,
                actor: context.account.id, client: context.identity.client)
        } catch AuthError.changedMeanwhile {
            var page = page(of: try await administration.account(context), context)
            page.conflict = .changed(theirs: ["groups": page.groups])
            page.groups = typed
            return try await pages.response(page, to: request, context, status: .conflict)
        }
        context.toast(toast(after: form, account, groups))
        return .dismissed(to: .person(account.id.name), for: request)
    }

    /// Says that the groups are saved. Undo brings the former ones back.
    private func toast(after form: GroupsForm, _ before: Account, _ groups: Set<GroupName>) -> Toast {
        if form.undoes != nil { return .success(.toastGroupsRestored(before.shownName)) }
        if groups == before.groups { return .success(.toastGroupsSaved(before.shownName)) }
        return .undoable(
            .toastGroupsSaved(before.shownName),
            posting: [
                "groups": before.groups.names.joined(separator: " "),
                "shownGroups": groups.names.joined(separator: " "),
            ], to: .personGroups(before.id.name))
    }

    private func page(of account: Account, _ context: SignedInContext) -> EditGroupsPage {
        EditGroupsPage(
            account: context.account.id.description, user: account.id.name,
            groups: account.groups.names.joined(separator: " "), serverName: administration.otherServer(of: account))
    }
}

/// The fields of the groups form.
private struct GroupsForm: Decodable {
    var groups: ClearableText?
    /// The groups that the page showed; nil if the form does not have them.
    var shownGroups: ClearableText?
    /// Not nil if the form undoes a change.
    var undoes: String?
}

/// An administrator's action on an account.
struct PersonActionController: Sendable {
    let administration: Administration
    let action: PersonAction
    private var auth: AuthServices { administration.auth }

    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let account = try await administration.account(context)
        if action == .resetPassword, account.id.server != .local { throw AuthError.passwordElsewhere }
        return .person(
            action, account: context.account.id.description, user: account.id.name, name: account.shownName,
            isOwn: account.id == context.account.id)
    }

    /// Handles a reload of the response to an action without confirmation.
    func skip(_ request: Request, _ context: SignedInContext, _ pages: Pages) throws -> Response {
        .redirect(to: .person(try context.parameters.require("user")))
    }

    /// The reauthentication page over the page of the account.
    func proof(_ context: SignedInContext) throws -> ProofQuestion {
        let user = try context.parameters.require("user")
        let signsOut = action.restricts && AccountID(name: user) == context.account.id
        return ProofQuestion(presenter: .person(user), signsOut: signsOut)
    }

    func perform(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let account = try await administration.account(context)
        guard try await act(on: account, by: context.account.id, client: context.identity.client) else {
            return .dismissed(to: .person(account.id.name), for: request)
        }
        context.logger.info("administered", metadata: ["account": "\(account.id)", "action": "\(action.rawValue)"])
        context.toast(.success(done(account.shownName)))
        // The administrator may have lost their own sign-in or role, so the response leads to the launch.
        guard account.id == context.account.id, action.restricts else {
            return .dismissed(to: .person(account.id.name), for: request)
        }
        return .done(.launch, for: request)
    }

    /// The text about the action.
    private func done(_ name: String) -> LocalizedText {
        switch action {
        case .disable: .toastPersonDisabled(name)
        case .enable: .toastPersonEnabled(name)
        case .resetPassword: .toastPasswordRequired(name)
        case .endSessions: .toastLoggedOutEverywhere(name)
        case .addAdministrator: .toastAdministratorAdded(name)
        case .removeAdministrator: .toastAdministratorRemoved(name)
        case .liftLimits: .toastLimitsLifted(name)
        case .resetFactors: .toastResetBegun(name)
        case .stopReset: .toastResetOfPersonStopped(name)
        }
    }

    /// - Returns: false if there was nothing to do: the page shows something else by now.
    private func act(on account: Account, by actor: AccountID, client: Client) async throws -> Bool {
        let (directory, id) = (auth.directory, account.id)
        switch action {
        case .disable: try await directory.setDisabled(true, id, actor: actor, client: client)
        case .enable: try await directory.setDisabled(false, id, actor: actor, client: client)
        case .resetPassword: try await directory.revokePassword(of: id, actor: actor, client: client)
        case .endSessions: try await auth.users.endSignIns(.all, of: id, actor: actor, client: client)
        case .addAdministrator: try await directory.setAdministrator(true, id, actor: actor, client: client)
        case .removeAdministrator: try await directory.setAdministrator(false, id, actor: actor, client: client)
        case .liftLimits: try await directory.liftLimits(of: id, actor: actor, client: client)
        case .resetFactors: return try await auth.factors.beginReset(of: account, by: actor, client: client)
        case .stopReset: return try await auth.factors.stopReset(of: account, by: actor, client: client)
        }
        return true
    }
}
