import Crypto
import Foundation
import PorticoConfig

/// Encrypts stored secrets with AES-256-GCM, authenticated with a context.
public struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: 32 bytes. The initializer returns nil for another length.
    public init?(key: Data) {
        guard key.count == 32 else { return nil }
        self.key = SymmetricKey(data: key)
    }

    /// A box with a random key that is stored nowhere: its ciphertexts cannot be opened after it is gone.
    public init() {
        key = SymmetricKey(size: .bits256)
    }

    /// A new key for ``init(key:)``.
    public static func newKey() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    /// A key of its own for another use (RFC 5869).
    func key(for use: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Data(use.utf8), outputByteCount: 32)
    }

    /// - Parameter context: the use of the secret; authenticated with it, and unique to that use.
    func seal(_ secret: Data, for context: String) throws -> Data {
        let box = try AES.GCM.seal(secret, using: key, authenticating: Data(context.utf8))
        guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return sealed
    }

    /// nil if `sealed` was sealed with another key or context, or changed since.
    func open(_ sealed: Data, for context: String) -> Data? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: Data(context.utf8))
    }
}

/// Tokens of gateways, with the account as context.
extension SecretBox {
    func seal(_ token: GatewayUserName, of account: AccountID) throws -> Data {
        try seal(Data(token.value.utf8), for: "\(account)")
    }

    func open(_ sealed: Data, of account: AccountID) -> GatewayUserName? {
        open(sealed, for: "\(account)").flatMap { GatewayUserName(String(decoding: $0, as: UTF8.self)) }
    }
}
