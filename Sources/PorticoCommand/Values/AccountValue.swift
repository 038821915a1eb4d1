import Foundation
import PorticoAuth
import PorticoConfig

/// An account, as it is printed.
struct AccountValue: Encodable {
    let username: String
    let name: String
    let email: String?
    let administrator: Bool
    let disabled: Bool
    let createdAt: Date

    init(_ account: Account) {
        username = account.id.user
        name = account.name
        email = account.email?.value
        administrator = account.isAdministrator
        disabled = account.isDisabled
        createdAt = account.createdAt
    }

    static let columns = ["USER NAME", "NAME", "EMAIL", "MARKS"]

    var cells: [String] { [username, name, email ?? "", marks] }

    private var marks: String {
        [administrator ? "administrator" : nil, disabled ? "disabled" : nil].compactMap { $0 }.joined(separator: ", ")
    }
}
