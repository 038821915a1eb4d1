import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBytes
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The sign-ins of a person.
struct SessionsController: Sendable {
    let root: Root
    let users: UserManager
    let links: AccountLinks

    func sessions(_ request: Request, _ context: SignedInContext) async throws -> SessionsPage {
        SessionsPage(
            sessions: try await root.authenticator.sessions(of: context.account.id)
                .map { SessionRow($0.signIn, isThis: $0.signIn.id == context.signIn.id, root) },
            expires: root.authenticator.policy.sessions.expiry(of: context.signIn),
            now: root.authenticator.time)
    }

    /// The question before some sign-ins end.
    func question(_ request: Request, _ context: SignedInContext) async throws -> QuestionPage {
        let (sessions, browser) = try await root.sessions(in: request, of: context.account.id, context)
        return .endSession(account: context.account.id.description, sessions: sessions, browser: browser)
    }

    func endOne(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let form = try await context.form(SessionForm.self)
        // A person ends the current sign-in by signing out.
        guard let ids = form.sessions, !ids.contains(context.signIn.id) else { throw WebError(.unprocessableContent) }
        if let browser = try await root.end(ids, of: context.account.id, users: users, context) {
            context.toast(.sessionEnded(in: browser))
        }
        return .dismissed(to: .sessions, for: request)
    }

    /// The question before all other sign-ins end.
    func questionAboutOthers(_ request: Request, _ context: SignedInContext) -> QuestionPage {
        .endOtherSessions(account: context.account.id.description)
    }

    func endOthers(_ request: Request, _ context: SignedInContext, _ pages: Pages) async throws -> Response {
        let count = try await users.endSignIns(
            .allBut(context.signIn.id), of: context.account.id, client: context.identity.client)
        if count > 0 { context.toast(.success(.toastOtherSessionsEnded)) }
        return .dismissed(to: .sessions, for: request)
    }
}

// MARK: Through a link

extension SessionsController {
    func ended(_ request: Request, context: PorticoContext) -> Response {
        let server = request.uri.queryParameters["server"].flatMap { ServerID(String($0)) }
        return outcome(.signInEnded, on: server.flatMap(root.site.app.server)?.id ?? .local, request: request, context)
    }

    private func outcome(
        _ kind: OutcomePage.Kind, on server: ServerID, request: Request, _ context: PorticoContext
    ) -> Response {
        let page = OutcomePage(
            kind: kind, appName: root.appName(context), passwordServer: root.site.app.servers.passwordServer(on: server)
        )
        return root.section(page, request: request, context)
    }

    func ask(_ request: Request, context: PorticoContext) async throws -> Response {
        do {
            let link = try await links.open(request.linkToken, for: [.endSignIn])
            guard let account = link.account else { throw LinkProblem.unknown }
            let open = try await root.authenticator.sessions(of: account)
            guard let signIn = open.first(where: { $0.signIn.id == link.signIn })?.signIn else {
                return outcome(.signInOver, on: account.server, request: request, context)
            }
            let page = EndSignInPage(
                token: request.linkToken, browser: signIn.client.agent, address: signIn.client.address,
                since: signIn.since, appName: root.appName(context))
            return root.section(page, request: request, context)
        } catch let problem as LinkProblem {
            return root.section(problem, of: .endSignIn, request: request, context)
        }
    }

    func end(_ request: Request, context: PorticoContext) async throws -> Response {
        let token = try await context.form(LinkForm.self).token ?? ""
        do {
            let link = try await links.open(token, for: [.endSignIn])
            try await users.endSignIn(link, token: token, client: try context.requireIdentity().client)
            return .done(.signInEnded(on: link.account?.server), for: request)
        } catch let problem as LinkProblem {
            try await root.noteRefusal(problem, client: try context.requireIdentity().client)
            return root.section(problem, of: .endSignIn, request: request, context)
        }
    }
}

extension Root {
    /// The sign-ins of an account that a question is about: their ids as in the request, and the browser, empty if unknown.
    ///
    /// - Throws: 404 if none of them is active, or the sign-in of the request is one of them.
    func sessions(
        in request: Request, of account: AccountID, _ context: SignedInContext
    ) async throws -> (ids: String, browser: String) {
        let form = SessionForm(session: request.queryField("session"))
        let ids = form.sessions ?? []
        let open = try await authenticator.sessions(of: account).map(\.signIn)
        guard !ids.contains(context.signIn.id), let shown = open.last(where: { ids.contains($0.id) }) else {
            throw WebError(.notFound)
        }
        return (form.session ?? "", shown.client.agent)
    }

    /// Ends some sign-ins of an account.
    ///
    /// - Returns: the browser of the ended sign-ins, empty if unknown; nil if none of them was active.
    func end(
        _ ids: [SignIn.ID], of account: AccountID, users: UserManager, _ context: SignedInContext
    ) async throws -> String? {
        let open = try await authenticator.sessions(of: account).map(\.signIn)
        let ending = open.filter { ids.contains($0.id) }
        let actor = account == context.account.id ? nil : context.account.id
        for signIn in ending {
            _ = try await users.endSignIns(.one(signIn.id), of: account, actor: actor, client: context.identity.client)
        }
        return ending.last?.client.agent
    }
}

/// The field of the form that ends sign-ins.
struct SessionForm: Decodable {
    /// The ids of the sign-ins, separated by commas.
    var session: String?

    /// The ids; nil if there is none, or one is invalid.
    var sessions: [SignIn.ID]? {
        let parts = (session ?? "").fields(separatedBy: ",")
        let ids = parts.compactMap { SignIn.ID($0) }
        return ids.count == parts.count ? ids : nil
    }
}

extension SitePath {
    fileprivate static func signInEnded(on server: ServerID?) -> SitePath {
        guard let server, server != .local else { return .signInEnded }
        return SitePath(untrusted: "\(SitePath.signInEnded)?server=\(server)") ?? .signInEnded
    }
}

extension SessionRow {
    init(_ signIn: SignIn, isThis: Bool, _ root: Root) {
        self.init(
            id: signIn.id, browser: signIn.client.agent, address: signIn.client.address, since: signIn.since,
            lastSeen: signIn.lastSeen, isAutomatic: signIn.isAutomatic, isThis: isThis,
            way: SignInWayText(signIn.way, root))
    }
}

extension SignInWayText {
    /// nil for a mailed link that made the account or its password, and for the set-up link.
    init?(_ way: SignInWay, _ root: Root) {
        switch way.method {
        case .password: self = .password
        case .passkey: self = .passkey
        case .mail: self = .mail
        case .provider: self = .provider(way.provider.map(root.gatewayName) ?? "")
        case .link, .setup: return nil
        }
    }
}
