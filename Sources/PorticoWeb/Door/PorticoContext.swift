import Hummingbird
import Logging
import PorticoAuth
import PorticoConfig

/// What is known while a request is answered.
public struct PorticoContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// Who is asking; `nil` on routes that do not look.
    public internal(set) var visitor: Visitor?

    public init(source: Source) {
        coreContext = .init(source: source)
    }

    /// Logs an unexpected error and returns the id under which the log has it; people see only that.
    func report(_ error: any Error) -> String {
        let id = String(UInt32.random(in: .min ... .max), radix: 36)
        logger.error(
            "unexpected error", metadata: ["error.id": "\(id)", "error": .string(String(reflecting: error).forLog)])
        return id
    }
}

/// What is known while a protected request is answered: there is somebody.
public struct SignedInContext: ChildRequestContext {
    public var coreContext: CoreRequestContextStorage
    public let visitor: Visitor
    public let signIn: SignIn
    /// The person who is asking.
    public var account: Account { signIn.account }

    /// - Throws: an error that becomes the login cover where nobody is signed in.
    public init(context: PorticoContext) throws {
        guard let visitor = context.visitor, let signIn = visitor.signIn else {
            throw SignInRequired(
                visitor: context.visitor ?? Visitor(credentials: BrowserCredentials(token: nil, run: nil)))
        }
        coreContext = context.coreContext
        self.visitor = visitor
        self.signIn = signIn
    }
}
