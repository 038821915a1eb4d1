import Crypto
import Foundation
import PorticoBytes
import PorticoConfig

/// The passkeys of accounts: adding, renaming, removing and using them (WebAuthn level 3).
///
/// A passkey belongs to an account whose password this installation stores. A sign-in at a gateway needs a token that
/// only the password gets.
public struct Passkeys: Sendable {
    let store: any AuthStore
    let users: UserManager
    let check: PasskeyCheck
    let gateways: GatewayAccess
    let now: @Sendable () -> Date

    /// Maximum number of passkeys of an account. A page has all of their ids.
    public static let most = 30
    /// Maximum length of the name of a passkey, in characters of Unicode.
    public static let longestName = 64
    /// Time after the proof of a sign-in in which its browser may make a passkey by itself, in seconds.
    static let freshness: TimeInterval = 600

    private var challenges: PasskeyChallenges { check.challenges }
}

/// The reason why a passkey is not added.
public enum PasskeyRefusal: Error, Hashable, Sendable {
    /// The answer of the browser is not valid.
    case invalid(PasskeyProblem)
    /// It answers another challenge, or one that is older than five minutes or was answered before.
    case expired
    /// There is a passkey with this id.
    case exists
    /// The account has as many passkeys as it may have, or may have none.
    case tooMany
}

// MARK: What is offered

extension Passkeys {
    /// Whether browsers can use passkeys at the origin of this installation, and this server can make challenges.
    public var areOffered: Bool { check.party != nil && challenges.box.maySeal }

    /// Whether the account can have passkeys.
    public func areOffered(to account: AccountID) -> Bool { areOffered && gateways[account.server] == nil }

    /// The passkeys of an account, oldest first.
    public func all(of account: AccountID) async throws -> [StoredPasskey] {
        try await store.read { try $0.passkeys(of: account) }
    }

    /// One passkey of an account.
    ///
    /// - Parameter id: its id, in base64url.
    public func passkey(_ id: String, of account: AccountID) async throws -> StoredPasskey? {
        guard let id = Data(base64URL: id) else { return nil }
        return try await store.read { try $0.passkey(id) }.flatMap { $0.account == account ? $0 : nil }
    }

    /// Options for signing in with any passkey, as JSON; nil if passkeys are not offered.
    public func signInOptions() throws -> String? { try options(for: .signIn, allowed: []) }

    /// Options for the second step of a sign-in; nil if the account has no passkey.
    ///
    /// - Parameter token: of the sign-in that waits.
    public func secondStepOptions(of account: AccountID, waiting token: String) async throws -> String? {
        try await options(for: .secondStep(TokenDigest(of: token)), of: account)
    }

    /// Options for proving again who is signed in; nil if the account has no passkey.
    public func proofOptions(for signIn: SignIn) async throws -> String? {
        try await options(for: .proof(signIn.id), of: signIn.account.id)
    }

    private func options(for purpose: PasskeyChallenges.Purpose, of account: AccountID) async throws -> String? {
        guard areOffered(to: account) else { return nil }
        let passkeys = try await all(of: account)
        return passkeys.isEmpty ? nil : try options(for: purpose, allowed: passkeys)
    }

    private func options(for purpose: PasskeyChallenges.Purpose, allowed: [StoredPasskey]) throws -> String? {
        guard areOffered, let party = check.party else { return nil }
        return try PasskeyRequest(
            challenge: try challenges.make(for: purpose).base64URL, rpId: party.id,
            allowCredentials: allowed.map(PasskeyDescriptor.init)
        ).passkeyJSON
    }

    /// The state of the account's passkeys, for browsers that keep theirs in step with it; nil if there was never one.
    public func signal(for account: Account) async throws -> String? {
        guard areOffered(to: account.id), let party = check.party,
            let handle = try await store.read({ try $0.userHandle(of: account.id) })
        else { return nil }
        let ids = try await all(of: account.id).map(\.id.base64URL)
        return try PasskeySignal(
            rpId: party.id, userId: handle.base64URL, allAcceptedCredentialIds: ids, name: account.id.user,
            displayName: account.shownName
        ).passkeyJSON
    }
}

// MARK: Adding

extension Passkeys {
    /// Options for a new passkey, as JSON; nil if the account can have no more of them.
    ///
    /// - Parameter site: the name of the installation.
    public func registrationOptions(for signIn: SignIn, site: String) async throws -> String? {
        try await registrationOptions(for: .registration(signIn.id), of: signIn.account, site: site)
    }

    /// Options for the passkey that a sign-in waits for, as JSON; nil if the account can have none.
    ///
    /// - Parameters:
    ///   - token: of the sign-in that waits.
    ///   - site: the name of the installation.
    public func enrolmentOptions(of account: AccountID, waiting token: String, site: String) async throws -> String? {
        let policy = check.policy.value.secondFactor
        guard let account = try await store.account(account),
            try await store.read({ try $0.factorNeed(of: account, by: policy) }) == .enrolment
        else { return nil }
        let waiting = TokenDigest(of: token)
        return try await registrationOptions(
            for: .enrolment(waiting), of: account, handle: Self.userHandle(ofEnrolment: waiting), site: site)
    }

    /// The user handle of the passkey that a sign-in waits for. Authenticators keep one passkey for a handle, so the page of
    /// another sign-in that waits cannot replace it: 64 bytes that nobody can guess without the token.
    private static func userHandle(ofEnrolment waiting: TokenDigest) -> Data {
        Data(SHA512.hash(data: Data("user handle".utf8) + waiting.bytes))
    }

    /// Options for a passkey that the browser makes by itself, once a month at most for an account and a browser; nil
    /// if none is to be made.
    public func silentOptions(for identity: RequestIdentity, site: String) async throws -> String? {
        guard let signIn = identity.signIn, let browser = identity.browser, mayOffer(after: signIn) else { return nil }
        let key = LimitKey("passkeyOffer:\(browser.id):\(signIn.account.id)")
        do {
            try await store.countAttempt([key: Limit(attempts: 1, window: 30 * 86_400)], at: now())
        } catch is LimitReached {
            return nil
        }
        return try await registrationOptions(for: .silentRegistration(signIn.id), of: signIn.account, site: site)
    }

    /// Whether the browser may ask to make a passkey by itself: soon after a password, which then was filled in by the
    /// password manager that would keep the passkey. Not if the person has just used or added one.
    public func mayOffer(after signIn: SignIn) -> Bool {
        check.policy.value.passkeyOffer == .on && isFresh(signIn) && areOffered(to: signIn.account.id)
            && signIn.factor?.isPasskey != true
    }

    /// Whether the sign-in began with a password a moment ago, and its proof is still one for sensitive changes.
    private func isFresh(_ signIn: SignIn) -> Bool {
        let age = now().timeIntervalSince(signIn.since)
        return signIn.method == .password && signIn.authenticatedAt >= signIn.since
            && age < min(Self.freshness, check.policy.value.proof)
    }

    private func registrationOptions(
        for purpose: PasskeyChallenges.Purpose, of account: Account, handle: Data? = nil, site: String
    ) async throws -> String? {
        guard areOffered(to: account.id), let party = check.party else { return nil }
        let passkeys = try await all(of: account.id)
        guard passkeys.count < Self.most else { return nil }
        let handle = if let handle { handle } else { try await self.handle(of: account.id) }
        return try PasskeyCreation(
            rp: PasskeyCreation.Site(id: party.id, name: site),
            user: PasskeyCreation.User(
                id: handle.base64URL, name: account.id.user, displayName: account.shownName),
            challenge: try challenges.make(for: purpose).base64URL,
            excludeCredentials: passkeys.map(PasskeyDescriptor.init),
            authenticatorSelection: PasskeyCreation.Authenticator(
                userVerification: purpose.isSilent ? "preferred" : "required")
        ).passkeyJSON
    }

    /// The user handle of an account, made when it is first needed (WebAuthn level 3, 14.6.1).
    private func handle(of account: AccountID) async throws -> Data {
        if let handle = try await store.read({ try $0.userHandle(of: account) }) { return handle }
        let new = SecretBox.newKey() + SecretBox.newKey()
        return try await store.write { transaction in
            try transaction.insertUserHandle(new, of: account)
            return try transaction.userHandle(of: account) ?? new
        }
    }

    /// Adds the passkey that a browser has made.
    ///
    /// - Parameters:
    ///   - name: chosen by the person; if it is empty, the name of the browser.
    ///   - isSilent: whether the browser made it by itself, after a sign-in whose proof is recent. Then the
    ///     authenticator need not have asked for the person (WebAuthn level 3, 7.1, step 15).
    /// - Throws: ``PasskeyRefusal``
    @discardableResult
    public func register(
        _ answer: String, name: String = "", isSilent: Bool = false, for signIn: SignIn, client: Client
    ) async throws -> StoredPasskey {
        guard !isSilent || isFresh(signIn) else { throw PasskeyRefusal.expired }
        let (account, time, policy) = (signIn.account, now(), check.policy.value.secondFactor)
        let purpose: PasskeyChallenges.Purpose = isSilent ? .silentRegistration(signIn.id) : .registration(signIn.id)
        let new = try verified(answer, for: purpose, of: account.id, name: name, client, at: time)
        try await store.write { transaction in
            let isFirstFactor = try transaction.factorNeed(of: account, by: policy) == .enrolment
            try transaction.add(new, of: account, client, at: time)
            // The browser may make a passkey without the person, who may want the reset.
            if !isSilent { _ = try transaction.stopReset(of: account, by: nil, client, at: time) }
            if isFirstFactor { try transaction.outdateProofs(of: account.id, but: signIn.id) }
        }
        return new.passkey
    }

    /// The passkey that a sign-in waits for. Stores nothing.
    ///
    /// - Parameter waiting: the digest of its token.
    /// - Throws: ``PasskeyRefusal``
    func enrolment(
        _ answer: String, of account: AccountID, waiting: TokenDigest, client: Client
    ) throws(PasskeyRefusal) -> NewPasskey {
        let new = try verified(answer, for: .enrolment(waiting), of: account, name: "", client, at: now())
        return NewPasskey(
            passkey: new.passkey, challenge: new.challenge, userHandle: Self.userHandle(ofEnrolment: waiting))
    }

    private func verified(
        _ answer: String, for purpose: PasskeyChallenges.Purpose, of account: AccountID, name: String, _ client: Client,
        at time: Date
    ) throws(PasskeyRefusal) -> NewPasskey {
        guard areOffered(to: account), let party = check.party else { throw .tooMany }
        do throws(PasskeyProblem) {
            let registration = try PasskeyRegistration(json: answer)
            let challenge = try ClientData.claimedChallenge(in: registration.clientData)
            guard challenges.isValid(challenge, for: purpose) else { throw PasskeyProblem.challenge }
            let new = try registration.verified(challenge: challenge, by: party, isSilent: purpose.isSilent)
            let passkey = StoredPasskey(
                id: new.credentialID, account: account, publicKey: new.publicKey, algorithm: new.algorithm.rawValue,
                signatureCount: new.signatureCount, isBackupEligible: new.isBackupEligible, isBackedUp: new.isBackedUp,
                aaguid: new.aaguid.uuidString, transports: new.transports,
                name: Self.name(name) ?? Self.name(client.agent) ?? account.user, client: client, addedAt: time)
            return NewPasskey(passkey: passkey, challenge: TokenDigest(of: challenge.base64URL))
        } catch {
            throw error == .challenge ? .expired : .invalid(error)
        }
    }

    /// A name as it is stored; nil if it is empty.
    static func name(_ typed: String) -> String? {
        let visible = typed.unicodeScalars.filter { !$0.isControlOrDirection }
        let name = String(String.UnicodeScalarView(visible)).trimmed()
        let short = String(String.UnicodeScalarView(name.unicodeScalars.prefix(longestName)))
        return short.isEmpty ? nil : short
    }
}

// MARK: Changing

extension Passkeys {
    /// - Returns: the new name; nil if it is empty or there is no such passkey.
    public func rename(
        _ passkey: StoredPasskey, to typed: String, of account: Account, client: Client
    ) async throws -> String? {
        guard let name = Self.name(typed) else { return nil }
        guard name != passkey.name else { return name }
        let time = now()
        return try await store.write { transaction in
            guard try transaction.renamePasskey(passkey.id, of: account.id, to: name) else { return nil }
            try transaction.tell(.passkeyRenamed(name), .passkeyRenamed, of: account, client, at: time)
            return name
        }
    }

    /// Removes a passkey. Every browser is asked for a second factor again.
    ///
    /// - Returns: false if it was already removed.
    /// - Throws: ``AuthError/secondFactorRequired`` if it is the only factor of an account that must have one.
    public func remove(_ passkey: StoredPasskey, of account: Account, client: Client) async throws -> Bool {
        let (time, policy) = (now(), check.policy.value.secondFactor)
        return try await store.write { transaction in
            guard try transaction.deletePasskey(passkey.id, of: account.id) else { return false }
            try transaction.requireFactor(of: account, by: policy)
            try transaction.endTrust(of: account.id, in: nil)
            try transaction.endEmptyReset(of: account.id)
            try transaction.tell(.passkeyRemoved(passkey.name), .passkeyRemoved, of: account, client, at: time)
            return true
        }
    }

    /// Deletes answered challenges that would have expired.
    func deleteExpired(before time: Date) async throws {
        let end = time - PasskeyChallenges.lifetime - PasskeyChallenges.drift
        try await store.deleteInBatches { try $0.deleteSpentChallenges(before: end, limit: $1) }
    }
}

// MARK: Using

extension Passkeys {
    /// Signs in with a passkey, which names the account. No second step follows.
    ///
    /// - Parameter answer: of the browser, as JSON.
    /// - Throws: ``AuthError/passkeyRefused``, also for a disabled account; ``AuthError/passkeyUnknown``,
    ///   ``AuthError/tooManyAttempts(retryAfter:)``, ``AuthError/tooManyAccounts``.
    public func signIn(_ answer: String, isAutomatic: Bool, identity: RequestIdentity) async throws -> BrowserTokens {
        let use = try await check.verify(
            try PasskeyAssertion(answered: answer), for: .signIn, browser: identity.browser?.id,
            client: identity.client, failure: .signInFailed)
        guard gateways[use.account.server] == nil else { throw AuthError.passkeyRefused }
        let proven = ProvenAccount(
            id: use.account, proof: .passkey(use.used), time: now(), forgiven: use.forgiven)
        do {
            return try await users.signIn(proven, isAutomatic: isAutomatic, identity: identity)
        } catch let error as AuthError where [.wrongCredentials, .passkeyRefused].contains(error) {
            // The account is disabled, which the browser must not learn, or the answer was used before.
            try await store.add(
                SecurityEvent(.signInFailed, account: use.account, client: identity.client, time: now()))
            throw AuthError.passkeyRefused
        }
    }

    /// Proves again who is signed in, with a passkey instead of the password and a code. It is used up.
    ///
    /// - Throws: ``AuthError/passkeyRefused``, ``AuthError/passkeyUnknown``,
    ///   ``AuthError/tooManyAttempts(retryAfter:)``, ``AuthError/signInEnded``.
    public func prove(_ answer: String, identity: RequestIdentity) async throws -> ProvenAccount {
        guard let signIn = identity.signIn else { throw AuthError.signInEnded }
        let account = signIn.account
        let use = try await check.verify(
            try PasskeyAssertion(answered: answer), for: .proof(signIn.id), of: account.id,
            browser: identity.browser?.id, client: identity.client, failure: .reauthenticationFailed)
        let time = now()
        let late = SecurityEvent(.reauthenticationFailed, account: account.id, client: identity.client, time: time)
        try await store.loggingRefusal(late) {
            try await store.write { transaction in
                try transaction.use(use.used, of: account, identity.client, at: time)
                try transaction.forgive(use.forgiven)
            }
        }
        var proven = ProvenAccount(id: account.id, proof: .passkey(use.used), time: time)
        proven.factor = proven.proof.factor?.kind
        return proven
    }
}

extension AuthTransaction {
    /// Stores a passkey whose registration was verified. Its challenge is spent.
    ///
    /// - Throws: ``PasskeyRefusal``
    func add(_ new: NewPasskey, of account: Account, _ client: Client, at time: Date) throws {
        let passkey = new.passkey
        guard try spendChallenge(new.challenge, at: time) else { throw PasskeyRefusal.expired }
        guard try passkeys(of: account.id).count < Passkeys.most else { throw PasskeyRefusal.tooMany }
        guard try insert(passkey) else {
            let isOwn = try self.passkey(passkey.id)?.account == account.id
            throw isOwn ? PasskeyRefusal.exists : .invalid(.credentialID)
        }
        try new.userHandle.map { try setUserHandle($0, of: account.id) }
        try tell(.passkeyAdded(passkey.name), .passkeyAdded, of: account, client, at: time)
    }
}

extension PasskeyAssertion {
    /// - Throws: ``AuthError/passkeyRefused`` if it is no answer of a browser.
    init(answered json: String) throws(AuthError) {
        do {
            try self.init(json: json)
        } catch {
            throw .passkeyRefused
        }
    }
}

extension Account {
    /// The name in lists of passkeys, never empty.
    fileprivate var shownName: String { name.isEmpty ? id.user : name }
}
