import Foundation
import PorticoConfig

/// A policy that is not in force yet, with the people who would have to set up a second factor at their next sign-in.
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

    /// Finds the enabled accounts that would need a second factor, have none, and were used in the last 30 days.
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
