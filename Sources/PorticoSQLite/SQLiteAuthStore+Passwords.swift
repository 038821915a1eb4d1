import GRDB
import PorticoAuth
import PorticoConfig

extension SQLiteAuthStore {
    @discardableResult
    public func setPassword(_ change: PasswordChange) async throws -> [SignIn.ID] {
        try await write { db in
            if let link = change.link {
                let link = try db.use(link, for: [.passwordReset, .invitation], at: change.time)
                guard link.account == change.account else { throw LinkProblem.unknown }
            }
            guard let found = try db.credential(of: change.account) else { throw AuthError.noSuchAccount }
            guard change.replacing == nil || change.replacing == found.passwordHash else {
                throw AuthError.wrongCredentials
            }
            try db.update(change.account, set: "password_hash", to: change.hash)
            try db.useUpLinks(of: change.account, for: [.passwordReset, .invitation, .emailChange])
            try db.forgetAttempts(ofSigningInTo: change.account)
            if let mail = change.mail { try db.insert(mail, at: change.time) }
            try db.log(change.event)
            guard let ending = change.ends.signIns else { return [] }
            return try db.endSignIns(ending, of: change.account, at: change.time)
        }
    }

    public func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws {
        try await write { db in
            try db.execute(
                sql: "UPDATE accounts SET password_hash = ? WHERE server = ? AND user = ? AND password_hash = ?",
                arguments: [new] + id.arguments + [old])
        }
    }
}

extension PasswordChange.Ending {
    fileprivate var signIns: SignInEnding? {
        switch self {
        case .none: nil
        case .all: .all
        case .allBut(let id): .allBut(id)
        }
    }
}
