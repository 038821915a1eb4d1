import Foundation
import PorticoConfig

/// Limits the logins at each identity provider by network: each step of one leads to calls of the provider.
struct ProviderLimits: Sendable {
    let store: any AuthStore
    let policy: CurrentPolicy
    let refusals: RefusalLog
    let now: @Sendable () -> Date

    /// The steps of a login: its beginning, and its end.
    private static let steps = 2
    /// A person may begin and break off several times, and behind one address there may be an office.
    private static let growth = 4

    /// Counts a step.
    ///
    /// - Throws: ``AuthError/tooManyAttempts(retryAfter:)``
    func take(from client: Client, at provider: ServerID) async throws {
        do {
            try await store.countAttempt(counters(client, provider), at: now())
        } catch let reached as LimitReached {
            let event = SecurityEvent(.signInLimited, account: nil, client: client, time: now())
            try await refusals.note(event, about: "provider \(provider)")
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }

    /// Takes back the steps of a login that has succeeded.
    func forgive(_ client: Client, at provider: ServerID) async throws {
        for _ in 0..<Self.steps { try await refund(client, at: provider) }
    }

    /// Takes back a step that has failed because of the provider.
    func refund(_ client: Client, at provider: ServerID) async throws {
        try await store.refundAttempt(Array(counters(client, provider).keys))
    }

    private func counters(_ client: Client, _ provider: ServerID) -> [LimitKey: Limit] {
        let network = policy.value.limits.network
        let limit = Limit(attempts: network.attempts * Self.growth, window: network.window)
        return LimitKey.networks(client, "provider \(provider)", limit)
    }
}
