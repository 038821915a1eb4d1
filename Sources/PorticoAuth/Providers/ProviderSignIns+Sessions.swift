import Foundation
import PorticoConfig

// The end of logins that a provider has made.
extension ProviderSignIns {
    /// The purpose of the limit of refused logout tokens.
    private static let purpose = "providerLogout"
    /// The refused logout tokens from one network within a minute.
    private static let limit = Limit(attempts: 60, window: 60)

    /// Ends the sign-ins that a logout token of a provider names, and notifies their open pages.
    ///
    /// - Returns: the number of ended sign-ins.
    /// - Throws: ``AuthError/gateway(_:)`` if the token does not count, ``LimitReached``.
    @discardableResult
    public func end(by token: String, of server: ServerID, client: Client) async throws -> Int {
        guard let provider = providers[server] else { throw AuthError.gateway(.unreachable) }
        let limits = LimitKey.networks(client, Self.purpose, Self.limit)
        try await store.countAttempt(limits, at: now())
        let verified: ProviderLogoutToken
        do throws(GatewayError) {
            verified = try await provider.logout(token)
        } catch {
            throw AuthError.gateway(error)
        }
        try await store.refundAttempt(Array(limits.keys))
        let logout = ProviderLogout(
            provider: server, subject: verified.subject, session: verified.session, time: verified.issuedAt)
        guard let logout else { throw AuthError.gateway(.invalidAnswer(.missing("logout_token.sub"))) }
        let time = now()
        return try await store.write { transaction in
            try transaction.deletePendingSignIns(endedBy: logout)
            let ending = SignInFilter(endedBy: logout)
            let accounts = Set(try transaction.signIns(ending).map(\.signIn.account.id))
            let ended = try transaction.endSignIns(ending, at: time)
            for account in accounts {
                try transaction.log(
                    SecurityEvent(
                        .sessionEnded, account: account, client: client, time: time, detail: server.rawValue))
            }
            return ended.count
        }
    }

    /// The secret tokens of a sign-in, where its provider is to log the person out, too; nil if it is not. To be asked
    /// before the sign-in ends.
    public func tokensForLogout(of signIn: SignIn) async throws -> ProviderTokens? {
        guard let id = signIn.provider, providers[id]?.logsOut == true else { return nil }
        let sealed = try await store.gatewayToken(of: signIn.id)
        return try sealed.flatMap { ProviderTokens(try box.openStored($0, of: signIn.account.id)) }
    }

    /// The address where a person logs out at the provider of a sign-in; nil if they do not.
    ///
    /// - Parameters:
    ///   - tokens: of the sign-in, as ``tokensForLogout(of:)``.
    ///   - returnAddress: where the provider leads afterwards.
    /// - Throws: ``AuthError/gateway(_:)``
    public func logoutAddress(
        of signIn: SignIn, _ tokens: ProviderTokens?, returnAddress: String
    ) async throws -> String? {
        guard let id = signIn.provider, let provider = providers[id], provider.logsOut else { return nil }
        do throws(GatewayError) {
            return try await provider.logoutAddress(idToken: tokens?.id, returnAddress: returnAddress)
        } catch {
            throw AuthError.gateway(error)
        }
    }

    /// The part of a person's login that a sign-in keeps.
    func record(of person: ProviderPerson, at provider: ServerID, for account: AccountID) throws -> ProviderRecord? {
        guard let session = person.session else { return nil }
        let tokens = ProviderTokens(session, at: provider)?.stored
        return ProviderRecord(
            provider: provider, subject: person.subject, session: session.id, issuedAt: session.issuedAt,
            sealedTokens: try tokens.map { try box.seal($0, of: account) })
    }
}
