import Foundation
import PorticoConfig

/// The people that a stricter policy would stop at their next sign-in.
public struct Rehearsal: Sendable {
    public struct Person: Hashable, Sendable {
        public let account: Account
        public let lastUse: Date
        /// Whether the account has only passkeys, which browsers do not use at the origin of the installation. Otherwise the
        /// person sets up a second factor.
        public let needsReset: Bool
    }

    /// All of them.
    public let count: Int
    /// A part of them, most recently used accounts first.
    public let people: [Person]
}

extension SecondFactors {
    /// Time before now in which an account was used, in seconds.
    static let rehearsed: TimeInterval = 30 * 86_400

    /// Finds the enabled accounts that would need a second factor, have none that works, and were used in the last 30 days.
    ///
    /// - Parameter offset: the number of people to leave out.
    public func rehearse(
        _ policy: SecondFactorPolicy, from offset: Int = 0, limit: Int = 50
    ) async throws -> Rehearsal {
        guard policy.isRequiring else { return Rehearsal(count: 0, people: []) }
        let since = now() - Self.rehearsed
        let (administratorsOnly, usesPasskeys) = (!policy.requires(administrator: false), passkeys.party != nil)
        return try await store.read { transaction in
            let unusable = usesPasskeys ? [] : try transaction.accountsWithPasskeys()
            return Rehearsal(
                count: try transaction.countOfAccountsWithoutFactor(
                    usedSince: since, administratorsOnly: administratorsOnly, countingPasskeys: usesPasskeys),
                people: try transaction.accountsWithoutFactor(
                    usedSince: since, administratorsOnly: administratorsOnly, countingPasskeys: usesPasskeys,
                    from: offset, limit: limit
                ).map {
                    Rehearsal.Person(
                        account: $0.account, lastUse: $0.lastUse, needsReset: unusable.contains($0.account.id))
                })
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
