import Foundation

/// The rules of accounts and sign-ins that an installation can set.
public struct AuthPolicy: Sendable {
    public var sessions: SessionPolicy
    public var passwords: PasswordPolicy
    public var limits: LimitPolicy
    /// How long a link sent by mail works, in seconds; an hour at most (ASVS 5.0, 6.4.1).
    public var linkLifetime: TimeInterval
    /// How long after an invitation's link has expired the person may ask for another one, in seconds.
    public var invitationRenewal: TimeInterval
    /// How long after proving who they are people may change what needs it, in seconds (ASVS 5.0, 7.5.1).
    public var proof: TimeInterval
    /// The most accounts that may be signed in to in one browser.
    public var accountsPerBrowser: Int
    /// How long security events are kept, in seconds.
    public var eventRetention: TimeInterval
    /// How long after its last use a sign-in is kept, in seconds: as long as the events, and until it has surely expired.
    public var signInRetention: TimeInterval { max(eventRetention, sessions.longest) }

    public init(
        sessions: SessionPolicy = SessionPolicy(), passwords: PasswordPolicy = PasswordPolicy(),
        limits: LimitPolicy = LimitPolicy(), linkLifetime: TimeInterval = 3600,
        invitationRenewal: TimeInterval = 30 * 86_400, proof: TimeInterval = 600,
        accountsPerBrowser: Int = 5, eventRetention: TimeInterval = 365 * 86_400
    ) {
        self.sessions = sessions
        self.passwords = passwords
        self.limits = limits
        self.linkLifetime = min(linkLifetime, 3600)
        self.invitationRenewal = invitationRenewal
        self.proof = proof
        self.accountsPerBrowser = accountsPerBrowser
        self.eventRetention = eventRetention
    }
}
