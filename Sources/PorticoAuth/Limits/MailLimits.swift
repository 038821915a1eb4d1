import Foundation

/// How many mails people may ask for.
struct MailLimits: Sendable {
    let store: any AuthStore
    let policy: LimitPolicy
    let now: @Sendable () -> Date

    /// Counts a mail that is asked for from a network.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    func take(from client: Client) async throws {
        do {
            try await store.takeAttempt([.network(client, "mail"): policy.mailsByNetwork], at: now())
        } catch let reached as LimitReached {
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }

    /// Counts a mail to somebody, by what was typed, whether or not that is anybody: whether it may be sent.
    func allows(_ typed: String, purpose: String) async throws -> Bool {
        do {
            try await store.takeAttempt([.typed(typed, "mail:\(purpose)"): policy.mailsByAddress], at: now())
            return true
        } catch is LimitReached {
            return false
        }
    }
}
