import Foundation
import PorticoConfig

extension GatewayAccess {
    /// Maximum number of secrets that one transaction reseals.
    static let resealingBatch = 500

    /// Reseals the stored tokens of gateways with the current key. Drafts stay unchanged, because they expire after an
    /// hour.
    ///
    /// - Parameter lose: called for each token that no key opens.
    /// - Returns: the numbers of resealed tokens, and of tokens that no key opens.
    public func reseal(
        in store: any AuthStore, lose: (StoredGatewayToken) async throws -> Void = { _ in }
    ) async throws -> (sealed: Int, lost: Int) {
        var (sealed, lost) = (0, 0)
        for places in StoredGatewayToken.Place.first {
            var next: StoredGatewayToken.Place? = places
            while let after = next {
                let batch = try await store.write { transaction in
                    let tokens = try transaction.storedGatewayTokens(after: after, limit: Self.resealingBatch)
                    var (sealed, lost): (Int, [StoredGatewayToken]) = (0, [])
                    for token in tokens where !box.isCurrent(token.sealed) {
                        guard let secret = box.open(token.sealed, of: token.account) else {
                            lost.append(token)
                            continue
                        }
                        try transaction.replace(token, by: try box.seal(secret, of: token.account))
                        sealed += 1
                    }
                    return (sealed: sealed, lost: lost, last: tokens.last?.place)
                }
                sealed += batch.sealed
                lost += batch.lost.count
                for token in batch.lost { try await lose(token) }
                next = batch.last
            }
        }
        return (sealed, lost)
    }

    /// Reseals the secrets of authenticator apps with the current key. A secret that no key opens stays: its account is
    /// still asked for a second factor, for which a recovery code works.
    ///
    /// - Returns: the numbers of resealed secrets, and of secrets that no key opens.
    public func resealTOTPs(in store: any AuthStore) async throws -> (sealed: Int, lost: Int) {
        var (sealed, lost) = (0, 0)
        var last: AccountID?
        repeat {
            let batch = try await store.write { [last] transaction in
                let totps = try transaction.totps(after: last, limit: Self.resealingBatch)
                var (sealed, lost) = (0, 0)
                for (account, totp) in totps where !box.isCurrent(totp.sealedSecret) {
                    guard let secret = box.openTOTP(totp.sealedSecret, of: account) else {
                        lost += 1
                        continue
                    }
                    try transaction.reseal(
                        totp.sealedSecret, to: try box.sealTOTP(secret, of: account), of: account)
                    sealed += 1
                }
                return (sealed: sealed, lost: lost, last: totps.last?.account)
            }
            sealed += batch.sealed
            lost += batch.lost
            last = batch.last
        } while last != nil
        return (sealed, lost)
    }
}

extension StoredGatewayToken.Place {
    /// The places before the first token of each kind.
    fileprivate static let first: [Self] = [.signIn(0), .pending(.least), .ended(0)]
}
