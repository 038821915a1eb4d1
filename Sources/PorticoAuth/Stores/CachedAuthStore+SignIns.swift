import Foundation
import PorticoConfig

/// What a browser asks for changes that browser; what is asked for an account may change any.
extension CachedAuthStore {
    public func signIn(_ new: NewSignIn) async throws -> SignInResult {
        defer { if let access = new.access { forget(access.browser) } }
        let made = try await store.signIn(new)
        if made.changesAccount { invalidate() }
        if !made.ended.isEmpty { browsers.removeAll() }
        return made
    }

    public func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) async throws {
        defer { forget(access.browser) }
        try await store.signOut(access, newToken: newToken, of: signIn, events: events, at: time)
    }

    public func hasSignedIn(_ account: AccountID, in browser: Browser.ID) async throws -> Bool {
        try await store.hasSignedIn(account, in: browser)
    }

    public func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) async throws {
        defer { forget(access.browser) }
        try await store.select(signIn, in: access, at: time)
    }

    public func reauthenticate(_ proof: Reauthentication) async throws {
        defer { forget(proof.access.browser) }
        try await store.reauthenticate(proof)
    }

    public func setAutomatic(_ change: AutomaticSignInChange) async throws {
        defer { forget(change.access.browser) }
        try await store.setAutomatic(change)
    }

    public func signIns(of account: AccountID) async throws -> [OpenSignIn] {
        try await store.signIns(of: account)
    }

    public func openSignIns() async throws -> [OpenSignIn] { try await store.openSignIns() }

    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        defer { browsers.removeAll() }
        return try await store.endSignIns(ending, of: account, event: event, at: time)
    }

    public func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) async throws -> Set<AccountID> {
        try await store.takeGatewayTokens(expiredAt: time, policy)
    }

    public func endSignIn(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws -> AccountID {
        defer { browsers.removeAll() }
        return try await store.endSignIn(using: link, event: event, at: time)
    }

    public func recordUse(_ uses: [SignIn.ID: SignInUse]) async throws { try await store.recordUse(uses) }

    @discardableResult
    public func deleteSignIns(lastUsedBefore time: Date) async throws -> Int {
        let count = try await store.deleteSignIns(lastUsedBefore: time)
        if count > 0 { browsers.removeAll() }
        return count
    }
}
