import Foundation
import PorticoConfig

/// A person's account on a server.
public struct Account: Hashable, Sendable {
    public let id: AccountID
    /// The display name; free text.
    public var name: String
    /// The confirmed address; unique on a server. nil if there is none.
    public var email: EmailAddress?
    public var isAdministrator: Bool
    /// The time at which an existing account became an administrator's; nil if it has always been one, or is none.
    public var administratorSince: Date?
    public var isDisabled: Bool
    public let createdAt: Date
    /// The employee number at the account's gateway; nil for local accounts.
    public var employeeNumber: EmployeeNumber?
    /// The groups that the account belongs to.
    public var groups: Set<GroupName>

    public init(
        id: AccountID, name: String, email: EmailAddress? = nil, isAdministrator: Bool,
        administratorSince: Date? = nil, isDisabled: Bool = false, createdAt: Date,
        employeeNumber: EmployeeNumber? = nil, groups: Set<GroupName> = []
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.isAdministrator = isAdministrator
        self.administratorSince = administratorSince
        self.isDisabled = isDisabled
        self.createdAt = createdAt
        self.employeeNumber = employeeNumber
        self.groups = groups
    }

    /// The name, or the user name if there is none.
    package var shownName: String { name.isEmpty ? id.name : name }

    /// Whether the account belongs to one of these groups. True if `groups` is empty.
    public func isMember(ofOneOf groups: Set<GroupName>) -> Bool {
        groups.isEmpty || !groups.isDisjoint(with: self.groups)
    }

    /// Whether the details of a gateway's person equal the account's.
    public func isPerson(_ person: GatewayPerson) -> Bool {
        employeeNumber == person.employeeNumber && name == person.name && groups == person.groups ?? groups
    }
}

/// An account and its password hash.
public struct Credential: Hashable, Sendable {
    public let account: Account
    /// The encoded hash; nil if the account has no password.
    public let passwordHash: String?
    /// Whether the password is too short to be the only proof.
    public let hasShortPassword: Bool

    public init(account: Account, passwordHash: String?, hasShortPassword: Bool = false) {
        self.account = account
        self.passwordHash = passwordHash
        self.hasShortPassword = hasShortPassword
    }
}
