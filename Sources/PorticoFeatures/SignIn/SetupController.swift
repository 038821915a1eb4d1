import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Creates the first account of an installation, after the one-time link from the server.
struct SetupController: Sendable {
    let root: Root
    let firstAccount: FirstAccount
    /// Called when somebody has used the link.
    let linkUsed: @Sendable () -> Void

    func new(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = request.uri.queryParameters["token"].map(String.init) ?? ""
        guard try await firstAccount.isOpen(to: token) else { throw WebError(.forbidden) }
        var page = SetupPage(token: token, appName: root.appName(context))
        page.shortestPassword = firstAccount.shortestPassword
        return root.section(page, request: request, context)
    }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(SetupForm.self)
        let token = form.token ?? ""
        guard try await firstAccount.isOpen(to: token) else { throw WebError(.forbidden) }
        let new = NewAccount(
            userName: form.username ?? "", name: form.name ?? "", email: form.email ?? "",
            password: form.password ?? "", isAdministrator: true)
        var page = SetupPage(
            token: token, name: new.name, username: new.userName, email: new.email, appName: root.appName(context),
            problems: firstAccount.problems(with: new).map { SetupProblem($0, password: form.password ?? "") })
        page.shortestPassword = firstAccount.shortestPassword
        guard page.problems.isEmpty else {
            return root.section(page, request: request, context, status: .unprocessableContent)
        }
        do {
            let tokens = try await firstAccount.make(new, token: token, identity: identity)
            made(new, context)
            return try await root.enter(tokens, to: .launch, for: request, identity: identity, context: context)
        } catch let needed as SecondFactorNeeded {
            made(new, context)
            return try await root.page(for: needed, next: nil, request: request, context)
        } catch AuthError.busy(let seconds) {
            page.problems = [.password(.busy)]
            return root.section(page, request: request, context, status: .serviceUnavailable).retry(after: seconds)
        }
    }

    private func made(_ new: NewAccount, _ context: PorticoContext) {
        linkUsed()
        context.logger.info("first account made", metadata: ["account": .string(new.userName)])
    }
}

extension SetupProblem {
    init(_ problem: AccountProblem, password: String) {
        self =
            switch problem {
            case .nameMissing: .nameMissing
            case .nameTooLong: .nameTooLong
            case .userNameMissing: .usernameMissing
            case .userNameInvalid: .usernameInvalid
            case .userNameNotEmail: .usernameNotEmail
            case .emailInvalid: .emailInvalid
            case .password(let problem): .password(PasswordProblemText(problem, password: password))
            }
    }
}

extension PasswordProblemText {
    init(_ problem: PasswordProblem, password: String) {
        self =
            switch problem {
            case _ where password.isEmpty: .missing
            case .tooShort(let minimum): .tooShort(minimum: minimum)
            case .tooLong: .tooLong
            case .repeats: .repeats
            case .sequence: .isRun
            case .common: .tooCommon
            }
    }
}
