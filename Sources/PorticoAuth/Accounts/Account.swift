import Foundation
import PorticoConfig

/// A person's account on a server.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    /// The name to show; any text the person chose.
    public var name: String
    /// Where mail reaches the person: confirmed, and no other account's on the same server.
    public var email: EmailAddress?
    public var isAdministrator: Bool
    public var isDisabled: Bool
    public let createdAt: Date

    public init(
        id: AccountID, name: String, email: EmailAddress? = nil, isAdministrator: Bool, isDisabled: Bool = false,
        createdAt: Date
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.createdAt = createdAt
    }
}
