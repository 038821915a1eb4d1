import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// The second factor of a sign-in whose password was right.
struct SecondFactorController: Sendable {
    let root: Root

    /// Handles a reload of the page without script.
    func skip(_ request: Request, context: PorticoContext) -> Response { .redirect(to: .newSession) }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(SecondFactorForm.self)
        do {
            let waiting = try await root.authenticator.pendingSignIn(form.pending ?? "", identity: identity)
            do {
                guard let code = form.typed else { throw AuthError.secondFactorNeeded }
                let tokens = try await root.authenticator.finish(
                    form.pending ?? "", code: code, trustsBrowser: form.trust != nil, identity: identity)
                context.logger.info("signed in", metadata: ["account": "\(waiting.account)"])
                var response = try await root.enter(
                    tokens, to: form.target ?? .launch, for: request, identity: identity, context: context)
                try root.rememberName(of: waiting.account, isKept: waiting.isAutomatic, on: &response)
                return response
            } catch let error as AuthError {
                guard let problem = SecondFactorProblem(error) else { throw error }
                return try await root.secondFactor(
                    of: waiting.account, pending: form.pending ?? "", next: form.target, form: form, problem: problem,
                    request: request, context, error.webError)
            }
        } catch let error as AuthError where [.pendingSignInEnded, .wrongCredentials].contains(error) {
            return root.secondFactorEnded(next: form.target, request: request, context)
        }
    }
}

/// The fields of the page for the second factor.
struct SecondFactorForm: Decodable {
    var pending: String?
    /// Of the authenticator app.
    var code: String?
    var recovery: String?
    /// The answer of a browser that used a passkey.
    var passkey: String?
    /// `on`: do not ask again in this browser.
    var trust: String?
    var next: String?

    var target: SitePath? { next.map { SitePath(untrusted: $0) ?? .launch } }

    /// The passkey, if one was used; the recovery code, if one was typed; otherwise the code of the app. nil for none.
    var typed: SecondFactorCode? {
        if let passkey, !passkey.isEmpty { return .passkey(passkey) }
        return SecondFactorCode(app: code ?? "", recovery: recovery ?? "")
    }
}

extension SecondFactorProblem {
    /// nil if the error has its own page.
    init?(_ error: AuthError) {
        switch error {
        case .secondFactorNeeded: self = .missing
        case .wrongCode: self = .wrong
        case .codeUsed: self = .used
        case .appUnreadable: self = .appUnreadable
        case .tooManyCodes(let seconds): self = .limited(seconds: seconds)
        case .passkeyRefused, .passkeyUnknown: self = .passkey
        case .tooManyAttempts(let seconds?): self = .passkeysLimited(seconds: seconds)
        default: return nil
        }
    }
}

extension Root {
    /// The page that asks for the second factor of a sign-in.
    ///
    /// - Parameter error: determines the status.
    func secondFactor(
        of account: AccountID, pending: String, next: SitePath?, form: SecondFactorForm? = nil,
        problem: SecondFactorProblem? = nil, request: Request, _ context: PorticoContext,
        _ error: WebError = WebError(.unauthorized)
    ) async throws -> Response {
        let state = try await factors.state(of: account)
        // They may have been reset meanwhile.
        if state.appAddedAt == nil, try await passkeys.all(of: account).isEmpty {
            return secondFactorEnded(next: next, request: request, context)
        }
        var page = SecondFactorPage(
            appName: appName(context), pending: pending, next: next,
            name: site.app.servers.label(of: account, in: context.language), hasRecoveryCodes: state.codesLeft > 0,
            trusts: form?.trust != nil, usesRecoveryCode: form?.recovery?.isEmpty == false, problem: problem,
            passkeyOptions: try await passkeys.secondStepOptions(of: account, waiting: pending))
        page.hasApp = state.appAddedAt != nil
        return challenge(page, request: request, context, error)
    }

    /// The page after a sign-in that no longer waits: it took too long, or the account was disabled or got another password.
    func secondFactorEnded(next: SitePath?, request: Request, _ context: PorticoContext) -> Response {
        var page = SecondFactorPage(appName: appName(context), pending: "", next: next, name: "")
        page.problem = .ended
        return challenge(page, request: request, context, WebError(.unauthorized))
    }

    /// A page of the cover that asks for something more.
    func challenge(
        _ page: some CoverPage, request: Request, _ context: PorticoContext, _ error: WebError
    ) -> Response {
        var response = section(page, request: request, context, status: error.status)
        if error.status == .unauthorized { response.headers[.wwwAuthenticate] = Root.challenge }
        site.headers.allowFrame(of: &response, to: request)
        return response.retry(after: error.retryAfter)
    }
}
