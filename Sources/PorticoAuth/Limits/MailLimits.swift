import Foundation

/// Limits the mails that people can request.
struct MailLimits: Sendable {
    let store: any AuthStore
    let policy: LimitPolicy
    let now: @Sendable () -> Date

    /// Counts a mail request from a network.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    func take(from client: Client) async throws {
        do {
            try await store.countAttempt(LimitKey.networks(client, "mail", policy.mailsByNetwork), at: now())
        } catch let reached as LimitReached {
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }

    /// Counts a mail to a typed user name or address, whether or not it has an account.
    ///
    /// - Returns: whether the mail may be sent.
    func allows(_ typed: String, purpose: String) async throws -> Bool {
        do {
            try await store.countAttempt([.typed(typed, "mail:\(purpose)"): policy.mailsByAddress], at: now())
            return true
        } catch is LimitReached {
            return false
        }
    }
}
