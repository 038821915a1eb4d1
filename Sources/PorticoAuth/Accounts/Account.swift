import Foundation
import PorticoConfig

/// A person's account on a server.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    /// The name to show; any text the person chose.
    public let name: String
    public let isAdministrator: Bool
    public let isDisabled: Bool
    public let createdAt: Date

    public init(id: AccountID, name: String, isAdministrator: Bool, isDisabled: Bool = false, createdAt: Date) {
        self.id = id
        self.name = name
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.createdAt = createdAt
    }
}
