import Foundation
import PorticoConfig

/// Changes by administrators.
extension AccountDirectory {
    /// Disables or enables an account. Disabling ends all its sign-ins.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/lastAdministrator``.
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        let event = event(isDisabled ? .disabled : .enabled, id, actor, client)
        try await store.setDisabled(isDisabled, id, event: event, at: now())
    }

    /// Grants or revokes administrator rights.
    ///
    /// - Throws: the errors of ``setDisabled(_:_:actor:client:)``.
    public func setAdministrator(
        _ isAdministrator: Bool, _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        let event = event(isAdministrator ? .administratorAdded : .administratorRemoved, id, actor, client)
        try await store.setAdministrator(isAdministrator, id, event: event)
    }

    /// Sets an account's password and ends all its sign-ins.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/passwordElsewhere``, an ``AccountProblem``,
    ///   ``AuthError/busy(retryAfter:)``.
    public func setPassword(
        _ password: String, of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        guard try await store.account(id) != nil else { throw AuthError.noSuchAccount }
        guard id.server == .local else { throw AuthError.passwordElsewhere }
        if let problem = problem(with: password, userName: id.user) { throw AccountProblem.password(problem) }
        let hash = try await hasher.hash(password, for: client)
        try await set(hash, of: id, event(.passwordChanged, id, actor, client))
    }

    /// Removes an account's password, ends its sign-ins, and mails a link to choose another password.
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

    /// Sets or removes an account's email address without confirmation by the person.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/emailTaken``.
    public func setEmail(
        _ email: EmailAddress?, of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        try await store.setEmail(email, of: id, event: event(.emailChanged, id, actor, client))
    }

    /// Deletes an account and its data, and mails a notice to the person.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/lastAdministrator``.
    public func delete(_ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine) async throws {
        let event = event(.accountDeleted, id, actor, client)
        try await store.delete(id, event: event, at: now())
    }

    private func set(
        _ hash: String?, of id: AccountID, _ event: SecurityEvent, mail: MailJob? = nil
    ) async throws {
        let change = PasswordChange(account: id, hash: hash, mail: mail, event: event, time: now())
        try await store.setPassword(change)
    }

    private func event(
        _ kind: SecurityEvent.Kind, _ account: AccountID, _ actor: AccountID?, _ client: Client
    ) -> SecurityEvent {
        SecurityEvent(kind, account: account, actor: actor, client: client, time: now())
    }
}
