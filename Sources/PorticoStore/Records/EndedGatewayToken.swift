import Foundation
import PorticoConfig

/// A gateway token that no sign-in uses any more, queued to be ended at its gateway.
public struct EndedGatewayToken: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let account: AccountID
    /// The token, as ``SecretBox`` sealed it.
    public let sealedToken: Data
    /// Number of failed attempts to end the token.
    public let attempts: Int

    public init(id: ID, account: AccountID, sealedToken: Data, attempts: Int) {
        self.id = id
        self.account = account
        self.sealedToken = sealedToken
        self.attempts = attempts
    }
}
