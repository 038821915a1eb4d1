import Foundation
import PorticoConfig

/// A token that no sign-in has any more, and that has yet to be ended at its gateway.
public struct EndedGatewayToken: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let account: AccountID
    public let sealedToken: Data
    /// How often the gateway did not end it.
    public let attempts: Int

    public init(id: ID, account: AccountID, sealedToken: Data, attempts: Int) {
        self.id = id
        self.account = account
        self.sealedToken = sealedToken
        self.attempts = attempts
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
