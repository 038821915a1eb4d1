import Foundation
import PorticoConfig

/// Verifies uses of passkeys within the attempt limits.
struct PasskeyCheck: Sendable {
    let store: any AuthStore
    let challenges: PasskeyChallenges
    /// nil if browsers offer no passkeys at the origin of the installation.
    let party: RelyingParty?
    let policy: CurrentPolicy
    let refusals: RefusalLog
    let now: @Sendable () -> Date

    /// A verified use, which the caller stores.
    struct Use {
        let account: AccountID
        let used: UsedPasskey
        /// The attempts counted before the check.
        let forgiven: ForgivenAttempts
    }

    /// Verifies an assertion. Failures are counted for the browser and the network, never for an account: nobody can
    /// guess a signature, so a stranger must not be able to block a person.
    ///
    /// - Parameters:
    ///   - account: the account whose passkey it must be; nil for any.
    ///   - failure: the event of a refused assertion.
    /// - Throws: ``AuthError/passkeyRefused``, ``AuthError/passkeyUnknown``, ``AuthError/tooManyAttempts(retryAfter:)``.
    func verify(
        _ assertion: PasskeyAssertion, for purpose: PasskeyChallenges.Purpose, of account: AccountID? = nil,
        browser: Browser.ID? = nil, client: Client, failure: SecurityEvent.Kind
    ) async throws -> Use {
        guard let party else { throw AuthError.passkeyRefused }
        let counters = try await count(browser, client, account, failure)
        var known: StoredPasskey?
        do {
            let challenge = try answered(assertion, purpose, by: party)
            known = try await store.read { try $0.passkey(assertion.credentialID) }
            guard let passkey = known else { throw AuthError.passkeyUnknown }
            guard account == nil || passkey.account == account else { throw PasskeyProblem.userHandle }
            let handle = try await store.read { try $0.userHandle(of: passkey.account) }
            let used = try used(assertion, passkey, handle ?? Data(), isKnown: account != nil, challenge, party)
            return Use(account: passkey.account, used: used, forgiven: ForgivenAttempts(Array(counters.keys)))
        } catch {
            let error = error is PasskeyProblem ? AuthError.passkeyRefused : error
            if error is AuthError {
                let event = SecurityEvent(failure, account: account ?? known?.account, client: client, time: now())
                try await store.add(event)
            }
            throw error
        }
    }

    /// The challenge that an assertion for this site answers. Everything before the look-up of the passkey is checked
    /// first, so that only an assertion that was made here can say that there is no such passkey.
    private func answered(
        _ assertion: PasskeyAssertion, _ purpose: PasskeyChallenges.Purpose, by party: RelyingParty
    ) throws(PasskeyProblem) -> Data {
        let challenge = try ClientData.claimedChallenge(in: assertion.clientData)
        guard challenges.isValid(challenge, for: purpose) else { throw .challenge }
        try assertion.checkPlace(challenge: challenge, by: party)
        return challenge
    }

    private func used(
        _ assertion: PasskeyAssertion, _ passkey: StoredPasskey, _ handle: Data, isKnown: Bool, _ challenge: Data,
        _ party: RelyingParty
    ) throws(PasskeyProblem) -> UsedPasskey {
        let stored = KnownPasskey(
            credentialID: passkey.id, publicKey: passkey.publicKey, signatureCount: passkey.signatureCount,
            isBackupEligible: passkey.isBackupEligible, userHandle: handle)
        let asserted = try assertion.verified(with: stored, isAccountKnown: isKnown, challenge: challenge, by: party)
        return UsedPasskey(
            id: passkey.id, challenge: TokenDigest(of: challenge.base64URL), signatureCount: asserted.signatureCount,
            isBackupEligible: asserted.isBackupEligible, isBackedUp: asserted.isBackedUp,
            wentBack: asserted.counter == .wentBack)
    }

    private func count(
        _ browser: Browser.ID?, _ client: Client, _ account: AccountID?, _ failure: SecurityEvent.Kind
    ) async throws -> [LimitKey: Limit] {
        let limits = policy.value.limits
        var counters = LimitKey.networks(client, "signIn", limits.network)
        if let browser { counters[LimitKey("\(LimitKey.browserStart)\(browser):passkey")] = limits.browser }
        do {
            try await store.countAttempt(counters, at: now())
            return counters
        } catch let reached as LimitReached {
            let event = SecurityEvent(.signInLimited, account: account, client: client, time: now())
            try await refusals.note(event, about: "\(reached.key)")
            throw AuthError.tooManyAttempts(retryAfter: reached.seconds(at: now()))
        }
    }
}

extension AuthTransaction {
    /// Stores the verified use of a passkey. Its challenge is spent.
    ///
    /// - Throws: ``AuthError/passkeyRefused`` if another request has used the challenge, or the passkey is removed.
    func use(_ used: UsedPasskey, of account: Account, _ client: Client, at time: Date) throws {
        guard try spendChallenge(used.challenge, at: time), let passkey = try passkey(used.id),
            try use(used, of: account.id, at: time)
        else { throw AuthError.passkeyRefused }
        if used.wentBack {
            try tell(.passkeyWentBack(passkey.name), .passkeyWentBack, of: account, client, at: time)
        }
    }
}
