import Foundation
import PorticoConfig

extension Authenticator {
    /// All reasons that prevent a sign-in to an account; empty if there is none.
    ///
    /// - Throws: ``AuthError/noSuchAccount``
    public func obstacles(of id: AccountID) async throws -> [SignInObstacle] {
        let (policy, time) = (policy, time)
        return try await store.read { transaction in
            guard let found = try transaction.credential(of: id) else { throw AuthError.noSuchAccount }
            var obstacles: [SignInObstacle] = found.account.isDisabled ? [.disabled] : []
            if id.server == .local, found.passwordHash == nil { obstacles.append(.passwordMissing) }
            if policy.sessions.servers?.contains(id.server) == false { obstacles.append(.serverUnknown) }
            let ends = try LimitKey.strangers(found.account).compactMap { key in
                let limit =
                    key.isConsecutive
                    ? policy.limits.strangers.relaxed(hasEmail: found.account.email != nil) : policy.limits.account
                guard let count = try transaction.attempts(key), count.counts(in: limit.window, at: time) else {
                    return nil as Date?
                }
                return count.refusal(of: key, by: limit, at: time)?.until
            }
            if let end = ends.max() { obstacles.append(.limited(until: end)) }
            return obstacles
        }
    }
}
