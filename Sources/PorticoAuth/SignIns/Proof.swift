import Foundation
import PorticoConfig

/// The way in which a person has proved to own an account, and the state of the account that the proof is bound to. Every
/// sign-in and every reauthentication needs one.
public enum Proof: Sendable, CustomStringConvertible {
    /// A password, which matched this hash. Worthless once the account has another hash.
    case password(hash: String)
    /// A password, which the gateway of the account accepted, with the gateway's response.
    case gateway(GatewayRecord)
    /// A mailed one-time link, with which the person made the account or set its password.
    ///
    /// - Parameter hash: the hash of the new password; nil for a new account. Worthless once the account has another one.
    case link(hash: String? = nil)
    /// A mailed link to log in, or its code, in the browser that asked for it. The link is used up with the sign-in.
    case mail(link: TokenDigest)
    /// The one-time token that allowed the first account.
    case setup
    /// A passkey, with the verified use. It is the second factor, too.
    case passkey(UsedPasskey)
    /// A login at an identity provider.
    case provider

    /// Omits the hash, and the token of a gateway.
    public var description: String { "Proof(\(method))" }

    var method: SignInMethod {
        switch self {
        case .password, .gateway: .password
        case .link: .link
        case .mail: .mail
        case .setup: .setup
        case .passkey: .passkey
        case .provider: .provider
        }
    }

    /// The hash that the account must still have; nil if the proof is not bound to one.
    var passwordHash: String? {
        switch self {
        case .password(let hash): hash
        case .link(let hash): hash
        case .gateway, .mail, .setup, .passkey, .provider: nil
        }
    }

    /// The second factor that the proof contains; nil for none.
    var factor: UsedFactor? {
        if case .passkey(let used) = self { return .passkey(used) }
        return nil
    }

    /// The mailed link that the sign-in uses up; nil for none.
    var mailedLink: TokenDigest? {
        if case .mail(let link) = self { return link }
        return nil
    }

    var gateway: GatewayRecord? {
        if case .gateway(let record) = self { return record }
        return nil
    }
}

/// An account, and the proof that the requester owns it.
public struct ProvenAccount: Sendable {
    let id: AccountID
    let proof: Proof
    /// The time of the proof.
    let time: Date
    /// The second factor that was proved and used up besides; nil if none was.
    var factor: FactorKind?
    /// The login at the identity provider; nil for other proofs.
    var provider: ProviderRecord?
    /// The level of the proof.
    package var level: ProofLevel { factor == nil ? .password : .secondFactor }
    /// The attempts counted before the check, to be refunded with the sign-in.
    var forgiven: ForgivenAttempts?

    package init(id: AccountID, proof: Proof, time: Date, forgiven: ForgivenAttempts? = nil) {
        self.id = id
        self.proof = proof
        self.time = time
        self.forgiven = forgiven
    }
}
