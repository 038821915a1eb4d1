import Crypto
import Foundation
import PorticoConfig

/// Encrypts what is kept but must not be read where it is kept: AES-GCM with 256 bits, bound to the account whose it is.
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

    func seal(_ token: GatewayUserName, of account: AccountID) throws -> Data {
        let box = try AES.GCM.seal(Data(token.value.utf8), using: key, authenticating: Data("\(account)".utf8))
        guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return sealed
    }

    /// `nil` for what was sealed with another key, for another account, or changed since.
    func open(_ sealed: Data, of account: AccountID) -> GatewayUserName? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let token = try? AES.GCM.open(box, using: key, authenticating: Data("\(account)".utf8))
        else { return nil }
        return GatewayUserName(String(decoding: token, as: UTF8.self))
    }
}
