import Foundation
import PorticoConfig

/// What is kept of accounts that live on gateways, beside what ``SignInStore/signIn(_:)`` keeps.
public protocol GatewayStore: Sendable {
    /// The sealed token of a sign-in that has not been ended; nil where there is none.
    func gatewayToken(of signIn: SignIn.ID) async throws -> Data?
    /// Notes what a gateway says of a person now.
    ///
    /// - Returns: whether that is anything new.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/otherPerson`` where the number is not the one that is kept.
    func setPerson(_ person: GatewayPerson, of account: AccountID) async throws -> Bool
    /// Tokens of sign-ins that have ended, the oldest first: they are kept until ``forgetGatewayToken(of:)``.
    func endedGatewayTokens(limit: Int) async throws -> [EndedGatewayToken]
    /// Forgets the token of a sign-in that has ended.
    func forgetGatewayToken(of signIn: SignIn.ID) async throws
}
