import Foundation
import PorticoAuth
import PorticoConfig

/// The second factors of an account.
struct AccountFactor {
    let hasApp: Bool
    let hasPasskeys: Bool
    /// Whether the account must have one.
    let isRequired: Bool
}

/// The output for an account.
struct AccountValue: Encodable {
    /// With the server's id if the account is not local, as commands accept it.
    let username: String
    /// nil for a local account.
    let server: String?
    /// The employee number at the gateway.
    let employeeNumber: String?
    let name: String
    let email: String?
    let administrator: Bool
    let disabled: Bool
    let groups: [String]
    let createdAt: Date
    /// `app`, also with passkeys; `passkey` or `none`; nil if it was not asked for.
    let secondFactor: String?
    /// Whether the account must have a second factor; nil if it was not asked for.
    let required: Bool?

    /// - Parameter factor: nil if it was not asked for.
    init(_ account: Account, factor: AccountFactor? = nil) {
        secondFactor = factor.map { $0.hasApp ? "app" : $0.hasPasskeys ? "passkey" : "none" }
        required = factor?.isRequired
        username = account.id.name
        server = account.id.otherServer
        employeeNumber = account.employeeNumber?.value
        name = account.name
        email = account.email?.value
        administrator = account.isAdministrator
        disabled = account.isDisabled
        groups = account.groups.names
        createdAt = account.createdAt
    }

    static let columns = ["USER NAME", "NAME", "EMAIL", "MARKS"]

    var cells: [String] { [username, name, email ?? "", marks] }

    private var marks: String {
        [
            administrator ? "administrator" : nil, disabled ? "disabled" : nil,
            secondFactor == "none" ? required == true ? "needs an app" : nil : secondFactor,
            groups.isEmpty ? nil : "groups: \(groups.joined(separator: " "))",
        ].compactMap { $0 }.joined(separator: ", ")
    }
}

extension AccountID {
    /// The id of the server; nil for a local account.
    var otherServer: String? { server == .local ? nil : server.rawValue }
}
