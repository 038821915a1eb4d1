import Foundation
import PorticoConfig

/// How to log in at an OpenID provider.
package struct OpenIDOptions: Hashable, Sendable {
    /// The identifier of the provider, under which its description is: `https://accounts.example`.
    package var issuer: String
    /// The identifier of this site at the provider.
    package var clientID: String
    /// The secret of this site at the provider; empty for a public client.
    package var clientSecret: String
    /// The scopes that the provider is asked for, besides `openid`.
    package var scopes: [String]
    /// The claim with the user name of a new account.
    package var userNameClaim: String
    /// The claim with the groups, with dots between the names of nested objects; nil if administrators choose the groups.
    package var groupsClaim: String?
    /// The kind of provider, for what is special about it.
    package var kind = ProviderKind.oidc
    /// The key with which this site proves itself at the provider, instead of a secret; nil for a secret.
    package var clientKey: ClientKey?
    /// The identifier of this site's owner at Apple; nil elsewhere.
    package var teamID: String?
    /// Whether the provider is asked from time to time whether a login is in force, with a refresh token.
    package var rechecks = false
    /// Whether logging out here also logs out at the provider.
    package var logsOut = false
    /// When the provider is trusted to have asked for a second factor.
    package var trustsFactor = FactorTrust.never

    /// A rule for the second factor that a provider asks for.
    package enum FactorTrust: Hashable, Sendable {
        /// This site asks for its own.
        case never
        /// The provider always asks for one.
        case always
        /// The provider has asked for one if its token has one of these in `amr`, or as `acr`.
        case methods(Set<String>)
    }

    package init(
        issuer: String, clientID: String, clientSecret: String = "", scopes: [String] = ["profile", "email"],
        userNameClaim: String = "preferred_username", groupsClaim: String? = nil
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.scopes = scopes
        self.userNameClaim = userNameClaim
        self.groupsClaim = groupsClaim
    }
}
