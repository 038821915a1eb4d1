import Foundation
import PorticoConfig

/// A stored token of a gateway, as ``SecretBox`` sealed it.
public struct StoredGatewayToken: Sendable {
    /// Where the token is stored.
    public enum Place: Hashable, Sendable {
        case signIn(SignIn.ID)
        /// The pending sign-in with this token.
        case pending(TokenDigest)
        /// The queue of ended tokens.
        case ended(EndedGatewayToken.ID)
    }

    public let place: Place
    public let account: AccountID
    public let sealed: Data

    public init(place: Place, account: AccountID, sealed: Data) {
        (self.place, self.account, self.sealed) = (place, account, sealed)
    }
}
