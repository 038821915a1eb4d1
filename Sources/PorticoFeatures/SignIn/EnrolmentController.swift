import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoRoot
import PorticoViews

/// The set-up of a second factor within a sign-in, for an account that must have one.
struct EnrolmentController: Sendable {
    let root: Root

    /// Handles a reload of the pages without script.
    func skip(_ request: Request, context: PorticoContext) -> Response { .redirect(to: .newSession) }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        context.findings.repeatsSecrets = true
        let identity = try context.requireIdentity()
        let form = try await context.form(EnrolmentForm.self)
        let (pending, sealed) = (form.pending ?? "", form.enrolment ?? "")
        do {
            let (waiting, setUp) = try await root.authenticator.reopenEnrolment(
                pending, setUp: sealed, issuer: root.appName(context), identity: identity)
            do {
                if let passkey = form.passkey, !passkey.isEmpty {
                    return try await enrol(passkey, waiting, form, identity, request, context)
                }
                guard let code = form.code, !code.isEmpty else { throw AuthError.secondFactorNeeded }
                let (tokens, codes) = try await root.authenticator.enrol(
                    pending, setUp: sealed, code: code, identity: identity)
                context.logger.info("signed in", metadata: ["account": "\(waiting.account)"])
                let page = EnrolledPage(
                    account: waiting.account.description, codes: codes.map(\.text), next: form.target)
                var response = root.section(page, request: request, context)
                try await root.enter(tokens, with: &response, for: request, identity: identity, context: context)
                try root.rememberName(of: waiting.account, isKept: waiting.isAutomatic, on: &response)
                root.site.headers.allowFrame(of: &response, to: request)
                return response
            } catch let error as AuthError {
                guard let problem = SecondFactorProblem(error) else { throw error }
                return try await root.enrolment(
                    of: waiting.account, setUp, pending: pending, next: form.target, problem: .code(problem),
                    request: request, context, error.webError)
            } catch let refusal as PasskeyRefusal {
                context.logger.info("passkey refused", metadata: ["reason": "\(refusal)"])
                return try await root.enrolment(
                    of: waiting.account, setUp, pending: pending, next: form.target,
                    problem: .passkey(AddPasskeyProblem(refusal)), request: request, context)
            }
        } catch let error as AuthError where [.pendingSignInEnded, .wrongCredentials].contains(error) {
            return root.secondFactorEnded(next: form.target, request: request, context)
        }
    }

    private func enrol(
        _ passkey: String, _ waiting: PendingSignIn, _ form: EnrolmentForm, _ identity: RequestIdentity,
        _ request: Request, _ context: PorticoContext
    ) async throws -> Response {
        let tokens = try await root.authenticator.enrol(form.pending ?? "", passkey: passkey, identity: identity)
        context.logger.info("signed in", metadata: ["account": "\(waiting.account)"])
        var response = try await root.enter(
            tokens, to: form.target ?? .launch, for: request, identity: identity, context: context)
        try root.rememberName(of: waiting.account, isKept: waiting.isAutomatic, on: &response)
        return response
    }

    /// Leads to the page that the person wanted.
    func start(_ request: Request, context: PorticoContext) async throws -> Response {
        let form = try await context.form(StartForm.self)
        return .done(form.next.flatMap { SitePath(untrusted: $0) } ?? .launch, for: request)
    }
}

/// The fields of setting up a second factor within a sign-in.
private struct EnrolmentForm: Decodable {
    var pending: String?
    /// The encrypted secret.
    var enrolment: String?
    var code: String?
    /// The answer of a browser that has made a passkey.
    var passkey: String?
    var next: String?

    var target: SitePath? { next.map { SitePath(untrusted: $0) ?? .launch } }
}

private struct StartForm: Decodable {
    var next: String?
}

extension Root {
    /// The page for the next step of a sign-in that waits.
    func page(
        for needed: SecondFactorNeeded, next: SitePath?, request: Request, _ context: PorticoContext
    ) async throws -> Response {
        guard needed.isEnrolment else {
            return try await secondFactor(
                of: needed.account, pending: needed.token.value, next: next, request: request, context)
        }
        context.findings.repeatsSecrets = true
        let setUp = try await factors.begin(for: needed.account, issuer: appName(context))
        return try await enrolment(
            of: needed.account, setUp, pending: needed.token.value, next: next, request: request, context)
    }

    /// The page that sets up a second factor.
    ///
    /// - Parameter error: determines the status.
    fileprivate func enrolment(
        of account: AccountID, _ setUp: AppSetUp, pending: String, next: SitePath?,
        problem: EnrolmentProblem? = nil, request: Request, _ context: PorticoContext,
        _ error: WebError = WebError(.unauthorized)
    ) async throws -> Response {
        let page = EnrolmentPage(
            appName: appName(context), pending: pending, next: next,
            name: site.app.servers.label(of: account, in: context.language), secret: setUp.secret,
            address: setUp.address, enrolment: setUp.sealed, problem: problem,
            passkeyOptions: try await passkeys.enrolmentOptions(
                of: account, waiting: pending, site: appName(context)))
        return challenge(page, request: request, context, error)
    }
}
