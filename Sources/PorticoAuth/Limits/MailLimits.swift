import Foundation
import PorticoConfig

/// Limits the mails that people can request.
struct MailLimits: Sendable {
    let store: any AuthStore
    let policy: CurrentPolicy
    let refusals: RefusalLog
    let now: @Sendable () -> Date

    /// Counts a mail request from a network.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    func take(from client: Client) async throws {
        do {
            try await store.countAttempt(LimitKey.networks(client, "mail", limits.mailsByNetwork), at: now())
        } catch let reached as LimitReached {
            try await refusals.note(event(from: client))
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }

    /// Counts a mail to a typed user name or address, whether or not it has an account.
    ///
    /// - Returns: whether the mail may be sent.
    func allows(_ typed: String, _ purpose: Purpose, for client: Client) async throws -> Bool {
        let limit = purpose == .signInLimited ? limits.mailsOfLimits : limits.mailsByAddress
        do {
            try await store.countAttempt([.typed(typed, "mail:\(purpose.rawValue)"): limit], at: now())
            return true
        } catch is LimitReached {
            try await refusals.note(event(from: client), about: LimitKey.typed(typed, "").value)
            return false
        }
    }

    private var limits: LimitPolicy { policy.value.limits }

    /// What a mail is for.
    enum Purpose: String {
        case registration, invitation, email, reset, signInLimited
    }

    /// The event names no account, so that the log costs the same whether or not there is one.
    private func event(from client: Client) -> SecurityEvent {
        SecurityEvent(.mailLimited, account: nil, client: client, time: now())
    }
}
