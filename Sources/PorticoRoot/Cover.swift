import HTTPTypes
import Hummingbird
import PorticoAuth
import PorticoBrand
import PorticoConfig
import PorticoHTML
import PorticoViews

/// The person whose name the cover shows.
package enum KnownPerson: Sendable {
    case nobody
    /// The person whose sign-in expired.
    case expired(SignIn)
    /// The person of the last sign-in.
    case last(RememberedNameCookie.Name)
}

/// The state of a cover that is shown again.
package struct CoverState: Sendable {
    package var username = ""
    package var server: ServerID?
    package var remembers = false
    package var next: SitePath?
    /// Whether the sign-in adds an account to those already signed in.
    var adds = false
    /// Whether the added account was signed in here until its gateway ended that.
    package var isReturn = false
    package var message: LoginMessage?
    /// Whether the person has just signed out.
    package var followsSignOut = false
    /// The expired sign-in whose open page continues after the sign-in.
    var continues: SignIn?
    /// The person, as far as the server knows before anybody types.
    package var known = KnownPerson.nobody
    /// The other sign-ins that the person can continue with, if the gateway of the current one does not confirm it.
    package var others: [SignIn] = []

    package init(
        username: String = "", server: ServerID? = nil, remembers: Bool = false, next: SitePath? = nil,
        adds: Bool = false, message: LoginMessage? = nil, continues: SignIn? = nil,
        known: KnownPerson = KnownPerson.nobody
    ) {
        self.username = username
        self.server = server
        self.remembers = remembers
        self.next = next
        self.adds = adds
        self.message = message
        self.continues = continues
        self.known = known
    }
}

extension Root {
    /// The cover in place of a protected page, at the page's own address.
    ///
    /// - Parameters:
    ///   - asker: the account the requesting page was rendered for.
    ///   - draft: the path that shows the posted form again.
    ///   - refused: the sign-in that its gateway refused.
    package func signInRequired(
        _ identity: RequestIdentity, requestingPage: String?, refused: RefusedSignIn? = nil,
        next draft: SitePath? = nil, request: Request, for reader: Reader
    ) async throws -> Response {
        let isPage = request.method == .get || request.method == .head
        let isQuestion = request.uri.path == SitePath.endSession.path
        var state = refused.map { coverState(after: $0, identity: identity) } ?? CoverState()
        state.next = isPage && !isQuestion ? SitePath(untrusted: request.uri.description) : draft
        state.continues = requestingPage.flatMap { authenticator.expiredSignIn(of: $0, in: identity) }
        // The page of one person must not show the names of others.
        if refused == nil, requestingPage == nil { state.known = known(to: identity, request) }
        return try await cover(state, identity: identity, request: request, for: reader, status: .unauthorized)
    }

    /// The cover after a gateway has refused a sign-in. If the sign-in has ended, the cover can add the account again
    /// to the others. If it is only unconfirmed, the cover offers the others.
    package func coverState(after refused: RefusedSignIn, identity: RequestIdentity) -> CoverState {
        let signIn = refused.signIn
        let account = signIn.account.id
        var state = CoverState(username: account.user, server: account.server, remembers: signIn.isAutomatic)
        state.message = refused.refusal.message(server: gatewayName(signIn.checkingServer))
        let others = authenticator.profiles(of: identity).filter { $0.id != signIn.id }
        if case .unconfirmed = refused.refusal {
            state.others = others.filter { gateways.problem(of: $0) == nil || gateways.isTrusted($0) }
        } else {
            state.adds = !others.isEmpty
            state.isReturn = state.adds
        }
        return state
    }

    /// The cover as a page. If the store is out of reach, this does not ask it again.
    package func cover(
        _ state: CoverState, identity: RequestIdentity, request: Request, for reader: Reader,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let setup = state.message == .unavailable ? nil : try await setupWithoutAccounts()
        var cover = try loginCover(state, lastServer: identity.browser?.lastServer, setup: setup, for: reader)
        cover.ways.isFramed = request.isFramed
        let screen = Screen(
            kind: .login, needsAuthentication: true, expired: state.continues?.account.id.description,
            styleOfHud: site.hudStyle, content: Presented(cover))
        var reader = reader
        reader.server = cover.server
        var head = site.head(
            title: reader.titles.login, screen: .login, display: site.lookCookie.display(in: request), for: reader)
        head.opensLinksElsewhere = request.isFramed
        var response = site.response(Document(head: head, content: screen), for: reader, status: status)
        site.headers.allowFrame(of: &response, to: request)
        return response
    }

    /// How to create the first account, while no account can sign in; nil with other servers, whose accounts are unknown.
    func setupWithoutAccounts() async throws -> SetupSteps? {
        if site.app.hasOtherServers { return nil }
        return try await authenticator.hasLocalAccounts() ? nil : setupSteps
    }

    /// The person whose sign-in in this browser expired, or else the remembered one.
    package func known(to identity: RequestIdentity, _ request: Request) -> KnownPerson {
        if let signIn = authenticator.lastExpiredSignIn(in: identity) { return .expired(signIn) }
        guard let name = site.nameCookie.name(in: request), site.app.rememberedName != .never else { return .nobody }
        return .last(name)
    }

    func loginCover(
        _ state: CoverState, lastServer: ServerID?, setup: SetupSteps?, for reader: Reader
    ) throws -> LoginCover {
        var state = state
        var hasExpired = false
        switch state.known {
        case .nobody: break
        case .expired(let signIn):
            hasExpired = true
            (state.username, state.server) = (signIn.account.id.user, signIn.account.id.server)
            state.remembers = signIn.isAutomatic
        case .last(let name):
            (state.username, state.server) = (name.user, name.server)
            state.remembers = site.app.rememberedName == .kept
        }
        let account = state.continues?.account.id
        // People who log in at a provider have no user name for the form.
        let isOfProvider = (account?.server ?? state.server).flatMap(site.app.server)?.isProvider ?? false
        if isOfProvider { state.username = "" }
        let isKnown = !state.username.isEmpty && state.message == nil && !state.adds
        let current = site.app.currentServer(lastUsed: state.server ?? account?.server ?? lastServer)
        let others = site.app.servers.filter { !$0.isProvider }
        let brand = site.branding.brands.brand(of: current.id)
        return LoginCover(
            appName: brand.name, sentence: brand.sentence, links: BrandLinks(brand),
            servers: others.map {
                ServerChoice(
                    id: $0.id.rawValue, name: $0.title.string(in: reader.language), isSelected: $0.id == current.id)
            },
            username: isOfProvider ? "" : account?.user ?? state.username,
            remembers: state.continues?.isAutomatic ?? state.remembers,
            next: state.next, message: state.message, hasExpired: hasExpired,
            followsSignOut: state.followsSignOut, continues: account != nil,
            forget: isKnown ? .coverWithoutName(next: state.next) : nil, setup: setup,
            keepsPasswords: site.app.keepsAccounts,
            registers: site.app.keepsAccounts && authenticator.policy.registration == .open, adds: state.adds,
            isReturn: state.isReturn,
            others: state.others.map {
                LoginCover.OtherAccount(
                    id: $0.id, label: site.app.servers.label(of: $0.account.id, in: reader.language))
            },
            passkeyOptions: site.app.keepsAccounts ? try passkeys.signInOptions() : nil,
            ways: ways(state, for: reader),
            // A page under the cover would be lost.
            languages: account == nil ? site.languageChoices : [])
    }

    /// The ways to log in besides the form. All are shown to somebody who comes from another one than the default.
    private func ways(_ state: CoverState, for reader: Reader) -> SignInWays {
        var ways = SignInWays(
            providers: site.app.servers.filter(\.isProvider).map { SignInWays.Provider($0, in: reader.language) },
            byMail: site.app.keepsAccounts && authenticator.policy.mailSignIn == .on)
        guard site.app.servers.count > 1, let id = site.app.defaultProvider else { return ways }
        ways.alone = ways.providers.first { $0.id == id.rawValue }
        let server = state.continues?.account.id.server ?? state.server
        ways.showsOthers = server != id && (server != nil || state.message != nil)
        return ways
    }
}

extension SignInWays.Provider {
    /// - Parameter language: a BCP 47 tag.
    package init(_ server: Server, in language: String) {
        self.init(id: server.id.rawValue, name: server.title.string(in: language), kind: server.providerKind ?? .oidc)
    }
}
