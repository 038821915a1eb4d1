import CFIDO2
import Crypto
import Foundation

/// The signed parts of an assertion, and their signature (WebAuthn level 3, 6.3.3).
struct SignedAssertion {
    let authenticatorData: [UInt8]
    let clientData: [UInt8]
    let signature: [UInt8]
    /// The extensions in `authenticatorData`.
    let extensions: Set<CBORMap.Label>

    /// - Parameter id: the relying party's.
    func isSigned(by key: CredentialKey, for id: String) -> Bool {
        switch key {
        case .es256(let point):
            FIDO2.withES256Key(point) { isSigned(by: $0, COSE_ES256, for: id) } ?? false
        case .eddsa(let bytes):
            FIDO2.withEdDSAKey(bytes) { isSigned(by: $0, COSE_EDDSA, for: id) } ?? false
        case .rs256(let modulus, let exponent):
            // libfido2 1.12 verifies with keys of 2,048 bits only.
            RSA.isSigned(
                authenticatorData + SHA256.hash(data: clientData), signature: signature, modulus: modulus,
                exponent: exponent)
        }
    }

    /// - Parameters:
    ///   - key: libfido2's.
    ///   - algorithm: its number in COSE.
    private func isSigned(by key: OpaquePointer, _ algorithm: Int32, for id: String) -> Bool {
        var assertion = fido_assert_new()
        defer { fido_assert_free(&assertion) }
        return fido_assert_set_clientdata(assertion, clientData, clientData.count) == FIDO_OK
            && fido_assert_set_rp(assertion, id) == FIDO_OK
            && fido_assert_set_extensions(assertion, expectedExtensions) == FIDO_OK
            && fido_assert_set_count(assertion, 1) == FIDO_OK
            && fido_assert_set_authdata_raw(assertion, 0, authenticatorData, authenticatorData.count) == FIDO_OK
            && fido_assert_set_sig(assertion, 0, signature, signature.count) == FIDO_OK
            && fido_assert_verify(assertion, 0, algorithm, UnsafeRawPointer(key)) == FIDO_OK
    }

    /// libfido2 wants to know the extensions of CTAP in advance. A browser may ask for them by itself.
    private var expectedExtensions: Int32 {
        (extensions.contains(.text("hmac-secret")) ? FIDO_EXT_HMAC_SECRET : 0)
            | (extensions.contains(.text("credBlob")) ? FIDO_EXT_CRED_BLOB : 0)
    }
}

/// Keys of libfido2. OpenSSL leaves its errors on the thread, where TLS connections would find them.
enum FIDO2 {
    /// - Returns: nil if the coordinates are not those of a point on the curve.
    static func withES256Key<Result>(_ point: [UInt8], _ body: (OpaquePointer) -> Result) -> Result? {
        var allocated = es256_pk_new()
        defer {
            es256_pk_free(&allocated)
            ERR_clear_error()
        }
        guard let key = allocated, es256_pk_from_ptr(key, point, point.count) == FIDO_OK else { return nil }
        return body(key)
    }

    static func withEdDSAKey<Result>(_ bytes: [UInt8], _ body: (OpaquePointer) -> Result) -> Result? {
        var allocated = eddsa_pk_new()
        defer {
            eddsa_pk_free(&allocated)
            ERR_clear_error()
        }
        guard let key = allocated, eddsa_pk_from_ptr(key, bytes, bytes.count) == FIDO_OK else { return nil }
        return body(key)
    }
}

/// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, 8.2), by OpenSSL.
private enum RSA {
    static func isSigned(_ data: [UInt8], signature: [UInt8], modulus: [UInt8], exponent: [UInt8]) -> Bool {
        let key = portico_rsa_key(modulus, modulus.count, exponent, exponent.count)
        defer { EVP_PKEY_free(key) }
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        return key != nil && context != nil
            && EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, data, data.count) == 1
    }
}
