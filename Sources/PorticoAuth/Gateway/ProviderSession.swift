import Foundation
import PorticoConfig

/// A login at a provider, besides the person.
public struct ProviderSession: Hashable, Sendable {
    /// The provider's identifier of the session (`sid`): 1 to 255 bytes; nil if it tells none.
    public var id: String?
    /// The time of the provider's token, by the provider's clock.
    public var issuedAt: Date
    /// Whether the provider is trusted to have asked for a second factor.
    public var provesFactor: Bool
    /// The secret that asks the provider whether the login is in force; nil if it is not asked, or has given none.
    public var refreshToken: String?
    /// The token that names the login where the person logs out at the provider; nil if they do not.
    public var idToken: String?

    public init(
        id: String? = nil, issuedAt: Date, provesFactor: Bool = false, refreshToken: String? = nil,
        idToken: String? = nil
    ) {
        self.id = id
        self.issuedAt = issuedAt
        self.provesFactor = provesFactor
        self.refreshToken = refreshToken
        self.idToken = idToken
    }
}

extension ProviderSession: CustomStringConvertible, CustomReflectable {
    /// Omits the secrets.
    public var description: String { "ProviderSession(\(id ?? ""))" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The answer of a provider that a login is still in force.
public struct ProviderRefresh: Sendable {
    /// The refresh token from now on; nil if the old one stays.
    public var token: String?
    /// The details of the person; nil if the provider has not told them again.
    public var person: ProviderPerson?
    /// The error that makes the answer worthless, but for the refresh token; nil if it counts.
    public var problem: GatewayError?

    public init(token: String? = nil, person: ProviderPerson? = nil) {
        self.token = token
        self.person = person
    }
}

// Providers that tell nothing about a login after its beginning.
extension IdentityProvider {
    public var rechecks: Bool { false }
    public var logsOut: Bool { false }

    public func logout(_ token: String) async throws(GatewayError) -> ProviderLogoutToken {
        throw .invalidAnswer(.invalid("logout_token"))
    }

    public func refresh(_ token: String, of subject: String) async throws(GatewayError) -> ProviderRefresh {
        throw .refused(.credentials)
    }

    public func revoke(_ token: String) async throws(GatewayError) {}

    public func logoutAddress(idToken: String?, returnAddress: String) async throws(GatewayError) -> String? { nil }
}

/// The logout that a provider tells of (OpenID Connect Back-Channel Logout 1.0), verified.
public struct ProviderLogoutToken: Hashable, Sendable {
    public var subject: String?
    public var session: String?
    /// The time of the logout, by the provider's clock.
    public var issuedAt: Date

    public init(subject: String?, session: String?, issuedAt: Date) {
        self.subject = subject
        self.session = session
        self.issuedAt = issuedAt
    }
}
