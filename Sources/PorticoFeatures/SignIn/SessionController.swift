import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Sign-in and sign-out.
struct SessionController: Sendable {
    let root: Root
    let providers: ProviderSignIns
    let origin: PublicOrigin

    /// The question before a sign-out.
    func question(_ request: Request, _ context: SignedInContext) -> QuestionPage {
        .signOut(
            account: context.account.id.description,
            username: root.site.app.servers.label(of: context.account.id, in: context.language),
            others: root.authenticator.profiles(of: context.identity).count - 1)
    }

    /// The cover; a signed-in person is redirected to its target, unless the cover adds an account.
    func new(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let next = request.uri.queryParameters["next"].flatMap { SitePath(untrusted: String($0)) }
        let adds = !identity.needsAuthentication && request.uri.queryParameters["add"] == "on"
        guard identity.needsAuthentication || adds else { return .redirect(to: next ?? .launch) }
        var state = context.refused.map { root.coverState(after: $0, identity: identity) } ?? CoverState(adds: adds)
        state.next = next
        state.followsSignOut = identity.needsAuthentication && request.followsSignOut(at: root.authenticator.time)
        let forgets = request.uri.queryParameters["forget"] == "on"
        // A link can name the server of the cover. Otherwise the cover has the server of the person that it names.
        let server = request.uri.queryParameters["server"].map { ServerID(rawValue: String($0)) }
        if let server { state.server = server }
        if !adds, !forgets, server == nil, context.refused == nil { state.known = root.known(to: identity, request) }
        if identity.needsAuthentication, request.followsCookie { state.message = .cookiesBlocked }
        var response = try await root.cover(state, identity: identity, request: request, for: context.reader)
        if forgets { try root.site.nameCookie.remove(in: request, on: &response) }
        return response
    }

    func create(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(SignInForm.self)
        var state = state(of: form, identity, context)
        do {
            let tokens = try await signIn(form, state, identity)
            context.logger.info(
                "signed in", metadata: ["account": .string(tokens.account?.description ?? state.username)])
            var target = state.next ?? .launch
            // A browser that sends no cookie may store none. The redirect to the cover finds out: the cover reports it,
            // or redirects further.
            let cover = SitePath.cover(next: state.next).adding(query: [(Request.signedInField, "on")])
            if request.headers[.secFetchMode] != nil, request.headers[.cookie] == nil, !request.isFramed,
                cover.description.utf8.count <= KeptPages.longestAddress
            {
                target = cover
            }
            var response = try await root.enter(
                tokens, to: target, for: request, identity: identity, context: context)
            try root.rememberName(of: tokens.account, isKept: state.remembers, on: &response)
            return response
        } catch let needed as SecondFactorNeeded {
            return try await root.page(for: needed, next: state.next, request: request, context)
        } catch let needed as NewPasswordNeeded {
            return root.longerPassword(
                of: needed.account, pending: needed.token.value, next: state.next, request: request, context)
        } catch let refusal as Refusal {
            context.findings.address = .cover(next: state.next)
            state.message = refusal.message
            return try await again(state, identity, request, context, refusal.error)
        } catch let error as WebError {
            throw error
        } catch {
            _ = context.report(error)
            context.findings.address = .cover(next: state.next)
            state.message = (error as? StorageFailure)?.isOutOfReach == false ? .cannotSave : .unavailable
            return try await again(state, identity, request, context, WebError(.serviceUnavailable))
        }
    }

    /// The cover in another language, with the input so far, except the password.
    func changeLanguage(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(SignInForm.self)
        guard let language = form.language.flatMap(Language.init(offered:)) else {
            throw WebError(.unprocessableContent)
        }
        let state = state(of: form, identity, context)
        var reader = context.reader
        reader.language = language.tag
        context.findings.address = .cover(next: state.next)
        var response = try await root.cover(state, identity: identity, request: request, for: reader)
        try await root.choose(language, for: request, on: &response, of: identity)
        return response
    }

    /// The state of the cover with the input of a form.
    private func state(of form: SignInForm, _ identity: RequestIdentity, _ context: PorticoContext) -> CoverState {
        var state = CoverState(
            username: form.username ?? "", server: form.server.map(ServerID.init(rawValue:)),
            remembers: form.remember != nil, next: form.next.map { SitePath(untrusted: $0) ?? .launch },
            adds: form.add != nil && !identity.needsAuthentication)
        state.isReturn = form.add == "again"
        state.others = context.refused.map { root.coverState(after: $0, identity: identity).others } ?? []
        return state
    }

    func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form =
            request.headers[.contentType] == nil
            ? SignOutForm() : try await context.form(SignOutForm.self)
        let signIn = identity.signIn ?? context.refused?.signIn
        // The page was left open, and its sign-in has ended. Sign-ins to other accounts stay.
        guard signIn != nil || form.scope != "one" else {
            return try await root.leave(nil, of: nil, for: request, identity: identity, in: context.language)
        }
        let one = form.scope == "all" ? nil : signIn
        let atProvider = try await tokensForLogout(of: signIn, context)
        var tokens: BrowserTokens?
        do {
            tokens = try await root.authenticator.signOut(identity, of: one?.id)
        } catch AuthError.signInEnded {
            // Another request has changed the browser's token meanwhile; the cover shows the current state, or leads to it.
        }
        if tokens != nil, let signIn {
            context.logger.info("signed out", metadata: ["account": "\(signIn.account.id)"])
        }
        var response = try await root.leave(tokens, of: one, for: request, identity: identity, in: context.language)
        if let signIn, let address = await logoutAddress(of: signIn, atProvider, context) {
            response.lead(to: address, for: request)
        }
        return response
    }

    /// The tokens with which the person logs out at their provider, too. Without them, the provider asks the person.
    private func tokensForLogout(of signIn: SignIn?, _ context: PorticoContext) async throws -> ProviderTokens? {
        guard let signIn else { return nil }
        do {
            return try await providers.tokensForLogout(of: signIn)
        } catch let failure as StorageFailure where failure.cause == .unknownKey {
            context.logger.warning("no key opens the tokens of a provider", metadata: ["error": "\(failure)"])
            return nil
        }
    }

    /// Where the person logs out at their provider, too; nil if they do not, or if the provider is out of reach.
    private func logoutAddress(
        of signIn: SignIn, _ tokens: ProviderTokens?, _ context: PorticoContext
    ) async -> String? {
        do {
            let cover = origin.description + SitePath.newSession.description
            return try await providers.logoutAddress(of: signIn, tokens, returnAddress: cover)
        } catch {
            context.logger.warning(
                "somebody stays logged in at an identity provider",
                metadata: ["server": "\(signIn.checkingServer)", "error": "\(error)"])
            return nil
        }
    }

    /// The message of the cover, and the status, for a rejected sign-in.
    private struct Refusal: Error {
        let message: LoginMessage
        let error: WebError
    }

    private func signIn(_ form: SignInForm, _ state: CoverState, _ identity: RequestIdentity) async throws
        -> BrowserTokens
    {
        if let passkey = form.passkey, !passkey.isEmpty {
            do {
                return try await root.passkeys.signIn(passkey, isAutomatic: state.remembers, identity: identity)
            } catch let error as AuthError {
                guard let message = LoginMessage(error, on: .local, root: root) else { throw error }
                throw Refusal(message: message, error: error.webError)
            }
        }
        guard let username = form.username, !username.isEmpty else {
            throw Refusal(message: .missingUsername, error: WebError(.unprocessableContent))
        }
        guard let password = form.password, !password.isEmpty else {
            throw Refusal(message: .missingPassword, error: WebError(.unprocessableContent))
        }
        let servers = root.site.app.servers.filter { !$0.isProvider }.map(\.id)
        let lastServer = servers.first { $0 == identity.browser?.lastServer }
        guard let server = state.server ?? lastServer ?? servers.first, servers.contains(server) else {
            throw WebError(.unprocessableContent)
        }
        do {
            return try await root.authenticator.signIn(
                username: username, password: password, server: server, isAutomatic: state.remembers, identity: identity
            )
        } catch let error as AuthError {
            guard let message = LoginMessage(error, on: server, root: root) else { throw error }
            throw Refusal(message: message, error: error.webError)
        }
    }

    private func again(
        _ state: CoverState, _ identity: RequestIdentity, _ request: Request, _ context: PorticoContext,
        _ error: WebError
    ) async throws -> Response {
        var response = try await root.cover(
            state, identity: identity, request: request, for: context.reader, status: error.status)
        if error.status == .unauthorized { response.headers[.wwwAuthenticate] = Root.challenge }
        if let seconds = error.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension Request {
    /// The query field of the cover that a sign-in redirects to.
    fileprivate static let signedInField = "signed-in"

    /// Whether the previous response set a cookie, and the request does not send it.
    fileprivate var followsCookie: Bool {
        let query = uri.queryParameters
        return headers[.cookie] == nil
            && (query[Substring(Self.signedInField)] != nil || query[Substring(KeptPages.field)] != nil)
    }
}
