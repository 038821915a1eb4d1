import Foundation
import PorticoConfig

/// A search for accounts, with pagination.
public struct AccountQuery: Hashable, Sendable {
    /// Text that the user name, name or email address contains, ignoring case; empty for all. User names of other
    /// servers are preceded by the server's id.
    public var text: String
    /// Only administrators, or only others; nil for both.
    public var isAdministrator: Bool?
    /// Only disabled accounts, or only enabled ones; nil for both.
    public var isDisabled: Bool?
    /// Only accounts with an email address, or only those without; nil for both.
    public var hasEmail: Bool?
    /// Only accounts of this server; nil for all.
    public var server: ServerID?
    public var order: AccountOrder
    /// The place at which the page begins or ends; nil for the first page.
    public var position: Position?
    /// Maximum number of accounts to return.
    public var limit: Int

    /// The place of a page in the list.
    public enum Position: Hashable, Sendable {
        /// The page begins after this place.
        case after(AccountPlace)
        /// The page ends before this place.
        case before(AccountPlace)
    }

    public init(
        text: String = "", isAdministrator: Bool? = nil, isDisabled: Bool? = nil, hasEmail: Bool? = nil,
        server: ServerID? = nil, order: AccountOrder = AccountOrder(.userName), position: Position? = nil,
        limit: Int = 50
    ) {
        self.text = text
        self.isAdministrator = isAdministrator
        self.isDisabled = isDisabled
        self.hasEmail = hasEmail
        self.server = server
        self.order = order
        self.position = position
        self.limit = limit
    }
}

/// The order of a list of accounts. Accounts that are equal in it are ordered by user name and server.
public struct AccountOrder: Hashable, Sendable, CustomStringConvertible {
    public var key: Key
    public var isDescending: Bool

    public enum Key: String, Hashable, Sendable, CaseIterable {
        /// The name of the person, or the user name without one, ignoring case and accents.
        case name
        /// The server, and the user name on it.
        case userName = "username"
        /// The time at which the account was created.
        case created
    }

    public init(_ key: Key, isDescending: Bool = false) {
        self.key = key
        self.isDescending = isDescending
    }

    /// The order of the form `name`, or `-name` if descending; nil for any other text.
    public init?(_ text: String) {
        let isDescending = text.utf8.first == UInt8(ascii: "-")
        guard let key = Key(rawValue: String(text.unicodeScalars.dropFirst(isDescending ? 1 : 0))) else { return nil }
        self.init(key, isDescending: isDescending)
    }

    public var description: String { (isDescending ? "-" : "") + key.rawValue }
}

/// The place of an account in an order. It remains if the account is renamed or deleted.
public struct AccountPlace: Hashable, Sendable {
    /// The value of the account that the order compares.
    public let value: Value
    public let id: AccountID

    public enum Value: Hashable, Sendable {
        /// The key of the name.
        case name(String)
        /// The user name, which ``AccountPlace/id`` has.
        case userName
        case created(Date)
    }

    public init(_ value: Value, id: AccountID) {
        self.value = value
        self.id = id
    }

    /// The place of an account in lists of this order.
    public init(of account: Account, by key: AccountOrder.Key) {
        id = account.id
        value =
            switch key {
            case .name: .name(account.nameKey)
            case .userName: .userName
            case .created: .created(account.createdAt)
            }
    }
}
