import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Makes the first account of an installation, through the one-time link that the server wrote.
struct SetupController: Sendable {
    let root: Root
    let cookies: SessionCookies
    let firstAccount: FirstAccount
    /// Called once the link has done its work.
    let linkUsed: @Sendable () -> Void

    func addRoutes(to routes: RouterGroup<PorticoContext>) {
        routes.get("setup", use: new)
        routes.post("setup", use: create)
    }

    @Sendable func new(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = request.uri.queryParameters["token"].map(String.init) ?? ""
        guard try await firstAccount.isOpen(to: token) else { throw WebError(.forbidden) }
        return page(SetupPage(token: token, appName: root.site.app.appName), request: request)
    }

    @Sendable func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let visitor = try context.requireVisitor()
        let form = try await FormReader.read(SetupForm.self, from: request).form
        let token = form.token ?? ""
        guard try await firstAccount.isOpen(to: token) else { throw WebError(.forbidden) }
        let new = NewAccount(
            userName: form.username ?? "", name: form.name ?? "", password: form.password ?? "", isAdministrator: true)
        let problems = firstAccount.problems(with: new).map { SetupProblem($0, password: new.password) }
        guard problems.isEmpty else {
            let again = SetupPage(
                token: token, name: new.name, username: new.userName, appName: root.site.app.appName, problems: problems
            )
            return page(again, request: request, status: .unprocessableContent)
        }
        let tokens = try await firstAccount.make(new, token: token, visitor: visitor)
        visitor.browser.map { root.overlays.live.endSignIns(in: $0.id) }
        linkUsed()
        context.logger.info("first account made", metadata: ["account": .string(new.userName.forLog)])
        var response = Response.done(.launch, for: request)
        try cookies.set(tokens, on: &response)
        await root.rememberLook(of: tokens.account, on: &response, context: context)
        return response
    }

    private func page(_ page: SetupPage, request: Request, status: HTTPResponse.Status = .ok) -> Response {
        let screen = Screen(kind: .login, needsAuthentication: true, content: page)
        let look = root.site.lookCookie.look(in: request)
        let head = root.site.head(title: root.site.titles.setup, screen: .login, look: look)
        return root.site.response(Document(head: head, content: screen), status: status)
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
            case .password where password.isEmpty: .passwordMissing
            case .password(.tooShort(let minimum)): .passwordTooShort(minimum: minimum)
            case .password(.tooLong): .passwordTooLong
            case .password(.repeats): .passwordRepeats
            case .password(.sequence): .passwordIsRun
            case .password(.common): .passwordTooCommon
            }
    }
}
