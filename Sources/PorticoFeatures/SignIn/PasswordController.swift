import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Password reset by a link, and password change with the current password.
struct PasswordController: Sendable {
    let root: Root
    let passwords: Passwords
    let links: AccountLinks
}

// MARK: Forgotten passwords

extension PasswordController {
    func new(_ request: Request, context: PorticoContext) async throws -> Response {
        root.section(
            ResetPasswordPage(appName: root.appName(context), server: serverName(context)), request: request, context)
    }

    /// The display name of this server; nil if there are no gateways.
    private func serverName(_ context: PorticoContext) -> String? {
        root.site.app.hasOtherServers ? root.serverName(.local, in: context.language) : nil
    }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let name = try await context.form(ResetForm.self).name ?? ""
        guard !name.isEmpty else {
            let page = ResetPasswordPage(
                appName: root.appName(context), name: name, isMissing: true, server: serverName(context))
            return root.section(page, request: request, context, status: .unprocessableContent)
        }
        try await passwords.requestReset(name, client: try context.requireIdentity().client)
        return .done(.resetPasswordSent, for: request)
    }

    func sent(_ request: Request, context: PorticoContext) async throws -> Response {
        root.section(MailSentPage(kind: .passwordReset, minutes: root.minutesOfLinks), request: request, context)
    }

    func isSet(_ request: Request, context: PorticoContext) async throws -> Response {
        try root.section(.passwordSet, request: request, context)
    }

    func edit(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let (account, isFirst) = try await passwords.open(request.linkToken)
            return root.section(
                page(of: account, isFirst: isFirst, token: request.linkToken, context), request: request, context)
        } catch let problem as LinkProblem {
            return await root.section(
                problem, of: .passwordReset, token: request.linkToken, links: links, request: request, context)
        }
    }

    func reset(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(NewPasswordForm.self)
        let (token, password) = (form.token ?? "", form.password ?? "")
        do {
            let (account, isFirst) = try await passwords.open(token)
            var page = page(of: account, isFirst: isFirst, token: token, context)
            if let problem = passwords.problem(with: password, of: account) {
                page.problem = PasswordProblemText(problem, password: password)
                return root.section(page, request: request, context, status: .unprocessableContent)
            }
            do {
                let tokens = try await passwords.reset(to: password, token: token, identity: identity)
                return try await root.enter(
                    tokens, else: .passwordSet, for: request, identity: identity, context: context)
            } catch let needed as SecondFactorNeeded {
                return try await root.page(for: needed, next: nil, request: request, context)
            } catch AuthError.busy(let seconds) {
                page.problem = .busy
                return root.section(page, request: request, context, status: .serviceUnavailable).retry(after: seconds)
            }
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: try context.requireIdentity().client)
            return await root.section(
                problem, of: .passwordReset, token: token, links: links, request: request, context)
        }
    }

    private func page(
        of account: Account, isFirst: Bool, token: String, _ context: PorticoContext
    ) -> ChoosePasswordPage {
        var page = ChoosePasswordPage(
            token: token, username: account.id.user, name: account.name, kind: isFirst ? .welcome : .reset,
            appName: root.appName(context))
        page.shortestPassword = passwords.shortest(for: account)
        return page
    }
}

// MARK: Short passwords

extension PasswordController {
    /// Handles a reload of the page without script.
    func skip(_ request: Request, context: PorticoContext) -> Response { .redirect(to: .newSession) }

    /// Replaces a password that is too short to be the only proof, and finishes the sign-in.
    func replaceShort(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(LongerPasswordForm.self)
        let (pending, password) = (form.pending ?? "", form.password ?? "")
        do {
            let (account, waiting) = try await passwords.open(waiting: pending, identity: identity)
            do {
                let tokens = try await passwords.replaceShort(pending, by: password, identity: identity)
                context.logger.info("signed in", metadata: ["account": "\(account.id)"])
                var response = try await root.enter(
                    tokens, to: form.target ?? .launch, for: request, identity: identity, context: context)
                try root.rememberName(of: account.id, isKept: waiting.isAutomatic, on: &response)
                return response
            } catch let problem as PasswordProblem {
                return root.longerPassword(
                    of: account.id, pending: pending, next: form.target,
                    problem: PasswordProblemText(problem, password: password), request: request, context,
                    WebError(.unprocessableContent))
            } catch AuthError.busy(let seconds) {
                return root.longerPassword(
                    of: account.id, pending: pending, next: form.target, problem: .busy, request: request, context,
                    WebError(.serviceUnavailable, retryAfter: seconds))
            }
        } catch let error as AuthError where Self.endings.contains(error) {
            return root.secondFactorEnded(next: form.target, request: request, context)
        }
    }

    /// The errors after which the sign-in begins again.
    private static let endings: Set<AuthError> = [
        .pendingSignInEnded, .wrongCredentials, .secondFactorNeeded, .enrolmentNeeded,
    ]
}

extension Root {
    /// The page that asks for a longer password within a sign-in.
    ///
    /// - Parameter error: determines the status.
    func longerPassword(
        of account: AccountID, pending: String, next: SitePath?, problem: PasswordProblemText? = nil,
        request: Request, _ context: PorticoContext, _ error: WebError = WebError(.unauthorized)
    ) -> Response {
        let page = LongerPasswordPage(
            appName: appName(context), pending: pending, next: next, username: account.user,
            shortestPassword: authenticator.policy.passwords.minimumLength(withFactor: false), problem: problem)
        return challenge(page, request: request, context, error)
    }
}

/// The fields of choosing a longer password within a sign-in.
private struct LongerPasswordForm: Decodable {
    var pending: String?
    var password: String?
    var next: String?

    var target: SitePath? { next.map { SitePath(untrusted: $0) ?? .launch } }
}

// MARK: Known passwords

extension PasswordController {
    func editor(_ request: Request, _ context: SignedInContext) async throws -> ChangePasswordPage {
        guard context.account.id.server == .local else { throw AuthError.passwordElsewhere }
        var page = ChangePasswordPage(
            account: context.account.id.description, username: context.account.id.user,
            asksForCode: try await context.hasApp)
        page.shortestPassword = passwords.shortest(for: context.account)
        return page
    }

    /// Asks for a passkey first if only that is the second factor of the account.
    func change(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        guard try await context.needsPasskey else { return try await changeProven(request, context, pages) }
        return try await pages.proven(request, context, over: .account, by: .secondFactor) { request, context in
            try await changeProven(request, context, pages)
        }
    }

    private func changeProven(
        _ request: Request, _ context: SignedInContext, _ pages: Pages
    ) async throws -> Response {
        let form = try await context.form(ChangePasswordForm.self)
        var page = try await editor(request, context)
        page.endsOthers = form.others != nil
        page.problems = form.problems(passwords, of: context.account, asksForCode: page.asksForCode)
        if page.problems.isEmpty {
            do {
                return try await change(form, context, request)
            } catch AuthError.wrongCredentials {
                page.problems = [.currentWrong]
            } catch AuthError.wrongCode {
                page.problems = [.codeWrong]
            } catch AuthError.codeUsed {
                page.problems = [.codeUsed]
            } catch AuthError.appUnreadable {
                page.problems = [.appUnreadable]
            } catch AuthError.tooManyCodes(let seconds) {
                page.problems = [.codeLimited(seconds: seconds)]
                return try await pages.response(page, to: request, context, status: .tooManyRequests)
                    .retry(after: seconds)
            } catch AuthError.tooManyAttempts(let seconds) {
                page.problems = [.limited(seconds: seconds)]
                return try await pages.response(page, to: request, context, status: .tooManyRequests)
                    .retry(after: seconds)
            } catch AuthError.busy(let seconds) {
                page.problems = [.busy]
                return try await pages.response(page, to: request, context, status: .serviceUnavailable)
                    .retry(after: seconds)
            }
        }
        return try await pages.response(page, to: request, context, status: .unprocessableContent)
    }

    private func change(
        _ form: ChangePasswordForm, _ context: SignedInContext, _ request: Request
    ) async throws -> Response {
        let tokens = try await passwords.change(
            from: form.current ?? "", code: SecondFactorCode(form.code ?? ""), to: form.password ?? "",
            endsOthers: form.others != nil, isFactorProved: context.proof == .secondFactor, identity: context.identity)
        context.toast(.success(.toastPasswordChanged))
        var response = Response.done(.account, for: request)
        if let tokens { try root.site.cookies.set(tokens, on: &response) }
        return response
    }
}

/// The fields of requesting a reset.
private struct ResetForm: Decodable {
    var name: String?
}

/// The fields of setting a password by a link.
private struct NewPasswordForm: Decodable {
    var token: String?
    var password: String?
}

/// The fields of changing a password.
private struct ChangePasswordForm: Decodable {
    var current: String?
    /// Of the authenticator app, or a recovery code.
    var code: String?
    var password: String?
    /// `on`: ends all other sign-ins.
    var others: String?

    func problems(_ passwords: Passwords, of account: Account, asksForCode: Bool) -> [ChangePasswordProblem] {
        let new = passwords.problem(with: password ?? "", of: account)
            .map { ChangePasswordProblem.new(PasswordProblemText($0, password: password ?? "")) }
        return ((current ?? "").isEmpty ? [.currentMissing] : [])
            + (asksForCode && (code ?? "").isEmpty ? [.codeMissing] : []) + (new.map { [$0] } ?? [])
    }
}
