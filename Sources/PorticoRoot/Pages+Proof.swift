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
    /// Runs `work` if the person has authenticated recently, and asks for the password otherwise.
    ///
    /// - Parameters:
    ///   - presenter: the page over which the question is presented.
    ///   - signsOut: whether `work` signs the person out.
    public func proven(
        _ request: Request, _ context: SignedInContext, over presenter: SitePath, signsOut: Bool = false,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let place = ProofPlace(presenter: presenter, url: request.address)
        return try await proven(request, context, at: place, signsOut: signsOut, work)
    }

    /// - Parameter place: the place of the reauthentication page.
    package func proven(
        _ request: Request, _ context: SignedInContext, at place: ProofPlace, signsOut: Bool = false,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let (form, again) = try await context.repeatableForm(in: request)
        let fields = form.map { (name: $0.name, value: $0.value) }
        guard !context.isRecentlyAuthenticated else {
            context.findings.needsProof = true
            return try await work(again, context)
        }
        var question = ReauthenticationPage(
            context, servers: root.site.app.servers, action: try request.returnAddress, fields: fields,
            presenter: place.presenter)
        question.back = place.back
        question.isMultipart = request.hasMultipartForm
        question.asksForCode = try await context.needsSecondFactor
        question.signsOut = signsOut
        if let password = fields.first(where: { $0.name == ReauthenticationPage.passwordField })?.value {
            do {
                let code = fields.first { $0.name == ReauthenticationPage.codeField }?.value ?? ""
                return try await perform(again, context, password: password, code: SecondFactorCode(code), work)
            } catch let problem as ReauthenticationProblem {
                question.problem = problem
            }
        }
        context.findings.repeatsSecrets = fields.contains { name, value in
            ![ReauthenticationPage.passwordField, ReauthenticationPage.codeField].contains(name)
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
        guard !context.isRecentlyAuthenticated,
            case .question(let question, let isAlone)? = try? await make(path, request, context)
        else { return ProofPlace(presenter: .launch, isAlone: true, url: path) }
        return ProofPlace(presenter: question.presenter, back: question.back, isAlone: isAlone, url: path)
    }

    /// Runs the work, then stores the reauthentication with a new token. If the work fails, nothing has changed.
    private func perform(
        _ request: Request, _ context: SignedInContext, password: String, code: SecondFactorCode?,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let proven = try await prove(password, code, context)
        context.findings.needsProof = true
        var response: Response
        do {
            response = try await work(request, SignedInContext(proven: context))
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
        _ password: String, _ code: SecondFactorCode?, _ context: SignedInContext
    ) async throws -> ProvenAccount {
        guard !password.isEmpty else { throw ReauthenticationProblem.missing }
        do {
            return try await root.authenticator.prove(password: password, code: code, identity: context.identity)
        } catch let error as AuthError {
            let server = context.account.id.server
            guard let problem = ReauthenticationProblem(error, on: server, root: root) else { throw error }
            throw problem
        }
    }
}

/// The place of the reauthentication page.
package struct ProofPlace: Sendable {
    /// The page to return to.
    let presenter: SitePath
    /// The previous page in the same sheet; nil if there is none.
    let back: SitePath?
    /// Whether it is shown alone, because the page below must not be shown without it.
    let isAlone: Bool
    /// The address that requires the reauthentication.
    let url: SitePath

    package init(presenter: SitePath, back: SitePath? = nil, isAlone: Bool = false, url: SitePath) {
        self.presenter = presenter
        self.back = back
        self.isAlone = isAlone
        self.url = url
    }
}

extension ReauthenticationProblem: Error {}

extension ResolvedPage {
    /// The reauthentication page in place of another page, to which it leads.
    ///
    /// - Parameters:
    ///   - question: its place; nil in place of a root page.
    ///   - asksForCode: whether the account has a second factor.
    /// - Throws: 414 for an address that is too long to lead back to.
    package static func asking(
        _ context: SignedInContext, _ servers: [Server], _ request: Request, _ question: ProofQuestion?,
        asksForCode: Bool
    ) throws(WebError) -> ResolvedPage {
        var page = ReauthenticationPage(
            context, servers: servers, action: .proof(next: try request.returnAddress), fields: [],
            presenter: question?.presenter ?? .launch)
        page.back = question?.back
        page.asksForCode = asksForCode
        return .question(page, isAlone: question == nil)
    }
}

extension ReauthenticationPage {
    /// Names the server: a person can have accounts with the same name and different passwords on several servers.
    package init(
        _ context: SignedInContext, servers: [Server], action: SitePath, fields: [(name: String, value: String)],
        presenter: SitePath
    ) {
        let (id, name) = (context.account.id, context.account.name)
        let server = servers.passwordServer(of: id)
        self.init(
            account: id.description, username: id.user,
            name: server == nil ? name : "\(name) (\(servers.label(of: id, in: context.language)))", action: action,
            fields: fields,
            presenter: presenter, passwordServer: server)
    }
}
