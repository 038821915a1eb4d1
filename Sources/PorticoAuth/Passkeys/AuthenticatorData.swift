import Crypto
import Foundation

/// The authenticator's report of a ceremony (WebAuthn level 3, 6.1).
struct AuthenticatorData {
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let userPresent = Flags(rawValue: 0x01)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let credential = Flags(rawValue: 0x40)
        static let extensions = Flags(rawValue: 0x80)
    }

    /// A new passkey (6.5.1).
    struct Credential {
        /// The model of the authenticator, or zero. Nothing proves it without an attestation.
        let aaguid: UUID
        let id: Data
        let key: CredentialKey
        /// The key as a COSE key, byte for byte.
        let publicKey: Data
    }

    let flags: Flags
    let signatureCount: UInt32
    /// nil in assertions.
    let credential: Credential?
    let extensions: Set<CBORMap.Label>
    private let relyingPartyHash: [UInt8]

    /// Parses `bytes` to their end.
    init(_ bytes: [UInt8]) throws(PasskeyProblem) {
        var rest = bytes[...]
        guard let hash = rest.take(32), let flags = rest.take(1)?.first, let counter = rest.take(4) else {
            throw .authenticatorData
        }
        relyingPartyHash = Array(hash)
        self.flags = Flags(rawValue: flags)
        signatureCount = counter.reduce(0) { $0 << 8 | UInt32($1) }
        credential = try self.flags.contains(.credential) ? Credential(opening: &rest) : nil
        if self.flags.contains(.extensions) {
            guard let map = CBORMap(opening: &rest) else { throw .extensions }
            extensions = map.labels
        } else {
            extensions = []
        }
        guard rest.isEmpty else { throw .authenticatorData }
    }

    func checkRelyingParty(_ party: RelyingParty) throws(PasskeyProblem) {
        guard SHA256.hash(data: Data(party.id.utf8)).elementsEqual(relyingPartyHash) else { throw .relyingParty }
    }

    /// A passkey stands for two factors: possession, and the PIN, finger or face that the authenticator asked for.
    ///
    /// - Parameter isSilent: whether the browser made the passkey by itself, without asking the person.
    func checkFlags(isSilent: Bool = false) throws(PasskeyProblem) {
        guard isSilent || flags.contains(.userPresent) else { throw .userNotPresent }
        guard isSilent || flags.contains(.userVerified) else { throw .userNotVerified }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else { throw .backupState }
    }
}

extension AuthenticatorData.Credential {
    init(opening bytes: inout ArraySlice<UInt8>) throws(PasskeyProblem) {
        guard let model = bytes.take(16), let length = bytes.take(2) else { throw .authenticatorData }
        aaguid = UUID(uuid: model.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
        let count = length.reduce(0) { $0 << 8 | Int($1) }
        guard (1...1_023).contains(count) else { throw .credentialID }
        guard let id = bytes.take(count) else { throw .authenticatorData }
        self.id = Data(id)
        let start = bytes
        key = try CredentialKey(opening: &bytes)
        publicKey = Data(start.prefix(start.count - bytes.count))
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first bytes; nil if there are fewer.
    fileprivate mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= self.count else { return nil }
        defer { removeFirst(count) }
        return prefix(count)
    }
}
