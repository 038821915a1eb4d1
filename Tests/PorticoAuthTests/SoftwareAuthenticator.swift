import Crypto
import Foundation

@testable import PorticoAuth

/// An item of CBOR, and its bytes (RFC 8949).
enum CBORItem: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    case integer(Int)
    case bytes([UInt8])
    case text(String)
    case map([(CBORItem, CBORItem)])
    /// Any bytes in place of an item.
    case raw([UInt8])

    init(integerLiteral value: Int) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
    /// In this order, and with the same key several times.
    init(dictionaryLiteral pairs: (CBORItem, CBORItem)...) { self = .map(pairs) }

    var encoded: [UInt8] {
        switch self {
        case .integer(let value): value < 0 ? head(1, -1 - value) : head(0, value)
        case .bytes(let bytes): head(2, bytes.count) + bytes
        case .text(let text): head(3, text.utf8.count) + Array(text.utf8)
        case .map(let pairs): head(5, pairs.count) + pairs.flatMap { $0.encoded + $1.encoded }
        case .raw(let bytes): bytes
        }
    }

    private func head(_ type: UInt8, _ number: Int) -> [UInt8] {
        switch number {
        case ..<24: [type << 5 | UInt8(number)]
        case ..<256: [type << 5 | 24, UInt8(number)]
        default: [type << 5 | 25, UInt8(number >> 8), UInt8(number & 0xFF)]
        }
    }
}

/// A browser and an authenticator with one passkey. Tests change everything that they say.
struct SoftwareAuthenticator: Sendable {
    static let party = RelyingParty(
        id: "door.example", origin: "https://door.example", topOrigins: ["https://app.example", "https://b.example"])
    static let challenge = Data((1...32).map { UInt8($0) })
    static let userHandle = Data(repeating: 9, count: 64)

    // The browser.
    var type: String?
    var challenge = Self.challenge.base64URL
    var origin = "https://door.example"
    /// Further members.
    var members = #""crossOrigin":false,"extraData":"later versions have more members""#
    /// In place of all members.
    var clientData: Data?
    var transports = ["internal", "hybrid"]

    // The authenticator.
    var relyingParty = "door.example"
    var flags: UInt8 = 0x05
    var counter: UInt32 = 0
    var aaguid: [UInt8] = Array(0xA0...0xAF)
    var credentialID: [UInt8] = Array(0x40...0x5F)
    var credentialLength: Int?
    var userHandle: Data? = Self.userHandle
    var publicKey: CBORItem
    var extensions: CBORItem?
    var leftOver: [UInt8] = []
    var format: CBORItem = "none"
    var statement: CBORItem = [:]
    /// In place of the attestation object.
    var attestation: CBORItem?
    var sign: @Sendable (Data) throws -> Data

    /// A passkey with ES256.
    init() {
        let key = P256.Signing.PrivateKey()
        publicKey = Self.es256(Array(key.publicKey.rawRepresentation))
        sign = { try key.signature(for: $0).derRepresentation }
    }

    /// A passkey with EdDSA.
    static func eddsa() -> SoftwareAuthenticator {
        let key = Curve25519.Signing.PrivateKey()
        var authenticator = SoftwareAuthenticator()
        authenticator.publicKey = [1: 1, 3: -8, -1: 6, -2: .bytes(Array(key.publicKey.rawRepresentation))]
        authenticator.sign = { try key.signature(for: $0) }
        return authenticator
    }

    /// A COSE key.
    static func es256(_ point: [UInt8]) -> CBORItem {
        [1: 2, 3: -7, -1: 1, -2: .bytes(Array(point.prefix(32))), -3: .bytes(Array(point.dropFirst(32)))]
    }

    /// A COSE key. The exponent is 65,537.
    static func rs256(modulus: [UInt8], exponent: [UInt8] = [1, 0, 1]) -> CBORItem {
        [1: 3, 3: -257, -1: .bytes(modulus), -2: .bytes(exponent)]
    }

    var registration: PasskeyRegistration {
        let data = CBORItem.bytes(authenticatorData(withCredential: true))
        let object = attestation ?? ["fmt": format, "attStmt": statement, "authData": data]
        return PasskeyRegistration(
            clientData: clientData(type: "webauthn.create"), attestation: Data(object.encoded), transports: transports)
    }

    var assertion: PasskeyAssertion {
        get throws {
            let clientData = clientData(type: "webauthn.get")
            let data = Data(authenticatorData(withCredential: flags & 0x40 != 0))
            return PasskeyAssertion(
                credentialID: Data(credentialID), clientData: clientData, authenticatorData: data,
                signature: try sign(data + SHA256.hash(data: clientData)), userHandle: userHandle)
        }
    }

    /// The stored passkey.
    func known(signatureCount: UInt32 = 0, isBackupEligible: Bool? = nil) -> KnownPasskey {
        KnownPasskey(
            credentialID: Data(credentialID), publicKey: Data(publicKey.encoded), signatureCount: signatureCount,
            isBackupEligible: isBackupEligible ?? (flags & 0x08 != 0), userHandle: Self.userHandle)
    }

    func register() throws(PasskeyProblem) -> VerifiedRegistration {
        try registration.verified(challenge: Self.challenge, by: Self.party)
    }

    func authenticatorData(withCredential: Bool) -> [UInt8] {
        let flags = flags | (extensions == nil ? 0 : 0x80) | (withCredential ? 0x40 : 0)
        let length = credentialLength ?? credentialID.count
        var data = Array(SHA256.hash(data: Data(relyingParty.utf8)))
        data.append(flags)
        data += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
        if withCredential {
            data += aaguid
            data += [UInt8(length >> 8), UInt8(length & 0xFF)]
            data += credentialID
            data += publicKey.encoded
        }
        data += extensions?.encoded ?? []
        return data + leftOver
    }

    private func clientData(type own: String) -> Data {
        let json = #"{"type":"\#(type ?? own)","challenge":"\#(challenge)","origin":"\#(origin)",\#(members)}"#
        return clientData ?? Data(json.utf8)
    }
}
