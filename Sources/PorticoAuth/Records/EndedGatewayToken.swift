import Foundation
import PorticoConfig

/// A token that no sign-in has any more, and that has yet to be ended at its gateway.
public struct EndedGatewayToken: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let account: AccountID
    public let sealedToken: Data
    /// How often the gateway did not end it.
    public let attempts: Int

    public init(id: ID, account: AccountID, sealedToken: Data, attempts: Int) {
        self.id = id
        self.account = account
        self.sealedToken = sealedToken
        self.attempts = attempts
    }
}
