import Foundation
import PorticoConfig

/// Tokens that no sign-in has any more: they are ended at their gateways, in the background.
public struct GatewayTokens: Sendable {
    let gateways: GatewayAccess
    let store: any AuthStore
    let changes: ConfigChanges
    let sessions: SessionPolicy
    let now: @Sendable () -> Date
    /// The most tokens of a gateway that are ended in one go.
    private static let batch = 100
    /// How often it is tried to end a token that its gateway does not end, and the most seconds between two tries.
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
        for account in try await store.takeGatewayTokens(expiredAt: now(), sessions) {
            changes.publish(ConfigChange(scope: .person(account), keys: [UserConfig.sessionsKey]))
        }
    }
}
