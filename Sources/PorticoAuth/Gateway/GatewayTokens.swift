import Foundation
import PorticoConfig

/// Tokens that no sign-in has any more: they are ended at their gateways, in the background.
public struct GatewayTokens: Sendable {
    let gateways: GatewayAccess
    let store: any AuthStore
    let sessions: SessionPolicy
    let now: @Sendable () -> Date
    /// The most tokens of a gateway that are ended in one go.
    private static let batch = 100
    /// The most attempts to end a token at its gateway, and the most seconds between two of them.
    private static let attempts = 20
    private static let longestPause = 6 * 3600.0

    /// Ends at their gateways the tokens that no sign-in has any more. Where a gateway is out of reach they wait.
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
                if error.isOfGateway { return }
                if ended.attempts + 1 < Self.attempts {
                    let pause = min(2 * pow(2, Double(ended.attempts)), Self.longestPause)
                    try await store.postponeEndedGatewayToken(ended.id, to: now() + pause)
                } else {
                    try await store.forgetEndedGatewayToken(ended.id)
                }
            }
        }
    }

    /// A gateway may have given the same token to several sign-ins: then it ends with the last of them.
    private func end(_ ended: EndedGatewayToken) async throws {
        let account = ended.account
        guard let gateway = gateways[account.server], let token = gateways.box.open(ended.sealedToken, of: account)
        else { return }
        let open = try await store.gatewayTokens(of: account)
        guard !open.contains(where: { gateways.box.open($0, of: account) == token }) else { return }
        do {
            try await gateway.logout(token)
        } catch {
            // One that is refused is not in force any more.
            guard error == .refused(.credentials) || error == .refused(.forbidden) else { throw error }
        }
    }

    /// Takes the tokens of the sign-ins that have expired, so that they are ended too.
    public func takeExpired() async throws {
        _ = try await store.takeGatewayTokens(expiredAt: now(), sessions)
    }
}

extension AuthStore {
    /// The sealed token of a sign-in that has not been ended; nil where there is none.
    public func gatewayToken(of signIn: SignIn.ID) async throws -> Data? {
        try await read { try $0.gatewayTokens(SignInFilter(id: signIn)).first }
    }

    /// The sealed tokens of the sign-ins of an account that have not been ended.
    public func gatewayTokens(of account: AccountID) async throws -> [Data] {
        try await read { try $0.gatewayTokens(SignInFilter(account: account)) }
    }

    /// Takes the tokens of the sign-ins that have expired.
    ///
    /// - Returns: the accounts whose sign-ins lost one.
    public func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) async throws -> Set<AccountID> {
        try await write { try $0.takeGatewayTokens(expiredAt: time, policy) }
    }

    /// Keeps a token apart that no sign-in has, to be ended at its gateway.
    public func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) async throws {
        try await write { try $0.insertEndedGatewayToken(sealedToken, of: account) }
    }

    /// Tokens that are to be ended at a gateway now, the oldest first.
    public func endedGatewayTokens(
        at server: ServerID, dueBy time: Date, limit: Int
    ) async throws -> [EndedGatewayToken] {
        try await read { try $0.endedGatewayTokens(at: server, dueBy: time, limit: limit) }
    }

    /// Notes that a token could not be ended, and when that is tried again.
    public func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) async throws {
        try await write { try $0.postponeEndedGatewayToken(id, to: time) }
    }

    public func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) async throws {
        try await write { try $0.deleteEndedGatewayToken(id) }
    }
}
