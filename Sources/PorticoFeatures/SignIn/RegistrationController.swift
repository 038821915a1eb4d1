import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Creates an account after a registration or an invitation.
struct RegistrationController: Sendable {
    let root: Root
    let registration: Registration
    let links: AccountLinks

    func new(_ request: Request, context: PorticoContext) async throws -> Response {
        guard registration.mode == .open else { return refusal(request, context) }
        return root.section(RegistrationPage(appName: root.appName(context)), request: request, context)
    }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let typed = try await context.form(RegistrationForm.self).email ?? ""
        guard registration.mode == .open else { return refusal(request, context) }
        guard let email = EmailAddress(typed) else {
            let page = RegistrationPage(
                appName: root.appName(context), email: typed, problem: typed.isEmpty ? .emailMissing : .emailInvalid)
            return root.section(page, request: request, context, status: .unprocessableContent)
        }
        try await registration.request(
            email, client: try context.requireIdentity().client, language: context.language)
        return .done(.registrationSent, for: request)
    }

    func sent(_ request: Request, context: PorticoContext) async throws -> Response {
        root.section(MailSentPage(kind: .registration, minutes: root.minutesOfLinks), request: request, context)
    }

    func made(_ request: Request, context: PorticoContext) async throws -> Response {
        try root.section(.accountMade, request: request, context)
    }

    func edit(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let link = try await registration.open(request.linkToken)
            var page = MakeAccountPage(
                token: request.linkToken, email: link.email.value, name: link.invitation?.name ?? "",
                appName: root.appName(context))
            page.shortestPassword = registration.shortestPassword(for: link)
            return root.section(page, request: request, context)
        } catch let problem as LinkProblem {
            return await root.section(
                problem, of: .registration, token: request.linkToken, links: links, request: request, context)
        } catch AuthError.registrationClosed {
            return refusal(request, context)
        }
    }

    func confirm(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(MakeAccountForm.self)
        do {
            let link = try await registration.open(form.token ?? "")
            var page = MakeAccountPage(
                token: form.token ?? "", email: link.email.value, name: form.name ?? "",
                username: form.username ?? "", appName: root.appName(context),
                problems: form.problems(registration, link))
            page.shortestPassword = registration.shortestPassword(for: link)
            if page.problems.isEmpty {
                do {
                    return try await make(form, identity: identity, for: request, context: context)
                } catch AuthError.accountExists {
                    page.problems = [.usernameTaken]
                } catch AuthError.busy(let seconds) {
                    page.problems = [.password(.busy)]
                    return root.section(page, request: request, context, status: .serviceUnavailable).retry(
                        after: seconds)
                }
            }
            return root.section(page, request: request, context, status: .unprocessableContent)
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: try context.requireIdentity().client)
            return await root.section(
                problem, of: .registration, token: form.token ?? "", links: links, request: request, context)
        } catch AuthError.registrationClosed {
            return refusal(request, context)
        } catch AuthError.emailTaken {
            return root.section(
                OutcomePage(kind: .emailTaken, appName: root.appName(context)), request: request, context,
                status: .conflict)
        }
    }

    private func make(
        _ form: MakeAccountForm, identity: RequestIdentity, for request: Request, context: PorticoContext
    ) async throws -> Response {
        let made = { context.logger.info("account made", metadata: ["account": .string((form.username ?? ""))]) }
        do {
            let tokens = try await registration.make(
                userName: form.username ?? "", name: form.name ?? "", password: form.password ?? "",
                token: form.token ?? "", identity: identity)
            made()
            return try await root.enter(tokens, else: .accountMade, for: request, identity: identity, context: context)
        } catch let needed as SecondFactorNeeded {
            made()
            return try await root.page(for: needed, next: nil, request: request, context)
        }
    }

    func renew(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        do {
            try await registration.renew(token, client: try context.requireIdentity().client)
            return .done(.registrationSent, for: request)
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: try context.requireIdentity().client)
            return root.section(problem, of: .invitation, request: request, context)
        }
    }

    private func refusal(_ request: Request, _ context: PorticoContext) -> Response {
        let kind: OutcomePage.Kind = registration.mode == .closed ? .registrationClosed : .invitationOnly
        let page = OutcomePage(kind: kind, appName: root.appName(context))
        return root.section(page, request: request, context, status: .forbidden)
    }
}

/// The fields of the registration form.
private struct RegistrationForm: Decodable {
    var email: String?
}

/// The fields of creating an account by a link.
private struct MakeAccountForm: Decodable {
    var token: String?
    var name: String?
    var username: String?
    var password: String?

    func problems(_ registration: Registration, _ link: OneTimeLink) -> [SetupProblem] {
        registration.problems(userName: username ?? "", name: name ?? "", password: password ?? "", link: link)
            .map { SetupProblem($0, password: password ?? "") }
    }
}
