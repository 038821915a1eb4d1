/// The accounts that need a second factor to sign in.
public enum SecondFactorPolicy: String, Sendable, CaseIterable {
    /// None, and nobody can set one up. Stored factors stay, for another policy.
    case off
    /// Those whose people have set one up.
    case optional
    /// Administrators, and people who have set one up.
    case administrators
    /// All. Whoever has none sets one up when signing in.
    case all
}
