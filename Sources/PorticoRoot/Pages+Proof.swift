import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Reauthentication before sensitive actions (ASVS 5.0, 7.5.1).
///
/// The reauthentication page appears at the address of the request. It sends the whole form again with the password
/// added, so that the action runs once, with and without script.
extension Pages {
    /// Runs `work` if the person has proved their identity recently, and asks for the proof otherwise.
    ///
    /// - Parameters:
    ///   - presenter: the page over which the question is presented. It follows the set-up of a second factor that an
    ///     account lacks.
    ///   - level: what the person must have proved.
    ///   - signsOut: whether `work` signs the person out.
    public func proven(
        _ request: Request, _ context: SignedInContext, over presenter: SitePath, by level: ProofLevel = .password,
        signsOut: Bool = false, _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let next = request.method == .get ? nil : presenter
        let place = ProofPlace(presenter: presenter, url: request.address, level: level, next: next)
        return try await proven(request, context, at: place, signsOut: signsOut, work)
    }

    /// - Parameter place: the place of the reauthentication page.
    package func proven(
        _ request: Request, _ context: SignedInContext, at place: ProofPlace, signsOut: Bool = false,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let (form, again) = try await context.repeatableForm(in: request)
        let fields = form.map { (name: $0.name, value: $0.value) }
        guard context.proof < place.level else {
            context.findings.needsProof = place.level
            return try await work(again, context)
        }
        var question = try await ReauthenticationPage(
            context, servers: root.site.app.servers, for: place.level, action: try request.returnAddress,
            fields: fields, presenter: place.presenter, next: place.next)
        question.back = place.back
        question.isMultipart = request.hasMultipartForm
        question.signsOut = signsOut
        question.isFramed = request.isFramed
        let own = { name in fields.first { $0.name == name }?.value }
        let passkey = own(ReauthenticationPage.passkeyField) ?? ""
        let password = question.takesPassword ? own(ReauthenticationPage.passwordField) : nil
        let codeAlone = question.takesCodeAlone ? own(ReauthenticationPage.codeField) : nil
        if question.lacking == nil, !passkey.isEmpty || password != nil || codeAlone != nil {
            do {
                let code = codeAlone ?? own(ReauthenticationPage.codeField) ?? ""
                return try await perform(again, context, for: place.level, work) {
                    guard passkey.isEmpty else { return try await prove(byPasskey: passkey, context) }
                    guard codeAlone == nil else { return try await prove(byCode: SecondFactorCode(code), context) }
                    return try await prove(password ?? "", SecondFactorCode(code), for: place.level, context)
                }
            } catch let problem as ReauthenticationProblem {
                question.problem = problem
            }
        }
        context.findings.repeatsSecrets = fields.contains { name, value in
            !ReauthenticationPage.ownFields.contains(name)
                && FormField.isSecret(name) && !value.isEmpty
        }
        return try await response(question, at: place, to: request, context, status: .forbidden)
    }

    /// The reauthentication page at its place; with `Retry-After` if the account is limited (429) or the server is busy
    /// (503).
    package func response(
        _ question: ReauthenticationPage, at place: ProofPlace, to request: Request, _ context: SignedInContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        var status = status
        var seconds: Int?
        switch question.problem {
        case .limited(let wait, _), .codeLimited(let wait): (status, seconds) = (.tooManyRequests, wait)
        case .busy(let wait): (status, seconds) = (.serviceUnavailable, wait)
        default: break
        }
        guard place.isAlone else {
            return try await response(question, at: place.url, to: request, context, status: status)
                .retry(after: seconds)
        }
        return try await document(
            Stack(root: AnyPage(PageAlone(page: AnyPage(question)))), title: question.title(in: context.language),
            at: place.url, to: request, context, status: status
        ).retry(after: seconds)
    }

    /// The place of the reauthentication page for the page at `path`.
    package func place(ofQuestionFor path: SitePath, _ request: Request, _ context: SignedInContext) async -> ProofPlace
    {
        guard context.proof < .secondFactor,
            case .question(let question, let isAlone, let level)? = try? await make(path, request, context)
        else { return ProofPlace(presenter: .launch, isAlone: true, url: path) }
        return ProofPlace(
            presenter: question.presenter, back: question.back, isAlone: isAlone, url: path, level: level)
    }

    /// Runs the work, then stores the reauthentication with a new token. If the work fails, nothing has changed.
    private func perform(
        _ request: Request, _ context: SignedInContext, for level: ProofLevel,
        _ work: (Request, SignedInContext) async throws -> Response, prove: () async throws -> ProvenAccount
    ) async throws -> Response {
        let proven = try await prove()
        context.findings.needsProof = level
        var response: Response
        do {
            response = try await work(request, SignedInContext(context, proven: proven.level))
        } catch {
            try await root.authenticator.abandon(proven)
            throw error
        }
        // The work may have ended the sign-in, or set a new token.
        guard !root.site.cookies.areSet(on: response) else {
            try await root.authenticator.abandon(proven)
            return response
        }
        do {
            let tokens = try await root.authenticator.reauthenticate(proven, identity: context.identity)
            try root.site.cookies.set(tokens, on: &response)
        } catch AuthError.signInEnded {
            return response
        }
        return response
    }

    private func prove(
        _ password: String, _ code: SecondFactorCode?, for level: ProofLevel, _ context: SignedInContext
    ) async throws -> ProvenAccount {
        guard !password.isEmpty else { throw ReauthenticationProblem.missing }
        do {
            let proven = try await root.authenticator.prove(
                password: password, code: code, identity: context.identity)
            // The second factor may have been removed meanwhile.
            guard proven.level >= level else {
                try await root.authenticator.abandon(proven)
                throw AuthError.secondFactorNeeded
            }
            return proven
        } catch let error as AuthError {
            let server = context.account.id.server
            guard let problem = ReauthenticationProblem(error, on: server, root: root) else { throw error }
            throw problem
        }
    }
}

extension Pages {
    /// - Parameter code: besides the proof at an identity provider.
    private func prove(byCode code: SecondFactorCode?, _ context: SignedInContext) async throws -> ProvenAccount {
        do {
            return try await root.authenticator.prove(code: code, identity: context.identity)
        } catch let error as AuthError {
            let server = context.account.id.server
            guard let problem = ReauthenticationProblem(error, on: server, root: root) else { throw error }
            throw problem
        }
    }

    /// - Parameter answer: of the browser.
    private func prove(byPasskey answer: String, _ context: SignedInContext) async throws -> ProvenAccount {
        do {
            return try await root.passkeys.prove(answer, identity: context.identity)
        } catch let error as AuthError {
            let server = context.account.id.server
            guard let problem = ReauthenticationProblem(error, on: server, root: root) else { throw error }
            throw problem
        }
    }
}

/// The place of the reauthentication page, and what it asks for.
package struct ProofPlace: Sendable {
    /// The page to return to.
    let presenter: SitePath
    /// The previous page in the same sheet; nil if there is none.
    let back: SitePath?
    /// Whether it is shown alone, because the page below must not be shown without it.
    let isAlone: Bool
    /// The address that requires the reauthentication.
    let url: SitePath
    /// The recent proof that the person needs.
    package let level: ProofLevel
    /// The page after the set-up of a second factor that the account lacks.
    let next: SitePath

    /// - Parameter next: nil for `url`.
    package init(
        presenter: SitePath, back: SitePath? = nil, isAlone: Bool = false, url: SitePath,
        level: ProofLevel = .password, next: SitePath? = nil
    ) {
        self.presenter = presenter
        self.back = back
        self.isAlone = isAlone
        self.url = url
        self.level = level
        self.next = next ?? url
    }
}

extension ReauthenticationProblem: Error {}

extension ResolvedPage {
    /// The reauthentication page in place of another page, to which it leads.
    ///
    /// - Parameters:
    ///   - question: its place; nil in place of a root page.
    ///   - level: what the page requires.
    /// - Throws: 414 for an address that is too long to lead back to.
    package static func asking(
        _ context: SignedInContext, _ servers: [Server], _ request: Request, _ question: ProofQuestion?,
        for level: ProofLevel
    ) async throws -> ResolvedPage {
        let next = try request.returnAddress
        var page = try await ReauthenticationPage(
            context, servers: servers, for: level, action: .proof(next: next), fields: [],
            presenter: question?.presenter ?? .launch, next: next)
        page.back = question?.back
        return .question(page, isAlone: question == nil, level: level)
    }
}

extension ReauthenticationPage {
    /// The question for what the account can prove, a passkey first: the only place that decides this. If more is
    /// required than the account can prove, the page leads to the set-up of a second factor instead.
    ///
    /// Names the server: a person can have accounts with the same name and different passwords on several servers.
    ///
    /// - Parameters:
    ///   - level: what is required.
    ///   - next: the page after the set-up.
    package init(
        _ context: SignedInContext, servers: [Server], for level: ProofLevel, action: SitePath,
        fields: [(name: String, value: String)], presenter: SitePath, next: SitePath
    ) async throws {
        let (id, name) = (context.account.id, context.account.name)
        let server = servers.passwordServer(of: id)
        self.init(
            account: id.description, username: id.user,
            name: server == nil ? name : "\(name) (\(servers.label(of: id, in: context.language)))", action: action,
            fields: fields, presenter: presenter, passwordServer: server)
        asksForCode = try await context.hasApp
        passkeyOptions = try await context.proofOptions
        let needsPasskey = try await context.needsPasskey
        if level == .secondFactor, !asksForCode, !needsPasskey, passkeyOptions == nil {
            lacking =
                context.areAppsOffered
                ? .setUp(.setUpApp(before: next)) : context.arePasskeysOffered ? .passkey : .unavailable
        }
        takesPassword = !needsPasskey && (asksForCode || level < .secondFactor)
        let known = try await context.providers
        let own = servers.filter { $0.isProvider && known.contains($0.id) }
        if servers.contains(where: { $0.id == id.server && $0.isProvider }) {
            self.name = name
            takesPassword = false
        }
        guard !own.isEmpty, !needsPasskey else { return }
        self.next = next
        if context.proof == .nothing {
            providers = own.filter { $0.providerKind?.provesAgain == true }
                .map { SignInWays.Provider($0, in: context.language) }
            // A login here counts for a while, and there one must be shown to be new.
            if providers.isEmpty, !takesPassword, passkeyOptions == nil {
                lacking = lacking ?? .login(at: own[0].title.string(in: context.language))
            }
        } else if asksForCode {
            (takesPassword, takesCodeAlone) = (false, true)
        }
    }
}
