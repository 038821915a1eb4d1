import Foundation
import PorticoAuth
import PorticoBytes

/// The output of `users show`.
struct AccountDetails: Encodable {
    let account: AccountValue
    let hasPassword: Bool
    let sessions: Int
    let lastSeen: Date?
    /// The time from which an administrator's reset of the second factor takes effect; nil if none waits.
    let resetAt: Date?

    init(
        _ account: Account, resetAt: Date?, factor: AccountFactor, hasPassword: Bool, sessions: [OpenSignIn]
    ) {
        self.account = AccountValue(account, factor: factor)
        self.resetAt = resetAt
        self.hasPassword = hasPassword
        self.sessions = sessions.count
        lastSeen = sessions.map(\.signIn.lastSeen).max()
    }

    private enum CodingKeys: String, CodingKey {
        case hasPassword, sessions, lastSeen, resetAt
    }

    func encode(to encoder: any Encoder) throws {
        try account.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(hasPassword, forKey: .hasPassword)
        try container.encode(sessions, forKey: .sessions)
        try container.encodeIfPresent(lastSeen, forKey: .lastSeen)
        try container.encodeIfPresent(resetAt, forKey: .resetAt)
    }

    private var password: String {
        account.server == nil ? hasPassword ? "set" : "none" : "kept by its server"
    }

    private var secondFactor: String {
        let parts = [
            account.secondFactor, account.required == true ? "required" : nil,
            resetAt.map { "reset from \($0.line)" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    var text: String {
        let elsewhere = [
            account.server.map { ("Server", $0) }, account.employeeNumber.map { ("Employee number", $0) },
        ]
        let lines = [
            ("User name", account.username), ("Name", account.name), ("Email", account.email ?? "none"),
            ("Administrator", account.administrator ? "yes" : "no"), ("Disabled", account.disabled ? "yes" : "no"),
            ("Groups", account.groups.isEmpty ? "none" : account.groups.joined(separator: ", ")),
            ("Password", password), ("Second factor", secondFactor), ("Made", account.createdAt.line),
            ("Sessions", "\(sessions)"),
            ("Last seen", lastSeen?.line ?? "in no session"),
        ]
        return (lines + elsewhere.compactMap(\.self)).map { "\($0.0): \($0.1.printable)" }.joined(separator: "\n")
    }
}
