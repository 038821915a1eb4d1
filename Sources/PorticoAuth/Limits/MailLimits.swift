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

    /// Counts a mail to an account or, if there is none, to a typed user name or address.
    ///
    /// - Returns: whether the mail may be sent.
    func allows(
        _ typed: String, of account: AccountID? = nil, _ purpose: Purpose, for client: Client
    ) async throws -> Bool {
        let limit = purpose == .signInLimited ? limits.mailsOfLimits : limits.mailsByAddress
        // Accounts have separate counters, because anybody can type the text of an id.
        let subject = account.map { LimitKey.typed("\($0)", "account") } ?? .typed(typed, "")
        do {
            try await store.countAttempt([LimitKey("mail:\(purpose.rawValue):\(subject.value)"): limit], at: now())
            return true
        } catch is LimitReached {
            try await refusals.note(event(from: client), about: subject.value)
            return false
        }
    }

    private var limits: LimitPolicy { policy.value.limits }

    /// The purpose of a mail.
    enum Purpose: String {
        case registration, invitation, email, reset, signIn, signInLimited
    }

    /// The event names no account, so that logging costs the same whether or not there is one.
    private func event(from client: Client) -> SecurityEvent {
        SecurityEvent(.mailLimited, account: nil, client: client, time: now())
    }
}
