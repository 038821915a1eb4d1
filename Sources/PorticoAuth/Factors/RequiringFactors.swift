import Foundation
import PorticoConfig

extension AuthStore {
    /// Stores since when a policy requires second factors. Several servers with the same policy, and restarts, keep the
    /// first time.
    ///
    /// - Parameter mayRelax: whether to forget the times of accounts that no longer need one: at the start, and if the
    ///   policy has changed. Otherwise another server may have a stricter one.
    /// - Returns: the times that apply to the policy.
    public func require(
        _ policy: SecondFactorPolicy, mayRelax: Bool, at time: Date
    ) async throws -> RequiredFactors {
        guard policy.isRequiring || mayRelax else { return RequiredFactors() }
        let stored = try await read { try $0.requiredFactors() }
        // The usual case needs no write.
        guard stored != policy.required(after: stored, mayRelax: mayRelax, at: time) else {
            return policy.required(after: stored, mayRelax: true, at: time)
        }
        return try await write { transaction in
            let stored = try transaction.requiredFactors()
            try transaction.set(policy.required(after: stored, mayRelax: mayRelax, at: time))
            return policy.required(after: stored, mayRelax: true, at: time)
        }
    }
}

extension SecondFactorPolicy {
    /// Whether any account must have a second factor.
    public var isRequiring: Bool { requires(administrator: true) }

    /// Whether an account that needs no second factor under `other` may need one under this policy.
    public func isStricter(than other: SecondFactorPolicy) -> Bool {
        [true, false].contains { requires(administrator: $0) && !other.requires(administrator: $0) }
    }

    fileprivate func required(after stored: RequiredFactors, mayRelax: Bool, at time: Date) -> RequiredFactors {
        let administrators = requires(administrator: true) ? stored.administrators ?? time : nil
        let all = requires(administrator: false) ? stored.all ?? time : nil
        return RequiredFactors(
            administrators: administrators ?? (mayRelax ? nil : stored.administrators),
            all: all ?? (mayRelax ? nil : stored.all))
    }
}
