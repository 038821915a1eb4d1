import Foundation
import PorticoConfig

/// The tokens to hand to the browser after a sign-in or sign-out; the old ones are dead.
public struct BrowserTokens: Sendable {
    public let token: Token
    /// The token of the browser's present run; `nil` where the one it has stays in force.
    public let run: Token?
    /// Who is signed in with them; `nil` after a sign-out.
    public let account: AccountID?
}

/// The one path that every sign-in takes once somebody has proved who they are, and every sign-out.
///
/// Each is one transaction of the store and then one published change, so nobody observes a half.
public struct UserManager: Sendable {
    private let store: any AuthStore
    private let changes: ConfigChanges
    private let now: @Sendable () -> Date

    public init(store: any AuthStore, changes: ConfigChanges, now: @escaping @Sendable () -> Date) {
        self.store = store
        self.changes = changes
        self.now = now
    }

    /// Makes `account` the current one in the visitor's browser.
    ///
    /// - Throws: ``AuthError/wrongCredentials`` where the account was disabled meanwhile.
    public func signIn(
        _ account: AccountID, method: SignInMethod, isAutomatic: Bool, visitor: Visitor
    ) async throws -> BrowserTokens {
        let token = Token.random()
        let run = visitor.newRunIfNeeded()
        let browser = try await store.signIn(
            NewSignIn(
                account: account, method: method, isAutomatic: isAutomatic,
                previousToken: visitor.browser == nil ? nil : visitor.credentials.token, token: token.digest,
                run: run.digest, time: now()))
        changes.publish(ConfigChange(scope: .browser(browser.id), keys: [UserConfig.currentAccountKey]))
        return BrowserTokens(token: token, run: run.token, account: account)
    }

    /// Ends the sign-ins of the visitor's browser; `nil` where the browser is not known, so there is nothing to end.
    public func signOut(_ visitor: Visitor) async throws -> BrowserTokens? {
        guard let browser = visitor.browser, let old = visitor.credentials.token else { return nil }
        let token = Token.random()
        try await store.signOut(old, newToken: token.digest, at: now())
        changes.publish(ConfigChange(scope: .browser(browser.id), keys: [UserConfig.currentAccountKey]))
        return BrowserTokens(token: token, run: nil, account: nil)
    }

    /// Decides whether the visitor's sign-in outlives the browser.
    ///
    /// - Returns: the run token to hand out, where there is a new one, and, where the request is a repeated one, the
    ///   outcome it had the first time.
    /// - Throws: ``AuthError/signInEnded``, ``AuthError/requestBodyDiffers``.
    public func setAutomatic(
        _ isAutomatic: Bool, visitor: Visitor, record: RequestRecord?
    ) async throws -> (run: Token?, repeated: RequestOutcome?) {
        guard let signIn = visitor.signIn, let token = visitor.credentials.token else { throw AuthError.signInEnded }
        let run = isAutomatic ? nil : visitor.newRunIfNeeded().token
        let repeated = try await store.setAutomatic(
            AutomaticSignInChange(
                token: token, signIn: signIn.id, isAutomatic: isAutomatic, newRun: run?.digest, record: record,
                time: now()))
        guard repeated == nil else { return (nil, repeated) }
        changes.publish(ConfigChange(scope: .signIn(signIn.id), keys: [UserConfig.isAutoLoginKey]))
        return (run, nil)
    }
}

extension Visitor {
    /// The run the browser is in: the one it proved, or a new one.
    fileprivate func newRunIfNeeded() -> (digest: TokenDigest, token: Token?) {
        if let run = credentials.run, run == browser?.run { return (run, nil) }
        let token = Token.random()
        return (token.digest, token)
    }
}
