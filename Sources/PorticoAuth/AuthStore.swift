import Foundation
import PorticoConfig

/// A sign-in about to be made.
public struct NewSignIn: Sendable {
    public let account: AccountID
    public let method: SignInMethod
    public let isAutomatic: Bool
    /// The token the browser brought; where it names a browser, that browser gets the new token.
    public let previousToken: TokenDigest?
    public let token: TokenDigest
    public let run: TokenDigest
    public let time: Date

    public init(
        account: AccountID, method: SignInMethod, isAutomatic: Bool, previousToken: TokenDigest?, token: TokenDigest,
        run: TokenDigest, time: Date
    ) {
        self.account = account
        self.method = method
        self.isAutomatic = isAutomatic
        self.previousToken = previousToken
        self.token = token
        self.run = run
        self.time = time
    }
}

/// A change of whether a sign-in is automatic.
public struct AutomaticSignInChange: Sendable {
    public let token: TokenDigest
    public let signIn: SignIn.ID
    public let isAutomatic: Bool
    /// The run of the browser from now on, where it has begun a new one.
    public let newRun: TokenDigest?
    public let record: RequestRecord?
    public let time: Date

    public init(
        token: TokenDigest, signIn: SignIn.ID, isAutomatic: Bool, newRun: TokenDigest?, record: RequestRecord?,
        time: Date
    ) {
        self.token = token
        self.signIn = signIn
        self.isAutomatic = isAutomatic
        self.newRun = newRun
        self.record = record
        self.time = time
    }
}

/// Where accounts, browsers and sign-ins are kept.
///
/// Every call is one transaction: it happens whole or, when it throws, not at all. A change that a call has acknowledged
/// survives the loss of power. Rows of browsers and sign-ins are only ever updated, never inserted again, so a late
/// request cannot revive an ended sign-in. Besides the ``AuthError``s named, calls throw the errors of the storage
/// underneath; callers treat those as "store unavailable".
public protocol AuthStore: Sendable {
    func hasAccounts() async throws -> Bool
    /// All accounts, by server and user name.
    func accounts() async throws -> [Account]
    func account(_ id: AccountID) async throws -> Account?
    /// The account and the encoded hash of its password, which is `nil` where it has none.
    func credential(of id: AccountID) async throws -> (account: Account, passwordHash: String?)?

    /// Adds an account.
    ///
    /// - Parameter mustBeFirst: whether to add it only while there is no account at all.
    /// - Throws: ``AuthError/accountExists``; ``AuthError/setupClosed`` where it had to be the first and is not.
    func add(_ account: Account, passwordHash: String, mustBeFirst: Bool) async throws
    /// Gives an account another password and ends all its sign-ins.
    ///
    /// - Throws: ``AuthError/noSuchAccount``.
    func setPasswordHash(_ hash: String, of id: AccountID, at time: Date) async throws
    /// Stores the same password under stronger parameters, unless it was changed meanwhile.
    func upgradePasswordHash(from old: String, to new: String, of id: AccountID) async throws
    /// Disables an account, which ends all its sign-ins, or enables it.
    ///
    /// - Throws: ``AuthError/noSuchAccount``.
    func setDisabled(_ isDisabled: Bool, _ id: AccountID, at time: Date) async throws

    /// The browser that holds this token, with its sign-ins that have not been ended.
    func browser(_ token: TokenDigest) async throws -> Browser?
    /// Makes a sign-in, gives the browser its new token and run, and remembers the server. A sign-in of the same account
    /// in the browser is ended, and so are, where a new run has begun, those of the run before.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` where the account was disabled or removed meanwhile.
    func signIn(_ new: NewSignIn) async throws -> Browser
    /// Ends all sign-ins of the browser with this token and gives it a new token; an unknown token is nothing to do.
    func signOut(_ token: TokenDigest, newToken: TokenDigest, at time: Date) async throws
    /// Changes whether a sign-in is automatic.
    ///
    /// - Returns: the stored outcome where the request is a repeated one, and nothing was done; otherwise `nil`.
    /// - Throws: ``AuthError/signInEnded``, ``AuthError/requestBodyDiffers``.
    func setAutomatic(_ change: AutomaticSignInChange) async throws -> RequestOutcome?
    /// Notes when sign-ins were last used; those that have ended stay as they are.
    func recordUse(_ lastSeen: [SignIn.ID: Date]) async throws
    /// The sign-ins and requests that are kept of an account; none for an account that is not there.
    func history(of id: AccountID) async throws -> AccountHistory
    /// Deletes request records made before this time.
    func deleteRequestRecords(before time: Date) async throws
}
