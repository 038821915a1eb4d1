import CArgon2
import CCrypt
import COpenSSL
import Crypto
import Foundation

extension ImportedHash.Scheme {
    /// Whether `password` has this hash.
    ///
    /// - Throws: ``PasswordHasher/Failure``
    func matches(_ password: [UInt8]) throws -> Bool {
        switch self {
        case .crypt(let hash, let ofSHA256):
            return try hash.matches(ofSHA256 ? Self.hexadecimal(SHA256.hash(data: password)) : password)
        case .argon2(let text, let variant, _):
            return try Self.matches(password, text, variant)
        case .pbkdf2(let digest, let iterations, let salt, let block):
            var computed = [UInt8](repeating: 0, count: block.count)
            let isComputed = password.withUnsafeBytes {
                PKCS5_PBKDF2_HMAC(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), salt, Int32(salt.count),
                    Int32(iterations), digest.function, Int32(block.count), &computed)
            }
            guard isComputed == 1 else { throw PasswordHasher.Failure(code: Self.code) }
            return ImportedHash.areEqual(computed, block)
        case .scrypt(let cost, let blockSize, let parallelism, let salt, let hash):
            var computed = [UInt8](repeating: 0, count: hash.count)
            let isComputed = password.withUnsafeBytes {
                EVP_PBE_scrypt(
                    $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, salt, salt.count, UInt64(cost),
                    UInt64(blockSize), UInt64(parallelism), Self.scryptMemory, &computed, computed.count)
            }
            guard isComputed == 1 else { throw PasswordHasher.Failure(code: Self.code) }
            return ImportedHash.areEqual(computed, hash)
        case .digest(let digest, let salt, let hash):
            return ImportedHash.areEqual(digest.hash(password + salt), hash)
        }
    }

    private static func matches(_ password: [UInt8], _ text: String, _ variant: ImportedHash.Argon2) throws -> Bool {
        let code = password.withUnsafeBytes { argon2_verify(text, $0.baseAddress, $0.count, variant.type) }
        switch code {
        case ARGON2_OK.rawValue: return true
        case ARGON2_VERIFY_MISMATCH.rawValue: return false
        default: throw PasswordHasher.Failure(code: code)
        }
    }

    /// The bound of OpenSSL, in bytes: all memory within ``ImportedHash/Bounds/scrypt``, and the blocks beside it.
    private static let scryptMemory: UInt64 = 1 << 30

    /// The latest error of OpenSSL on this thread.
    private static var code: Int32 { Int32(truncatingIfNeeded: ERR_get_error()) }

    private static func hexadecimal(_ digest: SHA256.Digest) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}

extension CryptHash {
    /// Whether `password`, which contains no 0, has this hash.
    ///
    /// - Throws: ``PasswordHasher/Failure``
    func matches(_ password: [UInt8]) throws -> Bool {
        guard password.count <= longestPassword, password.count < CRYPT_MAX_PASSPHRASE_SIZE else { return false }
        var data: UnsafeMutableRawPointer?
        var size: Int32 = 0
        defer { free(data) }
        guard let output = crypt_ra(password.map(CChar.init(bitPattern:)) + [0], text, &data, &size) else {
            throw PasswordHasher.Failure(code: errno)
        }
        let computed = UnsafeRawBufferPointer(start: output, count: strlen(output))
        return ImportedHash.areEqual(Array(computed.suffix(digestLength)), Array(text.utf8.suffix(digestLength)))
    }

    /// Whether libcrypt can compute hashes with the method, parameters and salt of `text`.
    ///
    /// - Parameter isLegacy: whether libcrypt may advise against the method for new hashes.
    static func isSupported(_ text: String, isLegacy: Bool) -> Bool {
        let status = crypt_checksalt(text)
        return status == CRYPT_SALT_OK || isLegacy && status == CRYPT_SALT_METHOD_LEGACY
    }
}

extension ImportedHash {
    /// Takes the same time for all bytes of the same number.
    fileprivate static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
    }
}

extension ImportedHash.Argon2 {
    fileprivate var type: argon2_type {
        switch self {
        case .argon2id: Argon2_id
        case .argon2i: Argon2_i
        case .argon2d: Argon2_d
        }
    }
}

extension ImportedHash.MessageDigest {
    fileprivate var function: OpaquePointer? {
        switch self {
        case .sha1: EVP_sha1()
        case .sha256: EVP_sha256()
        case .sha512: EVP_sha512()
        }
    }

    fileprivate func hash(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }
}
