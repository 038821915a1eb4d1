import Crypto
import Foundation
import PorticoConfig

/// Encrypts what is kept but must not be read where it is kept: AES-GCM with 256 bits, bound to what it is for.
public struct SecretBox: Sendable {
    private let key: SymmetricKey

    /// - Parameter key: 32 bytes; nil where it has another length.
    public init?(key: Data) {
        guard key.count == 32 else { return nil }
        self.key = SymmetricKey(data: key)
    }

    /// A box whose key is nowhere else: what it seals is lost with it.
    public init() {
        key = SymmetricKey(size: .bits256)
    }

    /// A new key for ``init(key:)``.
    public static func newKey() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    /// - Parameter context: what it is for, as a text that nothing else is for.
    func seal(_ secret: Data, for context: String) throws -> Data {
        let box = try AES.GCM.seal(secret, using: key, authenticating: Data(context.utf8))
        guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return sealed
    }

    /// `nil` for what was sealed with another key, for something else, or changed since.
    func open(_ sealed: Data, for context: String) -> Data? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: Data(context.utf8))
    }
}

/// Tokens of gateways, each for the account whose it is.
extension SecretBox {
    func seal(_ token: GatewayUserName, of account: AccountID) throws -> Data {
        try seal(Data(token.value.utf8), for: "\(account)")
    }

    func open(_ sealed: Data, of account: AccountID) -> GatewayUserName? {
        open(sealed, for: "\(account)").flatMap { GatewayUserName(String(decoding: $0, as: UTF8.self)) }
    }
}
