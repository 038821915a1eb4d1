import Foundation
import PorticoConfig

/// A reset of the second factor of an account, which an administrator has begun and which takes effect later, unless
/// somebody stops it.
public struct FactorReset: Hashable, Sendable {
    public let account: AccountID
    /// The administrator.
    public let actor: AccountID
    public let begunAt: Date
    /// The time from which it takes effect.
    public let dueAt: Date

    public init(of account: AccountID, by actor: AccountID, at begunAt: Date, dueAt: Date) {
        self.account = account
        self.actor = actor
        self.begunAt = begunAt
        self.dueAt = dueAt
    }
}
