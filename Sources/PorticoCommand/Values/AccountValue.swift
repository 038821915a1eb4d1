import Foundation
import PorticoAuth
import PorticoConfig

/// An account, as it is printed.
struct AccountValue: Encodable {
    /// As every command takes it: with its server, where that is another than the local one.
    let username: String
    /// The id of that server; nil for a local account.
    let server: String?
    /// The number that this server knows the person by.
    let employeeNumber: String?
    let name: String
    let email: String?
    let administrator: Bool
    let disabled: Bool
    let createdAt: Date

    init(_ account: Account) {
        username = account.id.name
        server = account.id.otherServer
        employeeNumber = account.employeeNumber?.value
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

extension AccountID {
    /// The id of the server, where it is another than the local one.
    var otherServer: String? { server == .local ? nil : server.rawValue }
}
