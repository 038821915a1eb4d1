import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The email address of an account, which changes once the new address is confirmed.
struct EmailController: Sendable {
    let root: Root
    let emails: EmailChanges

    func confirmed(_ request: Request, context: PorticoContext) -> Response {
        root.section(OutcomePage(kind: .emailConfirmed, appName: root.appName(context)), request: request, context)
    }

    func edit(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let (account, email) = try await emails.open(request.linkToken)
            let page = ConfirmEmailPage(
                token: request.linkToken, email: email.value,
                username: root.site.app.servers.label(of: account.id, in: context.language),
                appName: root.appName(context))
            return root.section(page, request: request, context)
        } catch let problem as LinkProblem {
            return root.section(problem, of: .emailChange, request: request, context)
        }
    }

    func confirm(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        do {
            _ = try await emails.confirm(token, client: try context.requireIdentity().client)
            return .done(.emailConfirmed, for: request)
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: try context.requireIdentity().client)
            return root.section(problem, of: .emailChange, request: request, context)
        } catch AuthError.emailTaken {
            return root.section(
                OutcomePage(kind: .emailTaken, appName: root.appName(context)), request: request, context,
                status: .conflict)
        }
    }

    func change(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(ChangeEmailForm.self)
        var page = editor(request, context)
        page.typed = form.email ?? ""
        guard let email = EmailAddress(page.typed) else {
            page.problem = page.typed.isEmpty ? .missing : .invalid
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        guard email != context.account.email else {
            page.problem = .same
            return try await pages.response(page, to: request, context, status: .unprocessableContent)
        }
        try await emails.request(email, of: context.account.id, client: context.identity.client)
        page.state = .sent(to: email.value)
        return try await pages.response(page, to: request, context)
    }

    func editor(_ request: Request, _ context: SignedInContext) -> ChangeEmailPage {
        ChangeEmailPage(account: context.account.id.description, email: context.account.email?.value)
    }
}

/// The field of a page opened by a link in a mail.
struct LinkForm: Decodable {
    var token: String?
}

/// The fields of the email form.
private struct ChangeEmailForm: Decodable {
    var email: String?
}
