import Foundation

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
