import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Signing in and out.
struct SessionController: Sendable {
    let root: Root

    func addRoutes(to routes: RouterGroup<PorticoContext>) {
        routes.get("session") { _, _ in Response.redirect(to: .newSession) }
        routes.get("session/new", use: new)
        routes.post("session", use: create)
        routes.post("session/end", use: end)
    }

    /// The question whether to sign out: a page of those who are signed in.
    func add(to main: inout MainSection) {
        main.page(.endSession) { _, context in
            SignOutPage(
                account: context.account.id.description,
                username: root.site.app.servers.label(of: context.account.id),
                others: root.authenticator.profiles(of: context.identity).count - 1)
        }
    }

    /// The cover by itself; whoever is signed in goes where it would lead to, unless it is for a further account.
    @Sendable func new(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let next = request.uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) }
        let adds = !identity.needsAuthentication && request.uri.queryParameters["add"] == "on"
        guard identity.needsAuthentication || adds else { return .redirect(to: next ?? .launch) }
        return try await root.cover(CoverState(next: next, adds: adds), identity: identity, request: request)
    }

    @Sendable func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await FormReader.read(SignInForm.self, from: request).form
        var state = CoverState(
            username: form.username ?? "", server: form.server.map(ServerID.init(rawValue:)),
            remembers: form.remember != nil, next: form.next.map { SitePath(untrusted: $0) ?? .launch },
            adds: form.add != nil && !identity.needsAuthentication)
        do {
            let tokens = try await signIn(form, state, identity)
            context.logger.info(
                "signed in", metadata: ["account": .string(tokens.account?.description ?? state.username.forLog)])
            return try await root.enter(
                tokens, to: state.next ?? .launch, for: request, identity: identity, context: context)
        } catch let refusal as Refusal {
            state.message = refusal.message
            return try await again(state, identity, request, refusal)
        } catch let error as WebError {
            throw error
        } catch {
            _ = context.report(error)
            state.message = error is StorageFailure ? .cannotSave : .unavailable
            return try await again(state, identity, request, Refusal(.unavailable, .serviceUnavailable))
        }
    }

    @Sendable func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form =
            request.headers[.contentType] == nil
            ? SignOutForm() : try await FormReader.read(SignOutForm.self, from: request).form
        if let signIn = identity.signIn, let account = form.account, account != signIn.account.id.description {
            throw WebError(.conflict)
        }
        let one = form.scope == "all" ? nil : identity.signIn?.id
        var tokens: BrowserTokens?
        do {
            tokens = try await root.authenticator.signOut(identity, of: one)
        } catch AuthError.signInEnded {
            // The browser has got another token meanwhile, by another request: what is true now shows at the start.
        }
        if tokens != nil, let signIn = identity.signIn {
            context.logger.info("signed out", metadata: ["account": "\(signIn.account.id)"])
        }
        return try root.leave(tokens, for: request, identity: identity)
    }

    /// Why a sign-in did not succeed, and the status that says so.
    private struct Refusal: Error {
        let message: LoginMessage
        let status: HTTPResponse.Status
        var retryAfter: Int?

        init(_ message: LoginMessage, _ status: HTTPResponse.Status, retryAfter: Int? = nil) {
            self.message = message
            self.status = status
            self.retryAfter = retryAfter
        }
    }

    private func signIn(_ form: SignInForm, _ state: CoverState, _ identity: RequestIdentity) async throws
        -> BrowserTokens
    {
        guard let username = form.username, !username.isEmpty else {
            throw Refusal(.missingUsername, .unprocessableContent)
        }
        guard let password = form.password, !password.isEmpty else {
            throw Refusal(.missingPassword, .unprocessableContent)
        }
        let server = state.server ?? root.site.app.currentServer(lastUsed: identity.browser?.lastServer).id
        guard root.site.app.server(server) != nil else { throw WebError(.unprocessableContent) }
        do {
            return try await root.authenticator.signIn(
                username: username, password: password, server: server, isAutomatic: state.remembers, identity: identity
            )
        } catch AuthError.wrongCredentials {
            throw Refusal(.wrongCredentials, .unauthorized)
        } catch AuthError.tooManyAttempts(let seconds) {
            let name = root.site.app.servers.passwordServer(on: server)
            let message = seconds.map { LoginMessage.tooManyAttempts(seconds: $0) } ?? .locked(passwordServer: name)
            throw Refusal(message, .tooManyRequests, retryAfter: seconds)
        } catch AuthError.tooManyAccounts {
            let maximum = root.authenticator.policy.accountsPerBrowser
            throw Refusal(.tooManyAccounts(maximum: maximum), .conflict)
        } catch AuthError.busy(let seconds) {
            throw Refusal(.busy, .serviceUnavailable, retryAfter: seconds)
        } catch AuthError.gateway(let error) {
            let status: HTTPResponse.Status =
                switch error {
                case .timedOut: .gatewayTimeout
                case .refused(.forbidden): .forbidden
                default: .badGateway
                }
            throw Refusal(.gateway(GatewayProblem(error), server: root.serverName(server)), status)
        } catch AuthError.otherPerson {
            throw Refusal(.otherPerson(server: root.serverName(server)), .badGateway)
        }
    }

    private func again(
        _ state: CoverState, _ identity: RequestIdentity, _ request: Request, _ refusal: Refusal
    ) async throws -> Response {
        var response = try await root.cover(state, identity: identity, request: request, status: refusal.status)
        if refusal.status == .unauthorized { response.headers[.wwwAuthenticate] = Root.challenge }
        if let seconds = refusal.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}
