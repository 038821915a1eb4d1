import Foundation
import PorticoConfig

/// Lets people change their account's email address. A link mailed to the new address confirms the change.
public struct EmailChanges: Sendable {
    let store: any AuthStore
    let links: AccountLinks
    let mails: MailLimits
    let now: @Sendable () -> Date

    /// Mails the confirmation link to the new address. If an account already has the address, mails a notice instead.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    public func request(_ email: EmailAddress, of account: AccountID, client: Client) async throws {
        try await mails.take(from: client)
        let other = try await store.account(email: email, on: account.server)
        let content = other.map { MailJob.Content.alreadyRegistered($0.id) } ?? .emailChange(account)
        let isAllowed = try await mails.allows(email.key, .email, for: client)
        let event = SecurityEvent(.emailChangeRequested, account: account, client: client, time: now())
        let mail = MailJob(to: other?.email ?? email, content)
        try await store.add(isAllowed ? [mail] : [], event: event, at: now())
    }

    /// The account and the new address of a confirmation link.
    ///
    /// - Throws: a ``LinkProblem``
    public func open(_ token: String) async throws -> (account: Account, email: EmailAddress) {
        let link = try await links.open(token, for: [.emailChange])
        guard let id = link.account, let account = try await store.account(id), !account.isDisabled else {
            throw LinkProblem.unknown
        }
        return (account, link.email)
    }

    /// Sets the account's address to the link's, and mails a notice to the old address.
    ///
    /// - Returns: the changed account.
    /// - Throws: a ``LinkProblem``, ``AuthError/emailTaken``.
    public func confirm(_ token: String, client: Client) async throws -> Account {
        let (account, _) = try await open(token)
        let event = SecurityEvent(.emailChanged, account: account.id, client: client, time: now())
        return try await store.setEmail(using: TokenDigest(of: token), event: event, at: now())
    }
}
