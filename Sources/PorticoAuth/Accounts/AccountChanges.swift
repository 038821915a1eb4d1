import Foundation
import PorticoConfig

extension AuthStore {
    /// Confirms a change of address: the address that `link` was sent to becomes the account's, and a mail to the one before
    /// says so. No other link for a change of address works after it.
    ///
    /// - Returns: the account as it is now.
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/noSuchAccount``; a ``LinkProblem``.
    public func setEmail(
        using link: TokenDigest, event: SecurityEvent?, at time: Date
    ) async throws -> Account {
        try await write { transaction in
            let link = try transaction.use(link, for: [.emailChange], at: time)
            guard let id = link.account else { throw LinkProblem.unknown }
            let old = try transaction.existingAccount(id)
            let account = try transaction.setEmail(link.email, of: old)
            try transaction.useUpLinks(of: id, for: [.emailChange])
            try transaction.log(event)
            if let told = old.email, told != account.email {
                try transaction.insert(MailJob(to: told, .emailChanged(id, time)), at: time)
            }
            return account
        }
    }

    /// Changes or removes the address of an account without asking the person, as an administrator may.
    ///
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/noSuchAccount``.
    public func setEmail(_ email: EmailAddress?, of id: AccountID, event: SecurityEvent?) async throws {
        try await write { transaction in
            _ = try transaction.setEmail(email, of: try transaction.existingAccount(id))
            try transaction.log(event)
        }
    }

    /// Disables an account, which ends all its sign-ins, or enables it.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/lastAdministrator`` where this is the last administrator who can
    ///   sign in.
    @discardableResult
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await write { transaction in
            var account = try transaction.existingAccount(id)
            if isDisabled { try transaction.requireAnotherAdministrator(id) }
            account.isDisabled = isDisabled
            try transaction.update(account, .isDisabled)
            try transaction.log(event)
            return isDisabled ? try transaction.endSignIns(SignInFilter(account: id), at: time) : []
        }
    }

    /// Lets an account administer, or not.
    ///
    /// - Throws: as ``setDisabled(_:_:event:at:)``.
    public func setAdministrator(_ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?) async throws {
        try await write { transaction in
            var account = try transaction.existingAccount(id)
            if !isAdministrator { try transaction.requireAnotherAdministrator(id) }
            account.isAdministrator = isAdministrator
            try transaction.update(account, .isAdministrator)
            try transaction.log(event)
        }
    }

    /// Deletes an account, invitations to its address, and everything else that is kept of it except its security events.
    /// A mail tells the person.
    ///
    /// - Returns: the ids of the sign-ins that were not ended before.
    /// - Throws: as ``setDisabled(_:_:event:at:)``.
    @discardableResult
    public func delete(_ id: AccountID, event: SecurityEvent?, at time: Date) async throws -> [SignIn.ID] {
        try await write { transaction in
            let account = try transaction.existingAccount(id)
            try transaction.requireAnotherAdministrator(id)
            try transaction.log(event)
            let ended = try transaction.endSignIns(SignInFilter(account: id), at: time)
            try transaction.deleteAccount(id)
            if let email = account.email {
                try transaction.useUpInvitations(to: email)
                try transaction.insert(MailJob(to: email, .accountDeleted(name: account.name)), at: time)
            }
            try transaction.forgetAttempts(atSigningInTo: account)
            return ended
        }
    }

    /// Whether this is the last administrator who can sign in.
    public func isLastAdministrator(_ id: AccountID) async throws -> Bool {
        try await read { try $0.isLastAdministrator(id) }
    }
}

extension AuthTransaction {
    /// - Throws: ``AuthError/noSuchAccount``
    func existingAccount(_ id: AccountID) throws -> Account {
        guard let found = try credential(of: id) else { throw AuthError.noSuchAccount }
        return found.account
    }

    /// Changes the address of an account. Links that were sent to the one before stop working, except those that end a sign-in.
    ///
    /// - Returns: the account as it is now.
    fileprivate func setEmail(_ email: EmailAddress?, of old: Account) throws -> Account {
        if let email, let owner = try account(email: email, on: old.id.server), owner.id != old.id {
            throw AuthError.emailTaken
        }
        var account = old
        account.email = email
        try update(account, .email)
        if email != old.email {
            try useUpLinks(of: old.id, for: [.emailChange, .passwordReset, .invitation])
        }
        return account
    }

    /// - Throws: ``AuthError/lastAdministrator``
    fileprivate func requireAnotherAdministrator(_ id: AccountID) throws {
        if try isLastAdministrator(id) { throw AuthError.lastAdministrator }
    }

    /// Another administrator counts who is not disabled and
    ///
    /// - has a password, unless this account has none either;
    /// - is local, unless this account is not: a gateway may be gone tomorrow, and its accounts with it.
    fileprivate func isLastAdministrator(_ id: AccountID) throws -> Bool {
        guard let own = try credential(of: id), own.account.isAdministrator, !own.account.isDisabled else {
            return false
        }
        return try !administrators().contains { other in
            other.account.id != id && (other.passwordHash != nil || own.passwordHash == nil)
                && (other.account.id.server == .local || id.server != .local)
        }
    }
}
