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
    /// The number that the gateway of the account knows the person by; nil for an account of no gateway.
    public var employeeNumber: EmployeeNumber?

    public init(
        id: AccountID, name: String, email: EmailAddress? = nil, isAdministrator: Bool, isDisabled: Bool = false,
        createdAt: Date, employeeNumber: EmployeeNumber? = nil
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.createdAt = createdAt
        self.employeeNumber = employeeNumber
    }

    /// Whether a gateway says nothing of the person that is not known.
    public func isPerson(_ person: GatewayPerson) -> Bool {
        employeeNumber == person.employeeNumber && name == person.name
    }
}

/// An account as it can be signed in to.
public struct Credential: Hashable, Sendable {
    public let account: Account
    /// The encoded hash of its password; nil where it has none.
    public let passwordHash: String?

    public init(account: Account, passwordHash: String?) {
        self.account = account
        self.passwordHash = passwordHash
    }
}
