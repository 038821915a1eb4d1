import Foundation
import PorticoConfig

extension AuthStore {
    /// Sets the account's address to that of `link`, mails a notice to the old address, and uses up
    /// all other email change links of the account.
    ///
    /// - Returns: the changed account.
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/noSuchAccount``; a ``LinkProblem``.
    public func setEmail(
        using link: TokenDigest, event: SecurityEvent?, at time: Date
    ) async throws -> Account {
        try await write { transaction in
            let link = try transaction.use(link, for: [.emailChange], at: time)
            guard let id = link.account else { throw LinkProblem.unknown }
            let old = try transaction.existingAccount(id)
            let account = try transaction.setEmail(link.email, of: old, at: time)
            try transaction.useUpLinks(of: id, for: [.emailChange])
            try transaction.log(event)
            return account
        }
    }

    /// Changes or removes an account's address without confirmation by the person, for administrators. Mails a notice
    /// to the old address.
    ///
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/noSuchAccount``.
    public func setEmail(
        _ email: EmailAddress?, of id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws {
        try await write { transaction in
            _ = try transaction.setEmail(email, of: try transaction.existingAccount(id), at: time)
            try transaction.log(event)
        }
    }

    /// Changes the display name and the address of an account, both or neither, for administrators. Mails a notice to
    /// the old address.
    ///
    /// - Parameters:
    ///   - name: nil to keep the name.
    ///   - email: nil for no address.
    ///   - shown: the values that the editor showed, as for ``edited(_:stored:shown:)``.
    ///   - event: makes the event to log for each change.
    /// - Throws: ``AuthError/emailTaken``; ``AuthError/changedMeanwhile``; ``AuthError/noSuchAccount``.
    public func setDetails(
        name: String?, email: EmailAddress?, shown: ShownDetails?, of id: AccountID,
        event: @escaping @Sendable (SecurityEvent.Kind) -> SecurityEvent, at time: Date
    ) async throws {
        try await write { transaction in
            var account = try transaction.existingAccount(id)
            let name = try name.map { try Self.edited($0, stored: account.name, shown: shown?.name) }
            let email = try Self.edited(email, stored: account.email, shown: shown.map(\.email))
            if let name, name != account.name {
                account.name = name
                try transaction.update(account, .person)
                try transaction.log(event(.nameChanged))
            }
            if email != account.email {
                _ = try transaction.setEmail(email, of: account, at: time)
                try transaction.log(event(.emailChanged))
            }
        }
    }

    /// The value to store for a field of an editor. A field unchanged in the editor keeps its stored value.
    ///
    /// - Parameter shown: the value that the editor showed; nil if unknown: the typed value is stored.
    /// - Throws: ``AuthError/changedMeanwhile`` if both the person and somebody else have changed it.
    private static func edited<Value: Equatable>(
        _ typed: Value, stored: Value, shown: Value?
    ) throws(AuthError) -> Value {
        guard let shown, stored != shown else { return typed }
        if typed == shown { return stored }
        guard typed == stored else { throw .changedMeanwhile }
        return typed
    }

    /// Disables or enables an account. Disabling ends all its sign-ins, also those that wait for a second factor; the
    /// links of its mails and of its invitations stop working for good.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/lastAdministrator`` if this is the last administrator who can
    ///   sign in.
    @discardableResult
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await write { transaction in
            try transaction.setDisabled(isDisabled, try transaction.existingAccount(id), event: event, at: time)
        }
    }

    /// Disables or enables several accounts in one transaction, each as ``setDisabled(_:_:event:at:)`` does. An account
    /// that already is as asked stays unchanged, and has no event.
    ///
    /// - Parameter event: makes the event to log for an account.
    public func setDisabled(
        _ isDisabled: Bool, _ ids: [AccountID], event: @escaping @Sendable (AccountID) -> SecurityEvent, at time: Date
    ) async throws -> AccountsOutcome {
        try await write { transaction in
            var outcome = AccountsOutcome()
            for id in ids {
                guard var account = try transaction.credential(of: id)?.account else { continue }
                guard account.isDisabled != isDisabled else {
                    outcome.unchanged.append(account)
                    continue
                }
                do {
                    try transaction.setDisabled(isDisabled, account, event: event(id), at: time)
                    account.isDisabled = isDisabled
                    outcome.done.append(account)
                } catch AuthError.lastAdministrator {
                    outcome.lastAdministrators.append(account)
                }
            }
            return outcome
        }
    }

    /// Grants or revokes administrator rights. Revoking them withdraws the account's invitations.
    ///
    /// - Throws: the errors of ``setDisabled(_:_:event:at:)``.
    public func setAdministrator(
        _ isAdministrator: Bool, _ id: AccountID, event: SecurityEvent?, at time: Date
    ) async throws {
        try await write { transaction in
            var account = try transaction.existingAccount(id)
            if !isAdministrator { try transaction.requireAnotherAdministrator(id) }
            if isAdministrator != account.isAdministrator { account.administratorSince = isAdministrator ? time : nil }
            account.isAdministrator = isAdministrator
            try transaction.update(account, .isAdministrator)
            if !isAdministrator { try transaction.useUpInvitations(by: id) }
            try transaction.log(event)
        }
    }

    /// Replaces the groups of an account.
    ///
    /// - Parameter shown: the groups that the editor showed; nil if they are unknown.
    /// - Throws: ``AuthError/changedMeanwhile``; ``AuthError/noSuchAccount``.
    public func setGroups(
        _ groups: Set<GroupName>, shown: Set<GroupName>?, of id: AccountID, event: SecurityEvent?
    ) async throws {
        try await write { transaction in
            var account = try transaction.existingAccount(id)
            let groups = try Self.edited(groups, stored: account.groups, shown: shown)
            guard account.groups != groups else { return }
            account.groups = groups
            try transaction.update(account, .groups)
            try transaction.log(event)
        }
    }

    /// Deletes an account, the invitations to its address and by it, and all its data except security events. Mails a
    /// notice to the person.
    ///
    /// - Parameter language: the tag of the language of the notice; nil for that of the installation.
    /// - Throws: the errors of ``setDisabled(_:_:event:at:)``.
    public func delete(
        _ id: AccountID, event: SecurityEvent?, language: String? = nil, at time: Date
    ) async throws {
        try await write { transaction in
            let account = try transaction.existingAccount(id)
            try transaction.requireAnotherAdministrator(id)
            try transaction.log(event)
            try transaction.endSignIns(SignInFilter(account: id), at: time)
            try transaction.deleteAccount(id)
            try transaction.useUpInvitations(by: id)
            if let email = account.email {
                try transaction.useUpInvitations(to: email)
                let notice = MailJob.Content.accountDeleted(name: account.name, server: id.server)
                try transaction.insert(MailJob(to: email, notice, language: language), at: time)
            }
            try transaction.forgetAttempts(atSigningInTo: account)
            try transaction.forgetCodes(of: id)
        }
    }

    /// Whether this is the last administrator who can sign in.
    public func isLastAdministrator(_ id: AccountID) async throws -> Bool {
        try await read { try $0.isLastAdministrator(id) }
    }
}

extension AuthTransaction {
    /// Disables or enables an account.
    ///
    /// - Returns: the ids of the sign-ins that it ended.
    /// - Throws: ``AuthError/lastAdministrator``, before any change.
    @discardableResult
    fileprivate func setDisabled(
        _ isDisabled: Bool, _ account: Account, event: SecurityEvent?, at time: Date
    ) throws -> [SignIn.ID] {
        if isDisabled { try requireAnotherAdministrator(account.id) }
        var account = account
        account.isDisabled = isDisabled
        try update(account, .isDisabled)
        try log(event)
        guard isDisabled else { return [] }
        try deletePendingSignIns(of: account.id, by: nil)
        try useUpLinks(of: account.id)
        try useUpInvitations(by: account.id)
        return try endSignIns(SignInFilter(account: account.id), at: time)
    }

    /// - Throws: ``AuthError/noSuchAccount``
    func existingAccount(_ id: AccountID) throws -> Account {
        guard let found = try credential(of: id) else { throw AuthError.noSuchAccount }
        return found.account
    }

    /// Uses up the links of an account, including those of queued mails. Keeps the links that end a sign-in: they
    /// permit nothing else, and their mails are warnings.
    fileprivate func useUpLinks(of id: AccountID) throws {
        try useUpLinks(of: id, for: [.emailChange, .passwordReset, .invitation, .liftLimits, .signIn])
    }

    /// Changes the address of an account, and mails a notice to the old one. Links sent to the old address stop
    /// working, except those that end a sign-in.
    ///
    /// - Returns: the changed account.
    fileprivate func setEmail(_ email: EmailAddress?, of old: Account, at time: Date) throws -> Account {
        if let email, let owner = try account(email: email, on: old.id.server), owner.id != old.id {
            throw AuthError.emailTaken
        }
        var account = old
        account.email = email
        try update(account, .email)
        if email != old.email {
            try useUpLinks(of: old.id)
            try deletePendingSignIns(of: old.id, by: .mail)
            if let told = old.email { try insert(MailJob(to: told, .emailChanged(old.id, time)), at: time) }
        }
        return account
    }

    /// - Throws: ``AuthError/lastAdministrator``
    fileprivate func requireAnotherAdministrator(_ id: AccountID) throws {
        if try isLastAdministrator(id) { throw AuthError.lastAdministrator }
    }

    /// Whether no other enabled administrator could replace this one. A replacement must
    ///
    /// - have a password, unless this account has none either;
    /// - be local, unless this account is not either: a gateway, or a provider, and its accounts may disappear.
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
