import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// Logging in by a mail.
struct MailSignInController: Sendable {
    let root: Root
    let mailSignIns: MailSignIns

    private var cookie: MailSignInCookie { root.site.mailSignInCookie }
}

// MARK: Asking for the mail

extension MailSignInController {
    func new(_ request: Request, context: PorticoContext) async throws -> Response {
        let next = request.uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) }
        guard mailSignIns.isOffered else { return .redirect(to: .cover(next: next)) }
        return section(page(next: next, context), request, context)
    }

    /// Shows the form with the input of the login cover.
    func begin(_ request: Request, context: PorticoContext) async throws -> Response {
        try requireOffer()
        let form = try await context.form(MailSignInStart.self)
        var page = page(next: form.next.flatMap { SitePath(untrusted: $0) }, context)
        if let name = form.username, name.utf8.contains(UInt8(ascii: "@")) { page.email = name }
        page.remembers = form.remember != nil
        return section(page, request, context)
    }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        try requireOffer()
        let form = try await context.form(MailSignInForm.self)
        var page = page(next: form.next.flatMap { SitePath(untrusted: $0) }, context)
        (page.email, page.remembers) = (form.email ?? "", form.remember != nil)
        context.findings.address = .newMailSignIn(next: page.next)
        guard let email = EmailAddress(page.email) else {
            page.problem = page.email.isEmpty ? .emailMissing : .emailInvalid
            return section(page, request, context, status: .unprocessableContent)
        }
        do {
            let secret = try await mailSignIns.request(
                email, replacing: cookie.value(in: request)?.waiting, client: try context.requireIdentity().client,
                language: context.language)
            context.findings.address = .mailSignIn
            var response = section(codePage(next: page.next, context), request, context)
            let waiting = MailSignIns.Waiting(secret, isAutomatic: page.remembers)
            try cookie.set(MailSignInCookie.Value(waiting, next: page.next), on: &response)
            return response
        } catch AuthError.tooManyAttempts(let seconds) {
            page.problem = .limited(seconds: seconds)
            return section(page, request, context, status: .tooManyRequests).retry(after: seconds)
        }
    }

    private func page(next: SitePath?, _ context: PorticoContext) -> MailSignInPage {
        MailSignInPage(
            appName: root.appName(context), next: next,
            server: root.site.app.hasOtherServers ? root.serverName(.local, in: context.language) : nil)
    }

    /// - Throws: 403 where nobody can log in by a mail.
    private func requireOffer() throws {
        guard mailSignIns.isOffered else { throw WebError(.forbidden) }
    }
}

/// The fields of the login cover that matter for a mail. Without script, its form also sends a typed password, which is
/// not read.
private struct MailSignInStart: Decodable {
    var username: String?
    var remember: String?
    var next: String?
}

/// The fields of the form that asks for an address.
private struct MailSignInForm: Decodable {
    var email: String?
    var remember: String?
    var next: String?
}

// MARK: Signing in

extension MailSignInController {
    /// The page that asks for the code of the mail.
    func waiting(_ request: Request, context: PorticoContext) async throws -> Response {
        guard mailSignIns.isOffered, let value = cookie.value(in: request) else {
            let isSignedIn = try !context.requireIdentity().needsAuthentication
            return .redirect(to: isSignedIn ? .launch : .newMailSignIn)
        }
        return section(codePage(next: value.next, context), request, context)
    }

    /// Handles a reload of the page without script.
    func skip(_ request: Request, context: PorticoContext) -> Response { .redirect(to: .mailSignIn) }

    func check(_ request: Request, context: PorticoContext) async throws -> Response {
        let typed = try await context.form(MailCodeForm.self).code ?? ""
        let value = cookie.value(in: request)
        var page = codePage(next: value?.next, context)
        context.findings.address = .mailSignIn
        guard !typed.isEmpty else {
            page.problem = .missing
            return section(page, request, context, status: .unprocessableContent)
        }
        do {
            guard let value else { throw MailSignIns.CodeProblem.wrong }
            return try await enter(value, request, context) {
                try await mailSignIns.signIn(code: typed, in: value.waiting, identity: $0)
            }
        } catch AuthError.tooManyAccounts {
            page.problem = .tooManyAccounts(maximum: root.authenticator.policy.accountsPerBrowser)
            return section(page, request, context, status: .conflict)
        } catch MailSignIns.CodeProblem.limited(let seconds) {
            page.problem = .limited(seconds: seconds)
            return section(page, request, context, status: .tooManyRequests).retry(after: seconds)
        } catch MailSignIns.CodeProblem.usedUp {
            page.problem = .usedUp
        } catch  where error.isRefusal {
            page.problem = .wrong
        }
        return root.challenge(page, request: request, context, WebError(.unauthorized))
    }

    private func codePage(next: SitePath?, _ context: PorticoContext) -> MailCodePage {
        MailCodePage(appName: root.appName(context), next: next, minutes: mailSignIns.minutes)
    }

    /// The page of a link, which changes nothing.
    func ask(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let (account, code) = try await mailSignIns.open(
                request.linkToken, in: cookie.value(in: request)?.waiting)
            return section(page(of: account, request.linkToken, code: code, context), request, context)
        } catch let problem as LinkProblem {
            return root.section(problem, of: .signIn, request: request, context)
        }
    }

    func confirm(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        do {
            guard let value = cookie.value(in: request) else { throw LinkProblem.unknown }
            do {
                return try await enter(value, request, context) {
                    try await mailSignIns.signIn(link: token, in: value.waiting, identity: $0)
                }
            } catch AuthError.tooManyAccounts {
                let (account, _) = try await mailSignIns.open(token, in: value.waiting)
                var page = page(of: account, token, code: nil, context)
                page.accountLimit = root.authenticator.policy.accountsPerBrowser
                return section(page, request, context, status: .conflict)
            } catch AuthError.wrongCredentials {
                throw LinkProblem.unknown
            }
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: try context.requireIdentity().client)
            return root.section(problem, of: .signIn, request: request, context)
        }
    }

    /// To the page that the person wanted, or to the next step of the sign-in. The browser waits for no mail any more.
    private func enter(
        _ value: MailSignInCookie.Value, _ request: Request, _ context: PorticoContext,
        signIn: (RequestIdentity) async throws -> BrowserTokens
    ) async throws -> Response {
        let identity = try context.requireIdentity()
        var response: Response
        do {
            let tokens = try await signIn(identity)
            context.logger.info("signed in", metadata: ["account": .string(tokens.account?.description ?? "")])
            response = try await root.enter(
                tokens, to: value.next ?? .launch, for: request, identity: identity, context: context)
            try root.rememberName(of: tokens.account, isKept: value.waiting.isAutomatic, on: &response)
        } catch let needed as SecondFactorNeeded {
            response = try await root.page(for: needed, next: value.next, request: request, context)
        }
        try cookie.remove(on: &response)
        return response
    }

    private func page(
        of account: Account, _ token: String, code: String?, _ context: PorticoContext
    ) -> MailLinkPage {
        MailLinkPage(
            appName: root.appName(context), token: token,
            username: root.site.app.servers.label(of: account.id, in: context.language), code: code)
    }

    /// A page of the cover, which may be in the frame of an application.
    private func section(
        _ page: some CoverPage, _ request: Request, _ context: PorticoContext, status: HTTPResponse.Status = .ok
    ) -> Response {
        root.challenge(page, request: request, context, WebError(status))
    }
}

/// The field of the page that asks for the code of a mail.
private struct MailCodeForm: Decodable {
    var code: String?
}

extension Error {
    /// Whether a code is refused like a wrong one: its link was used meanwhile, or its account disabled.
    fileprivate var isRefusal: Bool {
        self is MailSignIns.CodeProblem || self is LinkProblem || self as? AuthError == .wrongCredentials
    }
}
