import PorticoConfig

/// The second factor that an account needs to sign in.
enum FactorNeed: Hashable, Sendable {
    case none
    /// One that the account has.
    case factor
    /// The account must have one, and has none: its person sets up an app in the sign-in.
    case enrolment
}

extension SecondFactorPolicy {
    /// Whether an account must have a second factor.
    public func requires(_ account: Account) -> Bool { requires(administrator: account.isAdministrator) }

    /// Whether the account of an administrator, or of somebody else, must have a second factor.
    func requires(administrator: Bool) -> Bool {
        switch self {
        case .off, .optional: false
        case .administrators: administrator
        case .all: true
        }
    }
}

extension AuthTransaction {
    /// The second factor that an account needs to sign in: the only rule for all ways to sign in.
    func factorNeed(of account: Account, by policy: SecondFactorPolicy) throws -> FactorNeed {
        if policy == .off { return .none }
        if try totp(of: account.id) != nil { return .factor }
        // Where none is required, a passkey is another way to sign in.
        if policy.requires(account), try !passkeys(of: account.id).isEmpty { return .factor }
        return policy.requires(account) ? .enrolment : .none
    }
}
