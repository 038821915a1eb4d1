import Foundation
import PorticoConfig

/// Changes by administrators.
extension AccountDirectory {
    /// Disables or enables an account. Disabling ends all its sign-ins, and uses up the links of its mails and of
    /// its invitations.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/lastAdministrator``.
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        let event = event(isDisabled ? .disabled : .enabled, id, actor, client)
        try await store.setDisabled(isDisabled, id, event: event, at: now())
    }

    /// Disables or enables several accounts in one transaction. Each is disabled under the rules of
    /// ``setDisabled(_:_:actor:client:)``, and has an event of its own.
    public func setDisabled(
        _ isDisabled: Bool, _ ids: [AccountID], actor: AccountID? = nil, client: Client = .commandLine
    ) async throws -> AccountsOutcome {
        let time = now()
        let kind: SecurityEvent.Kind = isDisabled ? .disabled : .enabled
        return try await store.setDisabled(
            isDisabled, ids, event: { SecurityEvent(kind, account: $0, actor: actor, client: client, time: time) },
            at: time)
    }

    /// Grants or revokes administrator rights.
    ///
    /// - Throws: the errors of ``setDisabled(_:_:actor:client:)``.
    public func setAdministrator(
        _ isAdministrator: Bool, _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        let event = event(isAdministrator ? .administratorAdded : .administratorRemoved, id, actor, client)
        try await store.setAdministrator(isAdministrator, id, event: event, at: now())
    }

    /// Replaces the groups of an account. The next answer of its gateway or provider that has groups replaces them again.
    ///
    /// - Parameter shown: the groups that an editor showed; nil to replace any groups.
    /// - Throws: ``AuthError/changedMeanwhile`` if the stored groups differ from `shown`; ``AuthError/noSuchAccount``.
    public func setGroups(
        _ groups: Set<GroupName>, shown: Set<GroupName>? = nil, of id: AccountID, actor: AccountID? = nil,
        client: Client = .commandLine
    ) async throws {
        let event = SecurityEvent(
            .groupsChanged, account: id, actor: actor, client: client, time: now(),
            detail: groups.names.joined(separator: " "))
        try await store.setGroups(groups, shown: shown, of: id, event: event)
    }

    /// Sets an account's password and ends all its sign-ins.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/passwordElsewhere``, an ``AccountProblem``,
    ///   ``AuthError/busy(retryAfter:)``.
    public func setPassword(
        _ password: String, of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        guard let account = try await store.account(id) else { throw AuthError.noSuchAccount }
        guard id.server == .local else { throw AuthError.passwordElsewhere }
        if let problem = problem(with: password, of: account) { throw AccountProblem.password(problem) }
        let hash = try await hasher.hash(password, for: client)
        try await set(
            hash, isShort: PasswordPolicy.isShort(password), of: id, event(.passwordChanged, id, actor, client))
    }

    /// Removes an account's password, ends its sign-ins, and mails a link to choose a new password.
    ///
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/passwordElsewhere``; ``AuthError/emailMissing`` if the
    ///   account has no address.
    public func revokePassword(
        of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        guard let account = try await store.account(id) else { throw AuthError.noSuchAccount }
        guard id.server == .local else { throw AuthError.passwordElsewhere }
        guard let email = account.email else { throw AuthError.emailMissing }
        try await set(
            nil, of: id, event(.passwordRevoked, id, actor, client),
            mail: MailJob(to: email, .passwordReset(id, isForced: true)))
    }

    /// Sets or removes an account's email address without confirmation by the person. Mails a notice to the old
    /// address.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/emailTaken``.
    public func setEmail(
        _ email: EmailAddress?, of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        try await store.setEmail(email, of: id, event: event(.emailChanged, id, actor, client), at: now())
    }

    /// Sets the name and the email address of an account, both or neither. Mails a notice to the old address.
    ///
    /// - Parameters:
    ///   - name: nil to keep the name. Only those of local accounts can be changed here.
    ///   - email: nil for no address.
    ///   - shown: the values that an editor showed. Fields unchanged in the editor stay unchanged. nil to replace any
    ///     values.
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/emailTaken``, ``AuthError/changedMeanwhile`` if somebody else
    ///   has changed the same field, ``AuthError/passwordElsewhere`` for the name of another account than a local one,
    ///   ``AccountProblem/nameMissing``, ``AccountProblem/nameTooLong(maximum:)``.
    public func setDetails(
        name: String?, email: EmailAddress?, shown: ShownDetails? = nil, of id: AccountID, actor: AccountID? = nil,
        client: Client = .commandLine
    ) async throws {
        if let name {
            guard id.server == .local else { throw AuthError.passwordElsewhere }
            if let problem = problem(withName: name) { throw problem }
        }
        let time = now()
        try await store.setDetails(
            name: name?.personName, email: email, shown: shown, of: id,
            event: { SecurityEvent($0, account: id, actor: actor, client: client, time: time) }, at: time)
    }

    /// Clears the failed sign-ins to an account.
    ///
    /// - Throws: ``AuthError/noSuchAccount``
    public func liftLimits(of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine) async throws {
        let event = SecurityEvent(.limitsLifted, account: id, actor: actor, client: client, time: now())
        try await store.write { transaction in
            try transaction.forgetAttempts(atSigningInTo: try transaction.existingAccount(id))
            try transaction.forgetCodes(of: id)
            try transaction.log(event)
        }
    }

    /// Deletes an account and its data, and mails a notice to the person.
    ///
    /// - Parameter language: the tag of the language that the person had chosen, which is deleted, too; nil for that of the
    ///   installation.
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/lastAdministrator``.
    public func delete(
        _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine, language: String? = nil
    ) async throws {
        let event = event(.accountDeleted, id, actor, client)
        try await store.delete(id, event: event, language: language, at: now())
    }

    private func set(
        _ hash: String?, isShort: Bool = false, of id: AccountID, _ event: SecurityEvent, mail: MailJob? = nil
    ) async throws {
        let change = PasswordChange(
            account: id, hash: hash, isShort: isShort, mail: mail, event: event, time: now())
        try await store.setPassword(change)
    }

    private func event(
        _ kind: SecurityEvent.Kind, _ account: AccountID, _ actor: AccountID?, _ client: Client
    ) -> SecurityEvent {
        SecurityEvent(kind, account: account, actor: actor, client: client, time: now())
    }
}
