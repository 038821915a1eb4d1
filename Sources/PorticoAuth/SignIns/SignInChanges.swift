import Foundation
import PorticoConfig

/// A proof about to be noted of somebody who is signed in.
public struct Reauthentication: Sendable {
    public let signIn: SignIn.ID
    public let access: BrowserAccess
    /// The browser's token from now on.
    public let token: TokenDigest
    /// The hash of the password that was checked; nil for an account of a gateway.
    public let passwordHash: String?
    /// What the gateway of the account said; its token replaces the one that is kept.
    public let gateway: GatewayRecord?
    public let event: SecurityEvent?
    public let time: Date

    public init(
        _ signIn: SignIn.ID, in access: BrowserAccess, token: TokenDigest, passwordHash: String?,
        gateway: GatewayRecord? = nil, event: SecurityEvent? = nil, time: Date
    ) {
        self.signIn = signIn
        self.access = access
        self.token = token
        self.passwordHash = passwordHash
        self.gateway = gateway
        self.event = event
        self.time = time
    }
}

/// A change of whether a sign-in is automatic.
public struct AutomaticSignInChange: Sendable {
    public let access: BrowserAccess
    public let signIn: SignIn.ID
    public let isAutomatic: Bool
    /// The run of the browser from now on, where it has begun a new one.
    public let newRun: TokenDigest?
    public let time: Date

    public init(
        access: BrowserAccess, signIn: SignIn.ID, isAutomatic: Bool, newRun: TokenDigest?, time: Date
    ) {
        self.access = access
        self.signIn = signIn
        self.isAutomatic = isAutomatic
        self.newRun = newRun
        self.time = time
    }
}

// MARK: In a browser

extension AuthStore {
    /// Ends sign-ins of a browser and gives it a new token.
    ///
    /// - Parameter signIn: the one to end; nil ends all.
    /// - Throws: ``AuthError/signInEnded`` where the token that the request brought names no browser any more.
    public func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) async throws {
        try await write { transaction in
            try transaction.requireAlive(access)
            try transaction.endSignIns(SignInFilter(id: signIn, browser: access.browser), at: time)
            try transaction.setToken(newToken, of: access.browser)
            for event in events { try transaction.log(event) }
        }
    }

    /// Makes another sign-in of the browser the current one.
    ///
    /// - Throws: ``AuthError/signInEnded``
    public func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) async throws {
        try await write { transaction in
            try transaction.requireAlive(access)
            let selectedAt = try transaction.selectionTime(in: access.browser, at: time)
            try transaction.change(signIn, of: access.browser, .selectedAt(selectedAt))
        }
    }

    /// Notes that the person proved once more who they are, and gives the browser a new token.
    ///
    /// - Throws: ``AuthError/signInEnded``; ``AuthError/wrongCredentials`` where the password is not that of `passwordHash`
    ///   any more; ``AuthError/otherPerson`` where a gateway said so.
    public func reauthenticate(_ proof: Reauthentication) async throws {
        try await write { transaction in
            try transaction.requireAlive(proof.access)
            let browser = proof.access.browser
            try transaction.change(proof.signIn, of: browser, .authenticatedAt(proof.time))
            guard
                let id = try transaction.signIns(SignInFilter(id: proof.signIn)).first?.signIn.account.id,
                let found = try transaction.credential(of: id), found.passwordHash == proof.passwordHash
            else { throw AuthError.wrongCredentials }
            if let record = proof.gateway {
                try transaction.setPerson(record.person, of: found.account)
                try transaction.change(proof.signIn, of: browser, .gatewayToken(record.sealedToken))
            }
            try transaction.setToken(proof.token, of: browser)
            try transaction.log(proof.event)
        }
    }

    /// Changes whether a sign-in is automatic.
    ///
    /// - Throws: ``AuthError/signInEnded``
    public func setAutomatic(_ change: AutomaticSignInChange) async throws {
        try await write { transaction in
            try transaction.requireAlive(change.access)
            let browser = change.access.browser
            if let run = change.newRun { try transaction.beginRun(run, of: browser, at: change.time) }
            try transaction.change(change.signIn, of: browser, .isAutomatic(change.isAutomatic))
        }
    }
}

// MARK: Wherever they are

extension AuthStore {
    /// Ends sign-ins of an account, wherever they are.
    ///
    /// - Returns: the ids of those that were ended.
    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await write { transaction in
            let ended = try transaction.endSignIns(ending.filter(account), at: time)
            if !ended.isEmpty { try transaction.log(event) }
            return ended
        }
    }

    /// Ends the sign-in that `link` is for.
    ///
    /// - Returns: the account whose it was.
    /// - Throws: a ``LinkProblem``
    public func endSignIn(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws -> AccountID {
        try await write { transaction in
            let link = try transaction.use(link, for: [.endSignIn], at: time)
            guard let account = link.account, let signIn = link.signIn else { throw LinkProblem.unknown }
            try transaction.endSignIns(SignInFilter(id: signIn, account: account), at: time)
            try transaction.log(event)
            return account
        }
    }

    /// Notes when sign-ins were last used; those that have ended stay as they are.
    public func recordUse(_ uses: [SignIn.ID: SignInUse]) async throws {
        try await write { transaction in
            for (id, use) in uses { try transaction.recordUse(use, of: id) }
        }
    }

    /// Deletes sign-ins last used before this time, but the last of each account, and browsers where nobody has signed in
    /// since.
    ///
    /// - Returns: how many sign-ins were deleted.
    @discardableResult
    public func deleteSignIns(lastUsedBefore time: Date) async throws -> Int {
        try await write { try $0.deleteSignIns(lastUsedBefore: time) }
    }
}

// MARK: Steps that several of them share

extension AuthTransaction {
    /// Whether what a request brought still names its browser.
    func isAlive(_ access: BrowserAccess) throws -> Bool { try browserID(access.token) == access.browser }

    /// - Throws: ``AuthError/signInEnded``
    fileprivate func requireAlive(_ access: BrowserAccess) throws {
        guard try isAlive(access) else { throw AuthError.signInEnded }
    }

    /// Changes a sign-in of a browser.
    ///
    /// - Throws: ``AuthError/signInEnded``
    fileprivate func change(_ signIn: SignIn.ID, of browser: Browser.ID, _ change: SignInUpdate) throws {
        guard try update(signIn, of: browser, change) else { throw AuthError.signInEnded }
    }

    /// Notes the run that a browser is in. Where it is a new one, the sign-ins that belonged to the old one end.
    func beginRun(_ run: TokenDigest, of browser: Browser.ID, at time: Date) throws {
        guard try setRun(run, of: browser) else { return }
        try endSignIns(SignInFilter(browser: browser, isAutomatic: false), at: time)
    }

    /// Later than every selection in this browser, also where several are made within one millisecond.
    func selectionTime(in browser: Browser.ID, at time: Date) throws -> Date {
        let last = try signIns(SignInFilter(browser: browser)).map(\.signIn.selectedAt).max()
        return max(time, last.map { $0 + 0.001 } ?? .distantPast)
    }
}
