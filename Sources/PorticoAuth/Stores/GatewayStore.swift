import Foundation
import PorticoConfig

/// What is kept of accounts that live on gateways, beside what ``SignInStore/signIn(_:)`` keeps.
///
/// The token of a sign-in that ends, is deleted or gets another one is kept apart in the same transaction, until it has
/// been ended at its gateway too.
public protocol GatewayStore: Sendable {
    /// The sealed token of a sign-in that has not been ended; nil where there is none.
    func gatewayToken(of signIn: SignIn.ID) async throws -> Data?
    /// The sealed tokens of the sign-ins of an account that have not been ended.
    func gatewayTokens(of account: AccountID) async throws -> [Data]
    /// Notes what a gateway says of a person now.
    ///
    /// - Returns: whether that is anything new.
    /// - Throws: ``AuthError/noSuchAccount``; ``AuthError/otherPerson`` where the number is not the one that is kept.
    func setPerson(_ person: GatewayPerson, of account: AccountID) async throws -> Bool
    /// Takes the tokens of the sign-ins that have expired.
    ///
    /// - Returns: the accounts whose sign-ins lost one.
    func takeGatewayTokens(expiredAt time: Date, _ policy: SessionPolicy) async throws -> Set<AccountID>
    /// Keeps a token apart that no sign-in has, to be ended at its gateway.
    func addEndedGatewayToken(_ sealedToken: Data, of account: AccountID) async throws
    /// Tokens that are to be ended at a gateway now, the oldest first.
    func endedGatewayTokens(at server: ServerID, dueBy time: Date, limit: Int) async throws -> [EndedGatewayToken]
    /// Notes that a token could not be ended, and when that is tried again.
    func postponeEndedGatewayToken(_ id: EndedGatewayToken.ID, to time: Date) async throws
    func forgetEndedGatewayToken(_ id: EndedGatewayToken.ID) async throws
}
