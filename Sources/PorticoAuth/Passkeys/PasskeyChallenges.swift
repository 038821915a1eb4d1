import Foundation
import PorticoConfig

/// The challenges of ceremonies (WebAuthn level 3, 13.4.3).
///
/// A challenge is a sealed time. Nothing of it is stored before it is answered, so that a view of the login page writes
/// no row, and any number of them are open at once.
struct PasskeyChallenges: Sendable {
    /// The ceremony that a challenge is for. It answers no other one.
    enum Purpose: Hashable, Sendable {
        /// Signing in, by any account.
        case signIn
        /// The second step of a sign-in that waits, by the digest of its token.
        case secondStep(TokenDigest)
        /// Proving again who is signed in.
        case proof(SignIn.ID)
        /// A passkey for the account that is signed in.
        case registration(SignIn.ID)
        /// A passkey that the browser makes by itself after a sign-in.
        case silentRegistration(SignIn.ID)
        /// A passkey for a sign-in that waits until there is a second factor.
        case enrolment(TokenDigest)

        /// Whether the browser makes a passkey by itself.
        var isSilent: Bool {
            if case .silentRegistration = self { true } else { false }
        }

        fileprivate var context: String {
            switch self {
            case .signIn: "sign-in"
            case .secondStep(let waiting): "second step\n\(waiting.bytes.base64URL)"
            case .proof(let signIn): "proof\n\(signIn)"
            case .registration(let signIn): "registration\n\(signIn)"
            case .silentRegistration(let signIn): "silent registration\n\(signIn)"
            case .enrolment(let waiting): "enrolment\n\(waiting.bytes.base64URL)"
            }
        }
    }

    let box: SecretBox
    let now: @Sendable () -> Date

    /// Time in which a challenge can be answered, in seconds.
    static let lifetime: TimeInterval = 300
    /// Tolerance for the clocks of several servers, in seconds.
    static let drift: TimeInterval = 60

    /// - Throws: ``StorageFailure`` if this server may not seal.
    func make(for purpose: Purpose) throws -> Data {
        let time = withUnsafeBytes(of: Int64(now().timeIntervalSince1970).bigEndian) { Data($0) }
        // The random bytes of the ciphertext alone would suffice.
        let random = SecretBox.newKey().prefix(16)
        return try box.seal(time + random, for: .passkey, context: purpose.context)
    }

    /// Whether this installation has made the challenge for this purpose within the last five minutes.
    func isValid(_ challenge: Data, for purpose: Purpose) -> Bool {
        guard let opened = box.open(challenge, for: .passkey, context: purpose.context), opened.count == 24 else {
            return false
        }
        let time = opened.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let age = now().timeIntervalSince1970 - TimeInterval(time)
        return age > -Self.drift && age < Self.lifetime
    }
}
