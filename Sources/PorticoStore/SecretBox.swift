import Crypto
import Foundation
import PorticoConfig

/// Encrypts stored secrets with AES-256-GCM, authenticated with a context.
///
/// The keys are derived from master keys, one for each purpose (RFC 5869). The first master key encrypts (seals); the
/// others only open older secrets. The id of its master key precedes each ciphertext.
public struct SecretBox: Sendable {
    /// The purpose of a secret.
    package enum Purpose: String {
        case gatewayToken = "gateway token"
        case draft
        case keptPage = "kept page"
        case hostCode = "code for another host"
        case jobResult = "result of a job"
        case factor = "second factor"
        case passkey = "challenge of a passkey"
        case providerLogin = "login at a provider"
    }

    private struct MasterKey {
        let material: SymmetricKey
        let id: Data
        let fingerprint: Data

        init(_ material: SymmetricKey) {
            self.material = material
            id = Self.derive(from: material, for: "id of the key", size: 4)
            fingerprint = Self.derive(from: material, for: "fingerprint of the key", size: 16)
        }

        func key(for use: String) -> Data { Self.derive(from: material, for: use, size: 32) }

        func key(for purpose: Purpose) -> SymmetricKey { SymmetricKey(data: key(for: purpose.rawValue)) }

        private static func derive(from material: SymmetricKey, for use: String, size: Int) -> Data {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: material, info: Data(use.utf8), outputByteCount: size)
                .withUnsafeBytes { Data($0) }
        }
    }

    private let keys: [MasterKey]
    /// Whether this server may seal with its first key.
    private let isAdmitted: @Sendable () -> Bool

    /// - Parameter keys: of 32 bytes each; the first seals. The initializer returns nil for another length, and for
    ///   none.
    public init?(keys: [Data]) {
        guard !keys.isEmpty, keys.allSatisfy({ $0.count == 32 }) else { return nil }
        self.init(masterKeys: keys.map { MasterKey(SymmetricKey(data: $0)) })
    }

    /// A box with a random key that is stored nowhere. Its ciphertexts cannot be opened later.
    public init() {
        self.init(masterKeys: [MasterKey(SymmetricKey(size: .bits256))])
    }

    private init(masterKeys: [MasterKey], isAdmitted: @escaping @Sendable () -> Bool = { true }) {
        keys = masterKeys
        self.isAdmitted = isAdmitted
    }

    /// A new key for ``init(keys:)``.
    public static func newKey() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

    /// Digests that identify master keys without revealing them; the current one first.
    package var fingerprints: [Data] { keys.map(\.fingerprint) }

    /// The box without some of its master keys; nil if none is left.
    package func removing(_ fingerprints: Set<Data>) -> SecretBox? {
        let rest = keys.filter { !fingerprints.contains($0.fingerprint) }
        return rest.isEmpty ? nil : SecretBox(masterKeys: rest)
    }

    /// A box that refuses to seal while `isAdmitted` is false.
    package func working(while isAdmitted: @escaping @Sendable () -> Bool) -> SecretBox {
        SecretBox(masterKeys: keys, isAdmitted: isAdmitted)
    }

    /// Whether this server may seal.
    package var maySeal: Bool { isAdmitted() }

    /// - Throws: ``StorageFailure`` if this server may not seal.
    package func requireAdmission() throws {
        guard isAdmitted() else { throw StorageFailure(unknownKey: StorageFailure.Cause.unknownKey.rawValue) }
    }

    /// Keys derived for another use, with the ids of their master keys; the current one first.
    ///
    /// - Throws: ``StorageFailure`` if the current key is not the key of the database.
    package func keys(for use: String) throws -> [(id: Data, key: Data)] {
        try requireAdmission()
        return keys.map { ($0.id, $0.key(for: use)) }
    }

    /// - Parameter context: authenticated with the secret, and unique to its use.
    /// - Throws: ``StorageFailure`` if the current key is not the key of the database.
    package func seal(_ secret: Data, for purpose: Purpose, context: String) throws -> Data {
        try requireAdmission()
        let master = keys[0]
        let box = try AES.GCM.seal(secret, using: master.key(for: purpose), authenticating: Data(context.utf8))
        guard let sealed = box.combined else { throw CryptoKitError.incorrectParameterSize }
        return master.id + sealed
    }

    /// nil if `sealed` was sealed with an unknown key or in another context, or was changed.
    package func open(_ sealed: Data, for purpose: Purpose, context: String) -> Data? {
        let context = Data(context.utf8)
        for master in keys where sealed.starts(with: master.id) {
            if let secret = Self.open(
                sealed.dropFirst(master.id.count), with: master.key(for: purpose), context: context)
            {
                return secret
            }
        }
        // Earlier versions sealed with the master key itself, without its id.
        return keys.lazy.compactMap { Self.open(sealed, with: $0.material, context: context) }.first
    }

    /// Opens a value that this installation has stored. A missing key does not mean that the value is invalid: another
    /// server may have the key.
    ///
    /// - Throws: ``StorageFailure`` if no key opens it.
    package func openStored(_ sealed: Data, for purpose: Purpose, context: String) throws -> Data {
        guard let secret = open(sealed, for: purpose, context: context) else {
            throw StorageFailure(unknownKeyOf: purpose.rawValue)
        }
        return secret
    }

    /// Whether a ciphertext was sealed with the current key.
    package func isCurrent(_ sealed: Data) -> Bool { sealed.starts(with: keys[0].id) }

    private static func open(_ sealed: Data, with key: SymmetricKey, context: Data) -> Data? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
        return try? AES.GCM.open(box, using: key, authenticating: context)
    }
}

/// Tokens of gateways, with the account as context.
extension SecretBox {
    package func seal(_ token: GatewayUserName, of account: AccountID) throws -> Data {
        try seal(Data(token.value.utf8), for: .gatewayToken, context: "\(account)")
    }

    package func open(_ sealed: Data, of account: AccountID) -> GatewayUserName? {
        open(sealed, for: .gatewayToken, context: "\(account)")
            .flatMap { GatewayUserName(String(decoding: $0, as: UTF8.self)) }
    }

    /// - Throws: ``StorageFailure`` if no key opens it.
    package func openStored(_ sealed: Data, of account: AccountID) throws -> GatewayUserName {
        guard let token = open(sealed, of: account) else {
            throw StorageFailure(unknownKeyOf: Purpose.gatewayToken.rawValue)
        }
        return token
    }
}

/// Secrets of authenticator apps, with the account as context.
extension SecretBox {
    package func sealTOTP(_ secret: Data, of account: AccountID) throws -> Data {
        try seal(secret, for: .factor, context: Self.context(ofTOTPOf: account))
    }

    package func openTOTP(_ sealed: Data, of account: AccountID) -> Data? {
        open(sealed, for: .factor, context: Self.context(ofTOTPOf: account))
    }

    /// - Throws: ``StorageFailure`` if no key opens it.
    package func openStoredTOTP(_ sealed: Data, of account: AccountID) throws -> Data {
        try openStored(sealed, for: .factor, context: Self.context(ofTOTPOf: account))
    }

    private static func context(ofTOTPOf account: AccountID) -> String { "totp\n\(account)" }
}

/// The contexts of drafts and kept pages. Account names, tokens and paths contain no line break, so no two are equal.
extension SecretBox {
    package static func context(ofDraftOf account: AccountID, path: String) -> String { "draft\n\(account)\n\(path)" }

    package static func context(ofPageOf owner: some CustomStringConvertible, path: String) -> String {
        "page\n\(owner)\n\(path)"
    }

    /// Whether a key opens a draft or kept page.
    package func opens(_ draft: SealedDraft) -> Bool {
        open(draft.sealed, for: .draft, context: Self.context(ofDraftOf: draft.account, path: draft.path)) != nil
            || open(draft.sealed, for: .keptPage, context: Self.context(ofPageOf: draft.account, path: draft.path))
                != nil
    }
}

/// Parts of the results of jobs.
extension SecretBox {
    public func seal(_ part: Data, number: Int, of job: Job.ID) throws -> Data {
        try seal(part, for: .jobResult, context: "job\n\(job)\n\(number)")
    }

    /// - Throws: ``StorageFailure`` if no key opens it.
    public func openStored(_ sealed: Data, number: Int, of job: Job.ID) throws -> Data {
        try openStored(sealed, for: .jobResult, context: "job\n\(job)\n\(number)")
    }
}
