import Foundation
import PorticoConfig

/// The people whom a policy would stop at their next sign-in, until they have set up a second factor.
public struct Rehearsal: Sendable {
    public struct Person: Hashable, Sendable {
        public let account: Account
        public let lastUse: Date
    }

    /// All of them.
    public let count: Int
    /// A part of them, most recently used accounts first.
    public let people: [Person]
}

extension SecondFactors {
    /// Time before now in which an account was used, in seconds.
    static let rehearsed: TimeInterval = 30 * 86_400

    /// The people with enabled accounts, used in the last 30 days, who would need a second factor and have none.
    ///
    /// - Parameter offset: the number of people to leave out.
    public func rehearse(
        _ policy: SecondFactorPolicy, from offset: Int = 0, limit: Int = 50
    ) async throws -> Rehearsal {
        guard policy.isRequiring else { return Rehearsal(count: 0, people: []) }
        let since = now() - Self.rehearsed
        let administratorsOnly = !policy.requires(administrator: false)
        return try await store.read { transaction in
            Rehearsal(
                count: try transaction.countOfAccountsWithoutFactor(
                    usedSince: since, administratorsOnly: administratorsOnly),
                people: try transaction.accountsWithoutFactor(
                    usedSince: since, administratorsOnly: administratorsOnly, from: offset, limit: limit
                ).map { Rehearsal.Person(account: $0.account, lastUse: $0.lastUse) })
        }
    }

    /// The accounts that have an authenticator app, and those that have passkeys.
    public func accountsWithFactors() async throws -> (apps: Set<AccountID>, passkeys: Set<AccountID>) {
        try await store.read { transaction in
            (
                apps: Set(try transaction.totps(after: nil, limit: .max).map(\.account)),
                passkeys: try transaction.accountsWithPasskeys()
            )
        }
    }
}
