import Foundation
import PorticoBytes
import PorticoConfig

/// A code that a person has typed as second factor.
public enum SecondFactorCode: Sendable {
    /// Of the authenticator app.
    case app(String)
    case recovery(String)
    /// Not typed: the answer of a browser that used a passkey, as JSON.
    case passkey(String)

    /// The code in two fields: the recovery code, if there is one. nil if both are empty.
    public init?(app: String, recovery: String) {
        if recovery.trimmed(\.isASCIIWhitespace).isEmpty {
            self.init(app)
        } else {
            self = .recovery(recovery)
        }
    }

    /// The code in a field that takes either; nil if it is empty.
    public init?(_ typed: String) {
        if typed.trimmed(\.isASCIIWhitespace).isEmpty { return nil }
        self = RecoveryCode(typed: typed) == nil ? .app(typed) : .recovery(typed)
    }
}

/// The second factor of an account: an authenticator app, and recovery codes for the time without it. Passkeys are in
/// ``Passkeys``.
public struct SecondFactors: Sendable {
    let store: any AuthStore
    let box: SecretBox
    let mails: MailLimits
    let refusals: RefusalLog
    let policy: CurrentPolicy
    let passkeys: PasskeyCheck
    let now: @Sendable () -> Date

    /// Time in which a set-up can be confirmed, in seconds.
    static let setUp: TimeInterval = 1800
    package static let recoveryCodes = 10
}

/// The second factor of an account, as its person sees it.
public struct SecondFactorState: Hashable, Sendable {
    /// The time at which the authenticator app was added; nil without one.
    public let appAddedAt: Date?
    /// The number of unused recovery codes.
    public let codesLeft: Int
    /// The browsers that are not asked, newest first.
    public let trustedBrowsers: [TrustedBrowser]
    /// The time from which an administrator's reset takes effect; nil if none waits.
    public let resetAt: Date?
}

/// A set-up of an authenticator app that nobody has confirmed yet. Nothing of it is stored.
public struct AppSetUp: Sendable {
    package let totp: TOTP
    /// The secret, in Base32.
    public var secret: String { totp.base32 }
    /// The address for the QR code, `otpauth://totp/…`.
    public let address: String
    /// The encrypted secret, to be sent back with the first code.
    public let sealed: String
}

/// The reason why an authenticator app is not added.
public enum AppSetUpProblem: Error, Hashable, Sendable {
    case wrongCode
    /// The set-up is of another account, or older than half an hour.
    case expired
    /// The account has got an app, or another one, or lost it, since the set-up began.
    case superseded
}

// MARK: State

extension SecondFactors {
    public func state(of account: AccountID) async throws -> SecondFactorState {
        let since = now() - TrustedBrowser.lifetime
        return try await store.read { transaction in
            SecondFactorState(
                appAddedAt: try transaction.totp(of: account)?.addedAt,
                codesLeft: try transaction.recoveryCodes(of: account).count { $0.usedAt == nil },
                trustedBrowsers: try transaction.trustedBrowsers(of: account, since: since),
                resetAt: try transaction.factorReset(of: account)?.dueAt)
        }
    }

    /// Whether the account has an authenticator app, whose codes its proofs need besides the password. False while the
    /// policy is `off`.
    public func hasApp(_ account: AccountID) async throws -> Bool {
        guard areOffered else { return false }
        return try await store.read { try $0.totp(of: account) != nil }
    }

    /// The second factor that proofs of the account need besides the password.
    func need(of account: Account) async throws -> FactorNeed {
        let policy = policy.value.secondFactor
        return try await store.read { try $0.factorNeed(of: account, by: policy) }
    }

    /// Whether only a passkey proves who the person is: the account must have a second factor, and has no other.
    public func needsPasskey(_ account: Account) async throws -> Bool {
        let policy = policy.value.secondFactor
        guard policy.requires(account) else { return false }
        return try await store.read {
            try $0.totp(of: account.id) == nil && $0.factorNeed(of: account, by: policy) == .factor
        }
    }

    /// Whether the account must have a second factor, and has none.
    public func isDue(_ account: Account) async throws -> Bool { try await need(of: account) == .enrolment }

    /// Whether people can have a second factor.
    public var areOffered: Bool { policy.value.secondFactor != .off }

    /// Whether the account must have a second factor.
    public func areRequired(of account: Account) -> Bool { policy.value.secondFactor.requires(account) }
}

// MARK: Changes

extension SecondFactors {
    /// Begins the set-up of an authenticator app.
    ///
    /// - Parameter issuer: the name of the installation, for the app.
    public func begin(for account: AccountID, issuer: String) async throws -> AppSetUp {
        let secret = TOTP.makeSecret()
        let replaces = try await store.read { try $0.totp(of: account)?.addedAt }
        let content = SealedSetUp(secret: secret, time: now(), replaces: replaces)
        let sealed = try box.seal(
            try JSONEncoder().encode(content), for: .factor, context: SecretBox.context(ofSetUpBy: account))
        return setUp(secret, of: account, issuer: issuer, sealed: sealed.base64EncodedString())
    }

    /// The set-up that was sent back.
    ///
    /// - Throws: ``AppSetUpProblem/expired``
    public func reopen(_ sealed: String, for account: AccountID, issuer: String) throws -> AppSetUp {
        setUp(try content(of: sealed, account).secret, of: account, issuer: issuer, sealed: sealed)
    }

    /// Adds the authenticator app of a set-up in place of an earlier one, and makes new recovery codes.
    ///
    /// - Parameters:
    ///   - sealed: from ``AppSetUp``.
    ///   - code: of the app. It is used up.
    ///   - identity: the person's request, whose sign-in is proved with the app from now on; nil for none.
    /// - Returns: the recovery codes, which nobody can see again.
    /// - Throws: ``AppSetUpProblem``
    public func confirm(
        _ sealed: String, code: String, of account: Account, client: Client, in identity: RequestIdentity? = nil
    ) async throws -> [RecoveryCode] {
        let time = now()
        guard let (app, codes) = try newApp(sealed, code: code, of: account.id, at: time) else {
            throw AppSetUpProblem.wrongCode
        }
        try await store.write { transaction in
            try transaction.add(app, of: account, in: identity?.signIn?.id, client, at: time)
            if let signIn = identity?.signIn, let access = identity?.access {
                _ = try transaction.update(signIn.id, of: access.browser, .factor(.app, time))
            }
        }
        return codes
    }

    /// The app of a set-up within a sign-in, and its recovery codes. Checks the code within the attempt limits, because
    /// the password alone allows the attempt. Stores nothing else.
    ///
    /// - Throws: ``AuthError/pendingSignInEnded``, ``AuthError/wrongCode``, ``AuthError/tooManyCodes(retryAfter:)``.
    func enrolment(
        _ sealed: String, code: String, of account: AccountID, client: Client
    ) async throws -> (app: NewApp, codes: [RecoveryCode]) {
        try await limited(account, client) { time in
            do {
                return try newApp(sealed, code: code, of: account, at: time)
            } catch AppSetUpProblem.expired {
                throw AuthError.pendingSignInEnded
            }
        }
    }

    /// - Returns: nil if the code is wrong.
    /// - Throws: ``AppSetUpProblem/expired``
    private func newApp(
        _ sealed: String, code: String, of account: AccountID, at time: Date
    ) throws -> (app: NewApp, codes: [RecoveryCode])? {
        let content = try content(of: sealed, account)
        guard let step = TOTP(secret: content.secret).step(of: code, at: time) else { return nil }
        let secret = try box.sealTOTP(content.secret, of: account)
        let totp = StoredTOTP(sealedSecret: secret, addedAt: time, lastStep: step)
        let codes = (0..<Self.recoveryCodes).map { _ in RecoveryCode.random() }
        return (NewApp(totp: totp, replaces: content.replaces, recoveryCodes: codes.map(\.digest)), codes)
    }

    /// Removes the authenticator app and everything that belongs to it. A reset also removes the passkeys.
    ///
    /// - Parameters:
    ///   - isReset: whether it is removed for a person who has lost it. An account that must have a factor then needs
    ///     another.
    /// - Returns: false if there is none.
    /// - Throws: ``AuthError/secondFactorRequired`` if the account must have a factor, and would have none.
    @discardableResult
    public func remove(
        of account: Account, isReset: Bool = false, client: Client
    ) async throws -> Bool {
        let (time, policy) = (now(), policy.value.secondFactor)
        return try await store.write { transaction in
            if isReset {
                _ = try transaction.deleteFactorReset(of: account.id)
                return try transaction.reset(account, by: nil, client, at: time)
            }
            guard try transaction.deleteFactors(of: account.id) else { return false }
            try transaction.requireFactor(of: account, by: policy)
            try transaction.endEmptyReset(of: account.id)
            try transaction.forgetCodes(of: account.id)
            try transaction.tell(.appRemoved, .factorRemoved, of: account, client, at: time)
            return true
        }
    }

    /// Replaces the recovery codes.
    ///
    /// - Returns: the new codes, which nobody can see again; nil without an authenticator app.
    public func renewCodes(of account: Account, client: Client) async throws -> [RecoveryCode]? {
        let time = now()
        let codes = (0..<Self.recoveryCodes).map { _ in RecoveryCode.random() }
        return try await store.write { transaction in
            guard try transaction.totp(of: account.id) != nil else { return nil }
            try transaction.setRecoveryCodes(codes.map(\.digest), of: account.id)
            try transaction.tell(.codesRenewed, .recoveryCodesMade, of: account, client, at: time)
            return codes
        }
    }

    /// Has a browser asked again.
    ///
    /// - Parameter browser: nil for all.
    public func endTrust(in browser: Browser.ID?, of account: AccountID, client: Client) async throws {
        let event = SecurityEvent(.trustEnded, account: account, client: client, time: now())
        try await store.write { transaction in
            try transaction.endTrust(of: account, in: browser)
            try transaction.log(event)
        }
    }

    private func setUp(_ secret: Data, of account: AccountID, issuer: String, sealed: String) -> AppSetUp {
        let totp = TOTP(secret: secret)
        return AppSetUp(totp: totp, address: totp.address(account: account.user, issuer: issuer), sealed: sealed)
    }

    private func content(of sealed: String, _ account: AccountID) throws(AppSetUpProblem) -> SealedSetUp {
        guard let data = Data(base64Encoded: sealed),
            let opened = box.open(data, for: .factor, context: SecretBox.context(ofSetUpBy: account)),
            let content = try? JSONDecoder().decode(SealedSetUp.self, from: opened),
            now().timeIntervalSince(content.time) < Self.setUp
        else { throw .expired }
        return content
    }
}

/// The part of a set-up that a browser keeps, encrypted.
private struct SealedSetUp: Codable {
    let secret: Data
    let time: Date
    /// The time at which the account's app was added when the set-up began; nil if it had none.
    let replaces: Date?
}

extension SecretBox {
    fileprivate static func context(ofSetUpBy account: AccountID) -> String { "set-up\n\(account)" }
}
