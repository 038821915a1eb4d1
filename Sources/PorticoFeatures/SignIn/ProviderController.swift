import Foundation
import HTTPTypes
import Hummingbird
import Logging
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// Logging in at identity providers, and proving there again who one is.
///
/// The browser goes to the provider and comes back with a code. A cookie, which only this browser has, binds the two.
struct ProviderController: Sendable {
    let root: Root
    private let providers: ProviderSignIns
    private let origin: PublicOrigin
    private let cookie: ServerCookie

    init(root: Root, providers: ProviderSignIns, origin: PublicOrigin) {
        self.root = root
        self.providers = providers
        self.origin = origin
        cookie = ServerCookie("provider", origin: origin)
    }

    /// Leads the browser to the provider.
    func begin(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let form = try await context.form(ProviderForm.self)
        guard let server = root.site.app.server(ServerID(rawValue: form.way ?? "")), server.isProvider else {
            throw WebError(.unprocessableContent)
        }
        // Others cannot show that a login is new, whatever the page offers.
        guard form.proves == nil || server.providerKind?.provesAgain == true else {
            throw WebError(.unprocessableContent)
        }
        var wish = ProviderWish(provider: server.id)
        if let window = form.window, window.isLoginWindow { wish.window = window }
        let next = wish.window.map(SitePath.providerSession(window:)) ?? form.next.flatMap { SitePath(untrusted: $0) }
        wish.next = next?.description
        wish.isAutomatic = form.remember != nil
        wish.adds = form.add != nil && !identity.needsAuthentication
        wish.proves = form.proves
        if let account = form.links {
            // The page that leads here has asked for a proof, which may be too old by now.
            let person = try SignedInContext(context: context)
            guard person.isRecentlyAuthenticated, person.account.id.description == account else {
                return .redirect(to: .newIdentity(before: form.next.flatMap { SitePath(untrusted: $0) } ?? .factors))
            }
            wish.links = account
        }
        do {
            let beginning = try await providers.begin(
                wish, kept: cookie.value(in: request), returnAddress: returnAddress(of: server.id),
                client: identity.client)
            var response = try leading(to: beginning, at: server, request, context)
            try cookie.set(beginning.kept, maxAge: Int(ProviderSignIns.lifetime), on: &response)
            return response
        } catch let error as AuthError {
            return try await answer(to: error, wish, identity, request, context)
        }
    }

    /// The last page of a login in a window of its own, which closes it.
    func endWindow(_ request: Request, context: PorticoContext) async throws -> Response {
        let window = request.queryField("window")
        guard window.isLoginWindow, !(try context.requireIdentity().needsAuthentication) else {
            return .redirect(to: .newSession)
        }
        return root.section(LoginWindowPage(window: window), request: request, context)
    }

    /// - Throws: ``AuthError/gateway(_:)`` if the provider names no address.
    private func leading(
        to beginning: Beginning, at server: Server, _ request: Request, _ context: PorticoContext
    ) throws -> Response {
        guard !beginning.isAtOrigin else { return .leading(to: beginning.address) }
        guard let address = WebURL(beginning.address) else {
            throw AuthError.gateway(.invalidAnswer(.invalid("authorization_endpoint")))
        }
        let page = LeavingPage(provider: server.title.string(in: context.language), address: address)
        var response = root.section(page, request: request, context)
        response.headers[.refresh] = "0; url=\(address)"
        return response
    }

    /// Takes an answer that comes by a form of the provider's page. The browser sends no cookies with it, so that it must
    /// come once more, by an address.
    func receive(_ request: Request, context: PorticoContext) async throws -> Response {
        let server = ServerID(rawValue: try context.parameters.require("server"))
        guard root.site.app.server(server)?.providerKind?.answersByForm == true else { throw WebError(.notFound) }
        let form = try await context.form(ProviderAnswerForm.self)
        return .redirect(to: SitePath.returnFromProvider(server).adding(query: form.fields))
    }

    /// Ends a login, or a proof, when the browser comes back.
    func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let identity = try context.requireIdentity()
        let server = ServerID(rawValue: try context.parameters.require("server"))
        let query = request.uri.queryParameters
        let taken = try query["state"].flatMap { state in
            try providers.take(
                state: String(state), kept: cookie.value(in: request), returnAddress: returnAddress(of: server))
        }
        guard let returned = taken, returned.wish.provider == server else {
            return try await show(.providerEnded, ProviderWish(provider: server), identity, request, context)
        }
        var response = try await end(returned, query["error"].map(String.init), identity, request, context)
        try cookie.set(
            returned.kept ?? "", maxAge: returned.kept == nil ? 0 : Int(ProviderSignIns.lifetime), on: &response)
        return response
    }

    private func end(
        _ returned: ReturnedLogin, _ problem: String?, _ identity: RequestIdentity, _ request: Request,
        _ context: PorticoContext
    ) async throws -> Response {
        let (wish, query) = (returned.wish, request.uri.queryParameters)
        let next = wish.next.flatMap { SitePath(untrusted: $0) }
        let kind = root.site.app.server(wish.provider)?.providerKind ?? .oidc
        guard problem == nil, let code = query[kind.codeField[...]] else {
            let isTurnedBack = kind.isTurningBack(problem)
            if !isTurnedBack {
                context.logger.warning(
                    "an identity provider has refused a login",
                    metadata: ["server": "\(wish.server)", "error": "\(problem?.prefix(100) ?? "no code")"])
            }
            let name = root.gatewayName(wish.provider)
            return try await show(
                isTurnedBack ? .providerCancelled(server: name) : .gateway(.failed, server: name), wish, identity,
                request, context)
        }
        let name = kind.answersByForm ? ProviderPerson.name(query["name"].map(String.init)) : nil
        let answer = ProviderAnswer(code: String(code), issuer: query["iss"].map(String.init), name: name)
        do {
            guard wish.proves == nil else {
                let tokens = try await providers.prove(returned, answer, identity: identity)
                var response = Response.redirect(to: next ?? .launch)
                try root.site.cookies.set(tokens, on: &response)
                return response
            }
            guard wish.links == nil else {
                return try await link(returned, answer, to: next ?? .factors, identity, context)
            }
            let tokens = try await providers.signIn(returned, answer, identity: identity)
            context.logger.info("signed in", metadata: ["account": "\(tokens.account?.description ?? "")"])
            var response = try await root.enter(
                tokens, to: next ?? .launch, for: request, identity: identity, context: context)
            try root.rememberName(of: tokens.account, isKept: wish.isAutomatic, on: &response)
            return response
        } catch let needed as SecondFactorNeeded {
            // The address of this answer has a code that works only once.
            context.findings.address = .cover(next: next)
            return try await root.page(for: needed, next: next, request: request, context)
        } catch let error as AuthError {
            return try await self.answer(to: error, wish, identity, request, context)
        } catch let failure as StorageFailure {
            _ = context.report(failure)
            return try await show(
                failure.isOutOfReach ? .unavailable : .cannotSave, wish, identity, request, context,
                WebError(.serviceUnavailable))
        }
    }

    private func link(
        _ returned: ReturnedLogin, _ answer: ProviderAnswer, to next: SitePath, _ identity: RequestIdentity,
        _ context: PorticoContext
    ) async throws -> Response {
        let name = root.gatewayName(returned.wish.provider)
        try await providers.link(returned, answer, name: name, identity: identity)
        let toast = Toast.factorsChanged(.identityAdded(provider: name))
        return await redirect(to: next, with: toast, identity)
    }

    /// Leads to a page that shows a toast.
    private func redirect(to next: SitePath, with toast: Toast, _ identity: RequestIdentity) async -> Response {
        var response = Response.redirect(to: next)
        if let signIn = identity.signIn, let browser = identity.browser {
            let person = PersonInBrowser(browser: browser.id, account: signIn.account.id)
            await root.liveUI.keep(toast, for: person, at: next, on: &response)
        }
        return response
    }

    private func answer(
        to error: AuthError, _ wish: ProviderWish, _ identity: RequestIdentity, _ request: Request,
        _ context: PorticoContext
    ) async throws -> Response {
        let message: LoginMessage
        switch error {
        case .wrongCredentials: message = .providerRefused
        case .signInEnded: message = .providerEnded
        case .emailTaken: message = .providerAccountExists(server: root.gatewayName(wish.provider))
        case .accountExists where wish.links == nil:
            message = .providerNamesTaken(server: root.gatewayName(wish.provider))
        case .accountExists: message = .providerTaken(server: root.gatewayName(wish.provider))
        case .otherPerson where wish.proves != nil:
            message = .providerOtherPerson(server: root.gatewayName(wish.provider))
        default:
            guard let known = LoginMessage(error, on: wish.provider, root: root) else { throw error }
            message = known
        }
        return try await show(message, wish, identity, request, context, error.webError)
    }

    /// The cover with a message; for somebody who is logged in and adds no account, the page that they came from, with a
    /// toast. In a window of its own, a page that passes the message on.
    private func show(
        _ message: LoginMessage, _ wish: ProviderWish, _ identity: RequestIdentity, _ request: Request,
        _ context: PorticoContext, _ error: WebError = WebError(.badRequest)
    ) async throws -> Response {
        if let window = wish.window {
            let page = LoginWindowPage(window: window, message: message)
            return root.section(page, request: request, context, status: error.status)
        }
        let next = wish.next.flatMap { SitePath(untrusted: $0) }
        if identity.signIn != nil, !wish.adds {
            let toast = Toast(message.text(in: context.language), kind: .failure)
            return await redirect(to: next ?? .launch, with: toast, identity)
        }
        var state = CoverState(remembers: wish.isAutomatic, next: next, adds: wish.adds, message: message)
        if case .providerAccountExists = message {
            // Whoever logs in to the account can add the identity.
            state.next = .newIdentity(before: next ?? .launch)
        } else {
            state.server = wish.provider
        }
        context.findings.address = .cover(next: state.next)
        return try await root.cover(
            state, identity: identity, request: request, for: context.reader, status: error.status
        ).retry(after: error.retryAfter)
    }

    private func returnAddress(of server: ServerID) -> String {
        origin.description + SitePath.returnFromProvider(server).description
    }
}

/// The fields of a button that leads to an identity provider.
struct ProviderForm: Decodable {
    /// The name of the provider in `servers.list`.
    var way: String?
    var remember: String?
    var next: String?
    var add: String?
    /// The account whose person proves their identity again.
    var proves: String?
    /// The account that gets one more way to log in.
    var links: String?
    /// Names the window of the login.
    var window: String?
}

extension String {
    /// Whether it can name the window of a login: script makes a UUID.
    fileprivate var isLoginWindow: Bool {
        (1...36).contains(utf8.count)
            && utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
    }
}

/// The answer of a provider by a form.
private struct ProviderAnswerForm: Decodable {
    var code: String?
    var state: String?
    var error: String?
    /// A new person, as JSON.
    var user: String?

    /// Maximum size of a field that is passed on, in bytes.
    private static let limit = 1024
    /// Maximum size of a new person, in bytes.
    private static let userLimit = 2048

    /// The fields that count, without those that are too long for an address.
    var fields: [(String, String)] {
        [("state", state), ("code", code), ("error", error), ("name", name)].compactMap { name, value in
            guard let value, value.utf8.count <= Self.limit else { return nil }
            return (name, value)
        }
    }

    /// The name of a new person, which nobody has verified.
    private var name: String? {
        struct User: Decodable {
            var name: Name?
            struct Name: Decodable {
                var firstName: String?
                var lastName: String?
            }
        }
        guard let user, user.utf8.count <= Self.userLimit,
            let name = try? JSONDecoder().decode(User.self, from: Data(user.utf8)).name
        else { return nil }
        return ProviderPerson.name([name.firstName, name.lastName].compactMap { $0 }.joined(separator: " "))
    }
}

extension ProviderKind {
    /// Whether an answer says that the person has turned back. WeChat then only leaves out the code.
    fileprivate func isTurningBack(_ problem: String?) -> Bool {
        switch self {
        case .apple: problem?.isSameBytes(as: "user_cancelled_authorize") ?? false
        case .wechat: problem == nil
        default: problem?.isSameBytes(as: "access_denied") ?? false
        }
    }
}
