import CFIDO2

/// The public key of a passkey, from a COSE key (RFC 9052, section 7; WebAuthn level 3, 6.5.1.1).
enum CredentialKey: Hashable {
    /// The coordinates of a point of P-256, 32 bytes each.
    case es256([UInt8])
    /// The 32 bytes of an Ed25519 key.
    case eddsa([UInt8])
    case rs256(modulus: [UInt8], exponent: [UInt8])

    var algorithm: PasskeyAlgorithm {
        switch self {
        case .es256: .es256
        case .eddsa: .eddsa
        case .rs256: .rs256
        }
    }

    /// Opens a COSE key that is all of `bytes`.
    init(_ bytes: [UInt8]) throws(PasskeyProblem) {
        var rest = bytes[...]
        try self.init(opening: &rest)
        guard rest.isEmpty else { throw .publicKey }
    }

    /// Opens the COSE key at the beginning of `bytes` and removes it from them.
    init(opening bytes: inout ArraySlice<UInt8>) throws(PasskeyProblem) {
        guard let map = CBORMap(opening: &bytes) else { throw .publicKey }
        guard let number = map.integer(COSE.algorithm), let algorithm = PasskeyAlgorithm(rawValue: number) else {
            throw .algorithm
        }
        let key =
            switch algorithm {
            case .es256: Self.es256(map)
            case .eddsa: Self.eddsa(map)
            case .rs256: Self.rs256(map)
            }
        guard let key else { throw .publicKey }
        self = key
    }

    // WebAuthn allows no optional members.

    private static func es256(_ map: CBORMap) -> CredentialKey? {
        guard map.labels == [COSE.type, COSE.algorithm, COSE.curve, COSE.x, COSE.y],
            map.integer(COSE.type) == Int(COSE_KTY_EC2), map.integer(COSE.curve) == Int(COSE_P256),
            let x = map.bytes(COSE.x), let y = map.bytes(COSE.y), x.count == 32, y.count == 32,
            FIDO2.withES256Key(x + y, { _ in true }) == true
        else { return nil }
        return .es256(x + y)
    }

    private static func eddsa(_ map: CBORMap) -> CredentialKey? {
        guard map.labels == [COSE.type, COSE.algorithm, COSE.curve, COSE.x],
            map.integer(COSE.type) == Int(COSE_KTY_OKP), map.integer(COSE.curve) == Int(COSE_ED25519),
            let x = map.bytes(COSE.x), x.count == 32
        else { return nil }
        return .eddsa(x)
    }

    private static func rs256(_ map: CBORMap) -> CredentialKey? {
        guard map.labels == [COSE.type, COSE.algorithm, COSE.modulus, COSE.exponent],
            map.integer(COSE.type) == Int(COSE_KTY_RSA),
            let modulus = map.bytes(COSE.modulus), let exponent = map.bytes(COSE.exponent),
            (2_048...4_096).contains(bits(modulus)), modulus.last.map({ $0 % 2 }) == 1,
            // Greater than 2^16 (FIPS 186-5, A.1.1), and of a size that OpenSSL accepts with every modulus.
            (17...64).contains(bits(exponent)), exponent.last.map({ $0 % 2 }) == 1
        else { return nil }
        return .rs256(modulus: modulus, exponent: exponent)
    }

    /// The size of a number, most significant byte first; 0 if there is a zero byte before it (RFC 8230, section 4).
    private static func bits(_ number: [UInt8]) -> Int {
        guard let first = number.first, first != 0 else { return 0 }
        return number.count * 8 - first.leadingZeroBitCount
    }
}

/// The labels of COSE keys (RFC 9052, 7.1; RFC 9053, 7; RFC 8230, 4).
private enum COSE {
    static let type: CBORMap.Label = 1
    static let algorithm: CBORMap.Label = 3
    static let curve: CBORMap.Label = -1
    static let x: CBORMap.Label = -2
    static let y: CBORMap.Label = -3
    static let modulus: CBORMap.Label = -1
    static let exponent: CBORMap.Label = -2
}
