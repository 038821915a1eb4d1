import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig

/// The context of a request.
public struct PorticoContext: RequestContext {
    /// Hummingbird's storage.
    public var coreContext: CoreRequestContextStorage
    /// The sender of the request; the front door sets it.
    package var requester: Requester?
    /// The known facts about the requester; nil on routes without identification.
    private(set) var identified: Requester.Identified?
    /// The identity of the requester; `nil` on routes without identification.
    public var identity: RequestIdentity? { identified?.identity }
    /// The posted form; nil if the request posts none.
    var form: ReceivedForm?
    /// The connection of the request.
    package let channel: any Channel
    /// Facts for the code that passes on the response.
    package let findings = RequestFindings()
    /// The log of unexpected errors, one for all requests.
    package var errors: ErrorLog?

    public init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// This context, with the facts about the requester.
    ///
    /// - Parameter isLaunch: whether to ask the gateway of the account even if it has confirmed the sign-in recently.
    package func identified(isLaunch: Bool = false) async throws -> PorticoContext {
        guard let requester else { throw WebError(.internalServerError) }
        var context = self
        context.identified = try await requester.identified(isLaunch: isLaunch)
        return context
    }

    /// As ``identified(isLaunch:)``, for a route that writes texts: in the language and the time zone that the person has
    /// chosen.
    package func identifiedReader(isLaunch: Bool = false) async throws -> PorticoContext {
        let context = try await identified(isLaunch: isLaunch)
        await context.requester?.readChoices()
        return context
    }

    /// The current sign-in, if its gateway refused it. The request is then treated as one without a sign-in.
    package var refused: RefusedSignIn? { identified?.refused }

    /// The recent proof of the person.
    package var proof: ProofLevel { identified?.proof ?? .nothing }

    /// Logs an unexpected error and returns its id in the log, the only information for the person.
    package func report(_ error: any Error) -> String { (errors ?? ErrorLog()).write(error, logger) }
}

/// The account the requesting page was rendered for.
struct PageAccount: Sendable {
    /// The id in the form that pages have.
    let id: String
    /// Whether the account is still signed in in this browser, current or not.
    let isSignedIn: Bool
}

/// The context of a protected request, with a signed-in account.
public struct SignedInContext: ChildRequestContext {
    /// Hummingbird's storage.
    public var coreContext: CoreRequestContextStorage
    /// The identity of the requester.
    public let identity: RequestIdentity
    /// The current sign-in.
    public let signIn: SignIn
    package let channel: any Channel
    package let browser: Browser.ID
    let requester: Requester
    let form: ReceivedForm?
    /// The newest event before the first query.
    package let events: EventID
    /// The notices to show with the response.
    package let notices: PendingNotices
    /// Facts for the code that passes on the response.
    package let findings: RequestFindings
    /// The proof of the person that is recent enough for sensitive changes.
    public private(set) var proof: ProofLevel
    /// Whether the person has authenticated recently enough for sensitive changes.
    public var isRecentlyAuthenticated: Bool { proof >= .password }
    /// The signed-in account.
    public var account: Account { signIn.account }
    /// Whether the account has an authenticator app, whose codes its proofs need besides the password.
    package var hasApp: Bool {
        get async throws { try await requester.resolver.authenticator.hasApp(account.id) }
    }
    /// Whether people can set up authenticator apps.
    package var areAppsOffered: Bool { requester.resolver.authenticator.areAppsOffered }
    /// Whether the account can have passkeys.
    package var arePasskeysOffered: Bool { requester.resolver.authenticator.passkeys.areOffered(to: account.id) }
    /// Whether only a passkey proves who the person is.
    package var needsPasskey: Bool {
        get async throws { try await requester.resolver.authenticator.needsPasskey(account) }
    }
    /// The identity providers where the person can log in to the account.
    package var providers: Set<ServerID> {
        get async throws {
            Set(try await requester.resolver.authenticator.identities(of: account.id).map(\.provider))
        }
    }
    /// The options for proving again who is signed in with a passkey, as JSON; nil if the account has none.
    package var proofOptions: String? {
        get async throws { try await requester.resolver.authenticator.passkeys.proofOptions(for: signIn) }
    }

    /// - Throws: ``SignInRequired``, which becomes the login cover, if nobody is signed in or the page's account is
    ///   signed out. 409 if the page's account is signed in but not current, or the field `account` of a posted form
    ///   names another account.
    public init(context: PorticoContext) throws {
        guard let requester = context.requester, let identified = context.identified else {
            throw WebError(.internalServerError)
        }
        let identity = identified.identity
        guard let browser = identity.browser, let signIn = identity.signIn else {
            throw SignInRequired(
                identity: identity, requestingPage: identified.requestingPage?.id, refused: identified.refused)
        }
        if let requestingPage = identified.requestingPage, requestingPage.id != signIn.account.id.description {
            guard requestingPage.isSignedIn else {
                throw SignInRequired(identity: identity, requestingPage: requestingPage.id)
            }
            throw WebError(.conflict)
        }
        coreContext = context.coreContext
        coreContext.parameters = context.parameters.decoded
        channel = context.channel
        events = identified.events
        notices = PendingNotices()
        findings = context.findings
        self.requester = requester
        form = context.form
        self.browser = browser.id
        self.identity = identity
        self.signIn = signIn
        proof = identified.proof
        try formReader.requireAccount()
    }

    package var liveUI: LiveUI { requester.resolver.liveUI }
    var configService: ConfigService { requester.resolver.config }

    /// This context right after a reauthentication.
    package init(_ context: SignedInContext, proven proof: ProofLevel) {
        self = context
        self.proof = proof
    }
}

extension SignedInContext {
    /// The value of a segment that the path of the page captures: `try context.parameter("number", as: Int.self)`.
    ///
    /// - Parameter name: the name in the path, without the colon.
    /// - Throws: 404 if the segment is no value of the type; 500 if the path captures no segment of this name.
    public func parameter<Value: LosslessStringConvertible>(
        _ name: String, as type: Value.Type = Value.self
    ) throws -> Value {
        guard let text = parameters.get(name) else { throw NoSuchParameter(name: name) }
        guard let value = Value(text) else { throw WebError(.notFound) }
        return value
    }

    /// The value of a captured segment, as an enum.
    public func parameter<Value: RawRepresentable<String>>(
        _ name: String, as type: Value.Type = Value.self
    ) throws -> Value {
        guard let value = Value(rawValue: try parameter(name, as: String.self)) else { throw WebError(.notFound) }
        return value
    }
}

/// A handler asked for a segment that the path of its route does not capture.
private struct NoSuchParameter: Error {
    let name: String
}
