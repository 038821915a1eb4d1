import Foundation
import PorticoAuth
import PorticoConfig

extension FaultyAuthStore {
    public func signIn(_ new: NewSignIn) async throws -> SignInResult {
        try await writing().signIn(new)
    }

    public func signOut(
        _ access: BrowserAccess, newToken: TokenDigest, of signIn: SignIn.ID?, events: [SecurityEvent], at time: Date
    ) async throws {
        try await writing().signOut(access, newToken: newToken, of: signIn, events: events, at: time)
    }

    public func hasSignedIn(_ account: AccountID, in browser: Browser.ID) async throws -> Bool {
        try await reading().hasSignedIn(account, in: browser)
    }

    public func select(_ signIn: SignIn.ID, in access: BrowserAccess, at time: Date) async throws {
        try await writing().select(signIn, in: access, at: time)
    }

    public func reauthenticate(_ proof: Reauthentication) async throws { try await writing().reauthenticate(proof) }

    public func gatewayToken(of signIn: SignIn.ID) async throws -> Data? {
        try await reading().gatewayToken(of: signIn)
    }

    public func setPerson(_ person: GatewayPerson, of account: AccountID) async throws -> Bool {
        try await writing().setPerson(person, of: account)
    }

    public func gatewayTokens(of account: AccountID) async throws -> [Data] {
        try await reading().gatewayTokens(of: account)
    }

    public func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) async throws -> Set<AccountID> {
        try await writing().takeGatewayTokens(expiredAt: time, policy)
    }

    public func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) async throws {
        try await writing().addEndedGatewayToken(sealedToken, of: account)
    }

    public func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) async throws -> [EndedGatewayToken] {
        try await reading().endedGatewayTokens(at: server, dueBy: time, limit: limit)
    }

    public func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) async throws {
        try await writing().postponeEndedGatewayToken(id, to: time)
    }

    public func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) async throws {
        try await writing().forgetEndedGatewayToken(id)
    }

    public func setAutomatic(_ change: AutomaticSignInChange) async throws {
        try await writing().setAutomatic(change)
    }

    public func signIns(of account: AccountID) async throws -> [OpenSignIn] {
        try await reading().signIns(of: account)
    }

    public func openSignIns() async throws -> [OpenSignIn] { try await reading().openSignIns() }

    public func endSignIns(
        _ ending: SignInEnding, of account: AccountID, event: SecurityEvent?, at time: Date
    ) async throws -> [SignIn.ID] {
        try await writing().endSignIns(ending, of: account, event: event, at: time)
    }

    public func endSignIn(using link: TokenDigest, event: SecurityEvent?, at time: Date) async throws -> AccountID {
        try await writing().endSignIn(using: link, event: event, at: time)
    }

    public func recordUse(_ uses: [SignIn.ID: SignInUse]) async throws { try await writing().recordUse(uses) }

    @discardableResult
    public func deleteSignIns(lastUsedBefore time: Date) async throws -> Int {
        try await writing().deleteSignIns(lastUsedBefore: time)
    }
}
