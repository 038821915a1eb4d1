import Foundation
import PorticoConfig

/// A server that logs people in on pages of its own, and then tells who they are.
public protocol IdentityProvider: Sendable {
    /// The address at the provider to which a browser goes to log in.
    ///
    /// - Throws: a ``GatewayError``
    func address(of login: ProviderLogin) async throws(GatewayError) -> String
    /// The person who has logged in, verified.
    ///
    /// - Parameter answer: what the browser has brought from the provider.
    /// - Throws: ``GatewayError/refused(_:)`` if the provider does not accept the code; other ``GatewayError``s as every
    ///   call.
    func person(of login: ProviderLogin, _ answer: ProviderAnswer) async throws(GatewayError) -> ProviderPerson
    /// The origin of its pages, such as `https://accounts.example`.
    var origin: String { get }
    /// Whether it is asked from time to time whether logins are in force, see ``refresh(_:of:)``.
    var rechecks: Bool { get }
    /// Whether logging out here also logs out at the provider.
    var logsOut: Bool { get }
    /// The logout that a token of the provider tells of, verified.
    ///
    /// - Throws: ``GatewayError/invalidAnswer(_:)`` if the token does not count; other ``GatewayError``s as every call.
    func logout(_ token: String) async throws(GatewayError) -> ProviderLogoutToken
    /// Asks whether a login is in force. The provider may replace the refresh token, so two calls at the same time must not
    /// use the same.
    ///
    /// - Throws: ``GatewayError/refused(_:)`` with `credentials` if it is not; other ``GatewayError``s as every call.
    func refresh(_ token: String, of subject: String) async throws(GatewayError) -> ProviderRefresh
    /// Ends a refresh token, if the provider can.
    func revoke(_ token: String) async throws(GatewayError)
    /// The address where a person logs out at the provider, which leads back to `returnAddress`; nil if it has none.
    ///
    /// - Parameter idToken: of the login; nil if it is not known.
    func logoutAddress(idToken: String?, returnAddress: String) async throws(GatewayError) -> String?
}

/// A login at a provider. All secrets that bind the provider's answer to it are derived from one.
public struct ProviderLogin: Sendable {
    /// The value that comes back with the answer.
    public let state: String
    /// The value that the provider repeats in its token.
    public let nonce: String
    /// The secret that only the sender of the request for the login knows (PKCE, RFC 7636).
    public let verifier: String
    /// The address of this server to which the provider sends the browser back.
    public let returnAddress: String
    /// Whether the person has to prove their identity there again, even if they are logged in.
    public let isProof: Bool
    /// The time when the login began.
    public let begunAt: Date

    /// - Parameter secret: random, known to the browser alone.
    public init(secret: String, returnAddress: String, isProof: Bool, begunAt: Date) {
        state = Self.derived("state", from: secret)
        nonce = Self.derived("nonce", from: secret)
        verifier = Self.derived("verifier", from: secret)
        self.returnAddress = returnAddress
        self.isProof = isProof
        self.begunAt = begunAt
    }

    /// The digest of ``verifier``, which the provider gets first.
    public var challenge: String { TokenDigest(of: verifier).bytes.base64URL }

    private static func derived(_ use: String, from secret: String) -> String {
        TokenDigest(of: "\(use) \(secret)").bytes.base64URL
    }
}

/// The answer of a provider, which a browser brings.
public struct ProviderAnswer: Sendable {
    /// The code that the provider exchanges for its token.
    public var code: String
    /// The provider that answers, as it says itself (RFC 9207); nil if it says nothing.
    public var issuer: String?
    /// The name of the person that the browser tells, for a new account. Nobody has verified it. nil for none.
    public var name: String?

    public init(code: String, issuer: String? = nil, name: String? = nil) {
        self.code = code
        self.issuer = issuer
        self.name = name
    }
}

/// A person as an identity provider describes them.
public struct ProviderPerson: Hashable, Sendable {
    /// The identifier of the person at the provider, which never changes: 1 to 255 bytes.
    public let subject: String
    /// The user names that a new account may get, the best first.
    public let userNames: [UserName]
    /// One line of 1 to 100 characters, as in ``UserInfo``; nil if the provider does not tell it.
    public let name: String?
    /// An address that the provider has verified; nil if there is none.
    public let email: EmailAddress?
    /// nil if the provider tells none: administrators then choose the groups here.
    public let groups: Set<GroupName>?
    /// The login at the provider; nil if it tells nothing about that.
    public var session: ProviderSession?

    public init(
        subject: String, userNames: [UserName], name: String? = nil, email: EmailAddress? = nil,
        groups: Set<GroupName>? = nil, session: ProviderSession? = nil
    ) {
        self.subject = subject
        self.userNames = userNames
        self.name = name
        self.email = email
        self.groups = groups
        self.session = session
    }
}

extension ProviderPerson {
    /// A person's name as a provider or a browser tells it: one line of 1 to 100 characters; nil if it is none.
    public static func name(_ told: String?) -> String? {
        let info = UserInfo(name: told?.personName)
        return info.problems.isEmpty ? info.name : nil
    }
}
