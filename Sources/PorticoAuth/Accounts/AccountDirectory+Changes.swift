import Foundation
import PorticoConfig

/// What those who administer change.
extension AccountDirectory {
    /// Disables an account, which ends all its sign-ins at once, or enables it.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/lastAdministrator``.
    public func setDisabled(
        _ isDisabled: Bool, _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        let event = event(isDisabled ? .disabled : .enabled, id, actor, client)
        try await store.setDisabled(isDisabled, id, event: event, at: now())
    }

    /// Lets an account administer, or not.
    ///
    /// - Throws: as ``setDisabled(_:_:actor:client:)``.
    public func setAdministrator(
        _ isAdministrator: Bool, _ id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        let event = event(isAdministrator ? .administratorAdded : .administratorRemoved, id, actor, client)
        try await store.setAdministrator(isAdministrator, id, event: event)
    }

    /// Gives an account another password, which ends all its sign-ins.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/passwordElsewhere``, an ``AccountProblem``,
    ///   ``AuthError/busy(retryAfter:)``.
    public func setPassword(
        _ password: String, of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        guard try await store.account(id) != nil else { throw AuthError.noSuchAccount }
        guard id.server == .local else { throw AuthError.passwordElsewhere }
        if let problem = problem(with: password, userName: id.user) { throw AccountProblem.password(problem) }
        let hash = try await hasher.hash(password)
        try await set(hash, of: id, event(.passwordChanged, id, actor, client))
    }

    /// Takes the password of an account away, ends its sign-ins, and sends the link by which the person chooses another.
    ///
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/passwordElsewhere``; ``AuthError/emailMissing`` where no mail could
    ///   reach the person.
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

    /// Gives an account an email address, or none, without asking it.
    ///
    /// - Throws: ``AuthError/noSuchAccount``, ``AuthError/emailTaken``.
    public func setEmail(
        _ email: EmailAddress?, of id: AccountID, actor: AccountID? = nil, client: Client = .commandLine
    ) async throws {
        try await store.setEmail(email, of: id, event: event(.emailChanged, id, actor, client))
    }

    /// Deletes an account and what is kept of it, and tells the person by mail.
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
