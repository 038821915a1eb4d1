import Foundation
import PorticoConfig

/// Ends gateway tokens that no sign-in uses any more, in the background.
public struct GatewayTokens: Sendable {
    let gateways: GatewayAccess
    let store: any AuthStore
    let policy: CurrentPolicy
    let now: @Sendable () -> Date
    /// Maximum number of tokens of a gateway to end in one run.
    private static let batch = 100
    /// Maximum number of attempts to end a token, and maximum pause between two attempts, in seconds.
    private static let attempts = 20
    private static let longestPause = 6 * 3600.0

    /// Ends the tokens that no sign-in uses any more. Tokens of an unreachable gateway stay queued.
    public func end() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for server in gateways.servers { group.addTask { try await end(at: server) } }
            try await group.waitForAll()
        }
    }

    private func end(at server: ServerID) async throws {
        for ended in try await store.endedGatewayTokens(at: server, dueBy: now(), limit: Self.batch) {
            do {
                try await end(ended)
                try await store.forgetEndedGatewayToken(ended.id)
            } catch GatewayError.cancelled {
                throw CancellationError()
            } catch let error as GatewayError {
                // Accounts of one server can have tokens of several providers.
                if error.isOfGateway, gateways.has(server) { return }
                guard ended.attempts + 1 < Self.attempts else {
                    try await store.forgetEndedGatewayToken(ended.id)
                    continue
                }
                try await postpone(ended)
            } catch let failure as StorageFailure where failure.cause == .unknownKey {
                // Another server has the key, or this one will get it.
                try await postpone(ended)
            }
        }
    }

    private func postpone(_ ended: EndedGatewayToken) async throws {
        let pause = min(2 * pow(2, Double(ended.attempts)), Self.longestPause)
        try await store.postponeEndedGatewayToken(ended.id, to: now() + pause)
    }

    /// A gateway may issue the same token to several sign-ins. The token ends with the last of them.
    private func end(_ ended: EndedGatewayToken) async throws {
        let account = ended.account
        let token = try gateways.box.openStored(ended.sealedToken, of: account)
        let inForce = try await store.gatewayTokens(of: account).map { try gateways.box.openStored($0, of: account) }
        if let tokens = ProviderTokens(token) { return try await end(tokens, inForce.compactMap(ProviderTokens.init)) }
        guard let gateway = gateways[account.server] else { return }
        guard !inForce.contains(token) else { return }
        do {
            try await gateway.logout(token)
        } catch {
            // A refused token is no longer in force.
            guard error == .refused(.credentials) || error == .refused(.forbidden) else { throw error }
        }
    }

    /// Ending a token can end the session at the provider. Another sign-in may need that.
    private func end(_ tokens: ProviderTokens, _ inForce: [ProviderTokens]) async throws {
        guard let refresh = tokens.refresh, let provider = gateways.providers[ServerID(rawValue: tokens.provider)],
            !inForce.contains(where: {
                $0.provider == tokens.provider
                    && ($0.refresh == refresh || tokens.session != nil && $0.session == tokens.session)
            })
        else { return }
        do {
            try await provider.revoke(refresh)
        } catch {
            // With another status, the provider does not know the token any more.
            guard case .failed(let status) = error, status < 500 else { throw error }
        }
    }

    /// Removes the tokens of expired sign-ins and queues them to be ended. Waits for uses that other servers have
    /// recorded but not stored yet.
    public func takeExpired() async throws {
        let time = now().addingTimeInterval(-CachedAuthStore.lagOfUses)
        _ = try await store.takeGatewayTokens(expiredAt: time, policy.value.sessions)
    }
}

extension AuthStore {
    /// The sealed token of a sign-in that was not ended; nil if there is none.
    public func gatewayToken(of signIn: SignIn.ID) async throws -> Data? {
        try await read { try $0.gatewayTokens(SignInFilter(id: signIn)).first }
    }

    /// The sealed tokens of the account's sign-ins that were not ended, and of its pending ones.
    public func gatewayTokens(of account: AccountID) async throws -> [Data] {
        try await read {
            try $0.gatewayTokens(SignInFilter(account: account)) + $0.pendingGatewayTokens(of: account)
        }
    }

    /// Removes the tokens of expired sign-ins and queues them to be ended.
    ///
    /// - Returns: the accounts of these sign-ins.
    public func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) async throws -> Set<AccountID> {
        try await write { try $0.takeGatewayTokens(expiredAt: time, policy) }
    }

    /// Queues a token that belongs to no sign-in to be ended at its gateway.
    public func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) async throws {
        try await write { try $0.insertEndedGatewayToken(sealedToken, of: account) }
    }

    /// Queued tokens to end at a gateway, oldest first.
    public func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) async throws -> [EndedGatewayToken] {
        try await read { try $0.endedGatewayTokens(at: server, dueBy: time, limit: limit) }
    }

    /// Records a failed attempt to end a token, and the time of the next attempt.
    public func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) async throws {
        try await write { try $0.postponeEndedGatewayToken(id, to: time) }
    }

    /// Removes a token from the queue.
    public func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) async throws {
        try await write { try $0.deleteEndedGatewayToken(id) }
    }
}
