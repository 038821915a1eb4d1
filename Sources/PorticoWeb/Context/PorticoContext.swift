import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PorticoAuth
import PorticoConfig

/// What is known while a request is answered.
public struct PorticoContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Who is asking; `nil` on routes that do not look.
    public internal(set) var identity: RequestIdentity?
    /// What people are told beside the content of pages; `nil` on routes that do not look who is asking.
    var overlays: LiveUI?
    /// The newest event when the request came.
    var events: EventID?
    /// Whether the person proved lately who they are.
    var isRecentlyAuthenticated = false
    /// Whom the page is for whose script asks; nil where a browser asks, or it does not say.
    var asker: PageAccount?
    /// The connection that the request came on.
    let channel: any Channel

    public init(source: Source) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Logs an unexpected error and returns the id under which the log has it; people see only that.
    func report(_ error: any Error) -> String {
        let id = String(UInt32.random(in: .min ... .max), radix: 36)
        logger.error(
            "unexpected error", metadata: ["error.id": "\(id)", "error": .string(String(reflecting: error).forLog)])
        return id
    }
}

/// The account that a page is for whose script asks.
struct PageAccount: Sendable {
    /// As pages carry it.
    let id: String
    /// Whether it is still signed in to in this browser, be it the current one or not.
    let isSignedIn: Bool
}

/// What is known while a protected request is answered: there is somebody.
public struct SignedInContext: ChildRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let identity: RequestIdentity
    public let signIn: SignIn
    let channel: any Channel
    let browser: Browser.ID
    let overlays: LiveUI
    let events: EventID?
    /// What is to be shown with the response.
    let notices: PendingNotices
    /// Whether the person proved so lately who they are that they may change what needs it.
    public let isRecentlyAuthenticated: Bool
    /// The person who is asking.
    public var account: Account { signIn.account }

    /// - Throws: an error that becomes the login cover where nobody is signed in, or the one is not whom the page is for whose
    ///   script asks; 409 where that one is signed in, but another is the current one.
    public init(context: PorticoContext) throws {
        guard let identity = context.identity, let browser = identity.browser, let signIn = identity.signIn,
            let overlays = context.overlays
        else {
            throw SignInRequired(
                identity: context.identity ?? RequestIdentity(credentials: BrowserCredentials(token: nil, run: nil)),
                asker: context.asker?.id)
        }
        if let asker = context.asker, asker.id != signIn.account.id.description {
            guard asker.isSignedIn else { throw SignInRequired(identity: identity, asker: asker.id) }
            throw WebError(.conflict)
        }
        coreContext = context.coreContext
        coreContext.parameters = context.parameters.decoded
        channel = context.channel
        events = context.events
        notices = PendingNotices()
        self.overlays = overlays
        self.browser = browser.id
        self.identity = identity
        self.signIn = signIn
        isRecentlyAuthenticated = context.isRecentlyAuthenticated
    }

    /// The same request by somebody who has just proved who they are.
    init(proven context: SignedInContext) {
        coreContext = context.coreContext
        channel = context.channel
        events = context.events
        overlays = context.overlays
        browser = context.browser
        notices = context.notices
        identity = context.identity
        signIn = context.signIn
        isRecentlyAuthenticated = true
    }
}

extension SignedInContext {
    /// Requires that a form is sent by the account that it was rendered for.
    ///
    /// - Parameter account: the form's field `account`; absent where a client leaves it out.
    /// - Throws: 409 where another account is current by now.
    func require(_ account: String?) throws(WebError) {
        guard account == nil || account == self.account.id.description else { throw WebError(.conflict) }
    }
}
