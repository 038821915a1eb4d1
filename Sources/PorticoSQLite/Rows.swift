import Foundation
import GRDB
import PorticoAuth
import PorticoConfig

extension Account {
    init(row: Row) {
        self.init(
            id: AccountID(server: ServerID(rawValue: row["server"]), user: row["user"]),
            name: row["name"],
            isAdministrator: row["is_administrator"],
            isDisabled: row["is_disabled"],
            createdAt: Date(milliseconds: row["created_at"]))
    }
}

extension SignIn {
    /// `nil` for the row of a browser without sign-ins, or for a method that this version does not know.
    init?(row: Row) {
        guard let id = row["id"] as Int64?, let method = SignInMethod(rawValue: row["method"]) else { return nil }
        self.init(
            id: id,
            account: Account(row: row),
            method: method,
            since: Date(milliseconds: row["since"]),
            lastSeen: Date(milliseconds: row["last_seen"]),
            isAutomatic: row["is_automatic"])
    }
}

extension AccountID {
    var arguments: StatementArguments { [server.rawValue, user] }
}

extension Date {
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
