import Foundation
import PorticoConfig

/// All services for accounts and sign-ins, built over one store.
public struct AuthServices: Sendable {
    public let store: CachedAuthStore
    public let currentPolicy: CurrentPolicy
    public let uses: UseRecorder
    public let users: UserManager
    public let authenticator: Authenticator
    public let directory: AccountDirectory
    public let links: AccountLinks
    public let registration: Registration
    public let passwords: Passwords
    public let mailSignIns: MailSignIns
    public let factors: SecondFactors
    public let passkeys: Passkeys
    public let providers: ProviderSignIns
    public let emails: EmailChanges
    public let gatewaySignIns: GatewaySignIns
    public let gatewayTokens: GatewayTokens
    public let gatewayWorkplaces: GatewayWorkplaces
    public let drafts: Drafts
    public let refusals: RefusalLog
    public let hostSignIns: HostSignIns
    public let assertionKeys: AssertionKeys
    public let assertions: Assertions

    /// - Parameters:
    ///   - cacheCapacity: maximum number of browsers in memory; 0 disables the cache.
    ///   - gateways: the gateways with accounts of their own; their `SecretBox` also seals drafts.
    ///   - providers: the identity providers.
    ///   - linksByEmail: the providers whose people do not get an account if another one has their address.
    ///   - eventLogged: called for every security event after it was stored.
    ///   - relyingParty: the site of passkeys; nil if browsers offer none at its origin.
    ///   - appName: rejected as a part of passwords, because it is easy to guess.
    ///   - mailAdded: called after a transaction has queued mails.
    ///   - lookedUp: called for every lookup of a browser in the cache.
    public init(
        store: any AuthStore, cacheCapacity: Int, changes: ConfigChanges, hasher: PasswordHasher,
        policy current: CurrentPolicy, gateways: GatewayAccess = GatewayAccess(),
        providers: [ServerID: any IdentityProvider] = [:], linksByEmail: Set<ServerID> = [],
        relyingParty: RelyingParty? = nil,
        appName: @escaping @Sendable @autoclosure () -> String,
        now: @escaping @Sendable () -> Date,
        mailAdded: @escaping @Sendable () -> Void = {},
        eventLogged: @escaping @Sendable (SecurityEvent) -> Void = { _ in },
        lookedUp: @escaping @Sendable (_ isHit: Bool) -> Void = { _ in }
    ) {
        var gateways = gateways
        gateways.providers = providers
        let store = CachedAuthStore(
            store, capacity: cacheCapacity, changes: changes,
            mailAdded: mailAdded, eventLogged: eventLogged, lookedUp: lookedUp)
        self.store = store
        currentPolicy = current
        uses = UseRecorder(store: store, policy: current, now: now)
        users = UserManager(store: store, policy: current, now: now)
        gatewayWorkplaces = GatewayWorkplaces(gateways: gateways, now: now)
        refusals = RefusalLog(log: store, now: now)
        let mails = MailLimits(store: store, policy: current, refusals: refusals, now: now)
        let check = PasswordCheck(
            store: store, hasher: hasher, gateways: gateways, mails: mails, policy: current, refusals: refusals,
            now: now)
        let passkeyCheck = PasskeyCheck(
            store: store, challenges: PasskeyChallenges(box: gateways.box, now: now), party: relyingParty,
            policy: current, refusals: refusals, now: now)
        passkeys = Passkeys(store: store, users: users, check: passkeyCheck, gateways: gateways, now: now)
        factors = SecondFactors(
            store: store, box: gateways.box, mails: mails, refusals: refusals, policy: current, passkeys: passkeyCheck,
            now: now)
        authenticator = Authenticator(
            store: store, users: users, passwords: check, factors: factors, passkeys: passkeys,
            gateways: gateways,
            workplaces: gatewayWorkplaces, uses: uses, policy: current, now: now)
        directory = AccountDirectory(
            store: store, hasher: hasher, policy: current, appName: appName, now: now)
        links = AccountLinks(store: store, policy: current, box: gateways.box, now: now)
        registration = Registration(
            store: store, directory: directory, users: users, links: links, mails: mails, policy: current, now: now)
        passwords = Passwords(
            store: store, directory: directory, users: users, links: links, check: check, factors: factors,
            mails: mails, now: now)
        mailSignIns = MailSignIns(
            store: store, users: users, links: links, mails: mails, refusals: refusals, policy: current, now: now)
        emails = EmailChanges(store: store, links: links, mails: mails, now: now)
        gatewaySignIns = GatewaySignIns(
            gateways: gateways, store: store, users: users, changes: changes, workplaces: gatewayWorkplaces, now: now)
        gatewayTokens = GatewayTokens(
            gateways: gateways, store: store, policy: current, now: now)
        self.providers = ProviderSignIns(
            providers: providers, linksByEmail: linksByEmail, gateways: gateways, store: store, users: users,
            limits: ProviderLimits(store: store, policy: current, refusals: refusals, now: now), box: gateways.box,
            now: now)
        drafts = Drafts(store: store, box: gateways.box, now: now)
        hostSignIns = HostSignIns(
            store: store, box: gateways.box, uses: uses, policy: current, now: now)
        assertionKeys = AssertionKeys(box: gateways.box, now: now)
        assertions = Assertions(keys: assertionKeys, capacity: cacheCapacity, now: now)
    }

    /// As above, with a policy that does not change.
    public init(
        store: any AuthStore, cacheCapacity: Int, changes: ConfigChanges, hasher: PasswordHasher, policy: AuthPolicy,
        registration mode: RegistrationMode, gateways: GatewayAccess = GatewayAccess(),
        providers: [ServerID: any IdentityProvider] = [:], linksByEmail: Set<ServerID> = [],
        relyingParty: RelyingParty? = nil,
        appName: @escaping @Sendable @autoclosure () -> String, now: @escaping @Sendable () -> Date
    ) {
        var policy = policy
        policy.registration = mode
        self.init(
            store: store, cacheCapacity: cacheCapacity, changes: changes, hasher: hasher,
            policy: CurrentPolicy(policy), gateways: gateways, providers: providers, linksByEmail: linksByEmail,
            relyingParty: relyingParty, appName: appName(), now: now)
    }

    /// The policy in force.
    public var policy: AuthPolicy { currentPolicy.value }
}

extension AuthServices {
    /// Ends sign-ins that no open browser holds any more, performs the resets of second factors that are due, and deletes
    /// expired data and data beyond the limits. Only one
    /// server of an installation calls it, every few seconds.
    ///
    /// - Parameters:
    ///   - delay: seconds subtracted from the age of all data.
    ///   - attempt: runs a step. If it rethrows an error, the later steps are left out.
    public func deleteExpired(
        at now: Date, delay: TimeInterval = 0,
        attempt: (() async throws -> Void) async throws -> Void = { try await $0() }
    ) async throws {
        let time = now - delay
        let policy = policy
        try await attempt { _ = try await store.endSignIns(notHeldSince: time - policy.unheld, at: now) }
        try await attempt { try await store.deleteAttempts(endedBefore: time) }
        try await attempt { try await store.deleteLinks(expiredBefore: time - policy.invitationRenewal) }
        try await attempt { try await store.deleteGivenUpMails(queuedBefore: time - Self.mailRetention) }
        try await attempt {
            try await store.deleteEvents(before: time - policy.eventRetention, beyond: policy.eventsMaximum)
        }
        try await attempt { try await drafts.deleteExpired() }
        try await attempt { try await store.deletePendingSignIns(before: time - PendingSignIn.enrolmentLifetime) }
        try await attempt { try await store.deleteTrust(before: time - TrustedBrowser.lifetime) }
        try await attempt { try await factors.performResets(dueBy: time) }
        try await attempt { try await passkeys.deleteExpired(before: time) }
        try await attempt { try await gatewayTokens.takeExpired() }
        try await attempt { _ = try await store.deleteSignIns(lastUsedBefore: time - policy.signInRetention) }
    }

    /// Retention of mails that could not be sent, in seconds: 30 days.
    private static let mailRetention: TimeInterval = 30 * 86_400
}
