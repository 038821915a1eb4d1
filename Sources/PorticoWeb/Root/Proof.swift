import HTTPTypes
import Hummingbird
import NIOCore
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// What a person has to do before something that needs it: prove once more who they are (ASVS 5.0, 7.5.1).
///
/// The question stands at the address of what was asked for. A form that asked is sent again whole, with the password
/// beside its fields, so it is carried out once, with script and without.
extension Pages {
    /// Carries out `work` for somebody who has proved lately who they are, and asks for the proof otherwise.
    ///
    /// - Parameters:
    ///   - presenter: the page over which the question is asked.
    ///   - signsOut: whether the person is signed out by it.
    public func proven(
        _ request: Request, _ context: SignedInContext, over presenter: SitePath, signsOut: Bool = false,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let place = ProofPlace(presenter: presenter, isAlone: false, url: request.address)
        return try await proven(request, context, at: place, signsOut: signsOut, work)
    }

    /// - Parameter place: where the question stands.
    func proven(
        _ request: Request, _ context: SignedInContext, at place: ProofPlace, signsOut: Bool = false,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let (fields, body) = try await FormReader.read([String: String].self, from: request)
        let again = request.withBody(body)
        guard !context.isRecentlyAuthenticated else { return try await work(again, context) }
        var question = ReauthenticationPage(
            context, servers: root.site.app.servers, action: request.address,
            fields: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, presenter: place.presenter)
        question.signsOut = signsOut
        if let password = fields[ReauthenticationPage.passwordField] {
            do {
                return try await carryOut(again, context, password: password, work)
            } catch let failure as ProofFailure {
                question.problem = failure.problem
            }
        }
        return try await response(question, at: place, to: request, context, status: .forbidden)
    }

    /// The question at its place. Who has to wait is told how long.
    func response(
        _ question: ReauthenticationPage, at place: ProofPlace, to request: Request, _ context: SignedInContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard case .limited(let seconds, _) = question.problem else {
            return try await show(question, at: place, to: request, context, status: status)
        }
        return try await show(question, at: place, to: request, context, status: .tooManyRequests)
            .retry(after: seconds)
    }

    private func show(
        _ question: ReauthenticationPage, at place: ProofPlace, to request: Request, _ context: SignedInContext,
        status: HTTPResponse.Status
    ) async throws -> Response {
        guard place.isAlone else {
            return try await response(question, at: place.url, to: request, context, status: status)
        }
        return try await document(
            Stack(root: AnyPage(PageAlone(page: AnyPage(question)))), title: question.title(in: Language.current),
            at: place.url, to: request, context, status: status)
    }

    /// Where the question stands that is asked for the page at `path`.
    func place(ofQuestionFor path: SitePath, _ request: Request, _ context: SignedInContext) async -> ProofPlace {
        guard !context.isRecentlyAuthenticated,
            case .question(let question, let isAlone)? = try? await make(path, request, context)
        else { return ProofPlace(presenter: .launch, isAlone: true, url: path) }
        return ProofPlace(presenter: question.presenter, isAlone: isAlone, url: path)
    }

    /// The proof is noted, with another token, once the work is done: where the work fails, nothing has changed.
    private func carryOut(
        _ request: Request, _ context: SignedInContext, password: String,
        _ work: (Request, SignedInContext) async throws -> Response
    ) async throws -> Response {
        let proof = try await prove(password, context)
        var response: Response
        do {
            response = try await work(request, SignedInContext(proven: context))
        } catch {
            try await root.authenticator.abandon(proof)
            throw error
        }
        // The work may have ended the sign-in, or given it another token itself.
        guard response.headers[values: .setCookie].isEmpty else {
            try await root.authenticator.abandon(proof)
            return response
        }
        do {
            let tokens = try await root.authenticator.reauthenticate(proof, identity: context.identity)
            try root.site.cookies.set(tokens, on: &response)
        } catch AuthError.signInEnded {
            return response
        }
        return response
    }

    private func prove(_ password: String, _ context: SignedInContext) async throws -> VerifiedPassword {
        guard !password.isEmpty else { throw ProofFailure(problem: .missing) }
        do {
            return try await root.authenticator.prove(password: password, identity: context.identity)
        } catch let error as AuthError {
            let server = context.account.id.server
            guard let problem = ReauthenticationProblem(error, on: server, root: root) else { throw error }
            throw ProofFailure(problem: problem)
        }
    }
}

/// Where the question stands who is there.
struct ProofPlace: Sendable {
    /// The page to go back to.
    let presenter: SitePath
    /// Whether it stands by itself, since there is nothing that may be seen yet.
    let isAlone: Bool
    /// The address of what needs the proof.
    let url: SitePath
}

/// Why somebody did not prove who they are.
private struct ProofFailure: Error {
    let problem: ReauthenticationProblem
}

extension Request {
    /// The same request with a body that has been read already.
    fileprivate func withBody(_ body: ByteBuffer) -> Request {
        Request(head: head, body: RequestBody(buffer: body))
    }
}
