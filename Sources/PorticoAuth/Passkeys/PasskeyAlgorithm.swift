/// The signature algorithms of passkeys, best first, with their numbers in COSE (RFC 9053, RFC 8812).
public enum PasskeyAlgorithm: Int, CaseIterable, Sendable {
    /// Ed25519.
    case eddsa = -8
    /// ECDSA with P-256 and SHA-256.
    case es256 = -7
    /// RSASSA-PKCS1-v1_5 with SHA-256 and keys of 2,048 to 4,096 bits. Windows Hello has only this one on many computers.
    case rs256 = -257
}
