import Foundation
import PorticoConfig

/// Creates accounts for people who register or were invited. No answer reveals whether an address has an account.
public struct Registration: Sendable {
    let store: any AuthStore
    let directory: AccountDirectory
    let users: UserManager
    let links: AccountLinks
    let mails: MailLimits
    let policy: CurrentPolicy
    let now: @Sendable () -> Date

    /// The registration mode of the installation.
    public var mode: RegistrationMode { policy.value.registration }

    /// Mails the registration link. If the address has an account, mails a notice instead.
    ///
    /// - Parameter language: the tag of the language of the link; nil for that of the installation. The notice has the
    ///   language of its recipient, because a stranger may have typed the address.
    /// - Throws: ``AuthError/registrationClosed`` unless the mode is `open`,
    ///   ``AuthError/tooManyAttempts(retryAfter:)``.
    public func request(_ email: EmailAddress, client: Client, language: String? = nil) async throws {
        guard mode == .open else { throw AuthError.registrationClosed }
        try await mails.take(from: client)
        let account = try await store.account(email: email, on: .local)
        let content = account.map { MailJob.Content.alreadyRegistered($0.id) } ?? .registration
        let isAllowed = try await mails.allows(email.key, .registration, for: client)
        let mail = MailJob(to: account?.email ?? email, content, language: account == nil ? language : nil)
        try await store.add(isAllowed ? [mail] : [], event: nil, at: now())
    }

    /// Mails an invitation. If the address has an account, mails a notice instead.
    public func invite(_ invitation: Invitation, client: Client) async throws {
        let account = try await store.account(email: invitation.email, on: .local)
        let content = account.map { MailJob.Content.alreadyRegistered($0.id) } ?? .invitation(invitation)
        let event = SecurityEvent(
            .invited, account: nil, actor: invitation.inviter, client: client, time: now(),
            detail: invitation.email.value)
        try await store.add(
            [MailJob(to: account?.email ?? invitation.email, content)], event: event, at: now())
    }

    /// The invitations that have not led to accounts yet, by address.
    public func pending() async throws -> [PendingInvitation] {
        let (mails, links) = try await store.read {
            (try $0.queuedInvitations(limit: Self.mostPending), try $0.openInvitations(limit: Self.mostPending))
        }
        var found: [EmailAddress: PendingInvitation] = [:]
        for link in links {
            guard let invitation = link.invitation else { continue }
            found[link.email] = PendingInvitation(invitation: invitation, expiresAt: link.expiresAt)
        }
        for queued in mails {
            guard case .invitation(let invitation) = queued.mail.content else { continue }
            found[invitation.email] = PendingInvitation(invitation: invitation, expiresAt: nil)
        }
        return found.values.sorted { $0.invitation.email.key < $1.invitation.email.key }
    }

    private static let mostPending = 1000

    /// Mails a pending invitation once more. Its earlier links stop working.
    ///
    /// - Throws: ``AuthError/noSuchAccount`` if there is none.
    public func inviteAgain(_ email: EmailAddress, actor: AccountID?, client: Client) async throws {
        let old = try await pending(email)
        let invitation = Invitation(
            email: old.email, name: old.name, isAdministrator: old.isAdministrator, inviter: actor,
            language: old.language)
        let time = now()
        let event = SecurityEvent(
            .invited, account: nil, actor: actor, client: client, time: time, detail: email.value)
        try await store.write { transaction in
            try transaction.useUpInvitations(to: email)
            try transaction.insert(MailJob(to: invitation.email, .invitation(invitation)), at: time)
            try transaction.log(event)
        }
    }

    /// Withdraws a pending invitation: its links stop working.
    ///
    /// - Throws: ``AuthError/noSuchAccount`` if there is none.
    public func withdraw(_ email: EmailAddress, actor: AccountID?, client: Client) async throws {
        _ = try await pending(email)
        let event = SecurityEvent(
            .invitationWithdrawn, account: nil, actor: actor, client: client, time: now(), detail: email.value)
        try await store.write { transaction in
            try transaction.useUpInvitations(to: email)
            try transaction.log(event)
        }
    }

    private func pending(_ email: EmailAddress) async throws -> Invitation {
        guard let found = try await pending().first(where: { $0.invitation.email == email }) else {
            throw AuthError.noSuchAccount
        }
        return found.invitation
    }

    /// Makes the link of an invitation without a mail, for another way of delivery.
    ///
    /// - Returns: the token of the link.
    /// - Throws: ``AuthError/emailTaken``
    public func link(for invitation: Invitation, client: Client) async throws -> Token {
        let mail = MailJob(to: invitation.email, .invitation(invitation))
        guard try await store.account(email: invitation.email, on: .local) == nil,
            let link = try await links.make(for: mail)
        else { throw AuthError.emailTaken }
        try await store.add(
            SecurityEvent(
                .invited, account: nil, actor: invitation.inviter, client: client, time: now(),
                detail: invitation.email.value))
        return link.token
    }

    /// Mails a new link for an expired invitation.
    ///
    /// - Throws: a ``LinkProblem`` if there is no such invitation, ``AuthError/tooManyAttempts(retryAfter:)``.
    public func renew(_ token: String, client: Client) async throws {
        try await mails.take(from: client)
        let link = try await links.expiredInvitation(token)
        try await checkInviter(of: link)
        let isAllowed = try await mails.allows(link.email.key, .invitation, for: client)
        let content: MailJob.Content? =
            link.account.map { .welcome($0) } ?? link.invitation.map { .invitation($0) }
        let mails = content.map { [MailJob(to: link.email, $0)] } ?? []
        try await store.add(isAllowed ? mails : [], event: nil, at: now())
    }

    /// The registration or invitation link with this token.
    ///
    /// - Throws: a ``LinkProblem``, ``AuthError/registrationClosed`` for a registration link unless the mode is `open`.
    public func open(_ token: String) async throws -> OneTimeLink {
        let link = try await links.open(token, for: [.registration, .invitation])
        guard link.account == nil else { throw LinkProblem.unknown }
        guard link.purpose == .invitation || mode == .open else { throw AuthError.registrationClosed }
        try await checkInviter(of: link)
        return link
    }

    /// - Throws: ``LinkProblem/unknown`` if the inviter is no longer an enabled administrator.
    private func checkInviter(of link: OneTimeLink) async throws {
        guard let inviter = link.invitation?.inviter else { return }
        guard let account = try await store.account(inviter), account.isAdministrator, !account.isDisabled else {
            throw LinkProblem.unknown
        }
    }

    /// All rules that the new account of a link breaks.
    public func problems(userName: String, name: String, password: String, link: OneTimeLink) -> [AccountProblem] {
        directory.problems(
            with: NewAccount(
                userName: userName, name: name, email: link.email.value, password: password,
                isAdministrator: link.invitation?.isAdministrator ?? false))
    }

    /// The minimum length of the password of a link's account, in characters.
    public func shortestPassword(for link: OneTimeLink) -> Int {
        directory.shortestPassword(ofAdministrator: link.invitation?.isAdministrator ?? false)
    }

    /// Creates the account that a link allows, and signs it in.
    ///
    /// - Returns: nil if the browser already has the maximum number of signed-in accounts.
    /// - Throws: an ``AccountProblem``, ``AuthError/accountExists`` if the user name is taken, a ``LinkProblem``,
    ///   ``AuthError/emailTaken`` if the address has got an account since, ``AuthError/registrationClosed``,
    ///   ``AuthError/busy(retryAfter:)``.
    public func make(
        userName: String, name: String, password: String, token: String, identity: RequestIdentity
    ) async throws -> BrowserTokens? {
        let link = try await open(token)
        let new = NewAccount(
            userName: userName, name: name, email: link.email.value, password: password,
            isAdministrator: link.invitation?.isAdministrator ?? false)
        let account = try await directory.add(new, link: TokenDigest(of: token), client: identity.client)
        do {
            let proven = ProvenAccount(id: account.id, proof: .link(), time: account.createdAt)
            return try await users.signIn(proven, isAutomatic: false, identity: identity)
        } catch AuthError.tooManyAccounts {
            return nil
        }
    }
}

/// An invitation that has not led to an account yet.
public struct PendingInvitation: Hashable, Sendable {
    public let invitation: Invitation
    /// The expiry of its link, maybe in the past; nil if the mail has not been sent yet.
    public let expiresAt: Date?
}
