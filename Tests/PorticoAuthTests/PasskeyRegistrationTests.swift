import Foundation
import Testing

@testable import PorticoAuth

/// A change to what an authenticator or a browser says, and the rule that it breaks; nil if it is harmless.
struct PasskeyChange: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let problem: PasskeyProblem?
    let change: @Sendable (inout SoftwareAuthenticator) -> Void

    init(
        _ name: String, _ problem: PasskeyProblem?, _ change: @escaping @Sendable (inout SoftwareAuthenticator) -> Void
    ) {
        testDescription = name
        self.problem = problem
        self.change = change
    }

    /// Changes to the words of browsers, the same for registrations and assertions.
    static let browsers: [PasskeyChange] = [
        PasskeyChange("another origin", .origin) { $0.origin = "https://evil.example" },
        PasskeyChange("the default port", .origin) { $0.origin = "https://door.example:443" },
        PasskeyChange("another port", .origin) { $0.origin = "https://door.example:8443" },
        PasskeyChange("plain HTTP", .origin) { $0.origin = "http://door.example" },
        PasskeyChange("a longer host", .origin) { $0.origin = "https://baddoor.example" },
        PasskeyChange("a subdomain", .origin) { $0.origin = "https://a.door.example" },
        PasskeyChange("a host that begins the same", .origin) { $0.origin = "https://door.example.evil" },
        PasskeyChange("upper case", .origin) { $0.origin = "https://Door.example" },
        PasskeyChange("a dot at the end", .origin) { $0.origin = "https://door.example." },
        PasskeyChange("a slash at the end", .origin) { $0.origin = "https://door.example/" },
        PasskeyChange("an address", .origin) { $0.origin = "https://192.0.2.1" },
        PasskeyChange("no origin", .origin) { $0.origin = "" },
        PasskeyChange("another type", .ceremony) { $0.type = "payment.get" },
        PasskeyChange("the type in upper case", .ceremony) { $0.type = "WEBAUTHN.GET" },
        PasskeyChange("another challenge", .challenge) { $0.challenge = Data(repeating: 1, count: 32).base64URL },
        PasskeyChange("a shorter challenge", .challenge) { $0.challenge.removeLast() },
        PasskeyChange("a padded challenge", .challenge) { $0.challenge += "=" },
        PasskeyChange("a challenge with other last bits", .challenge) {
            // 32 bytes are 42 characters and a last one of which four bits count.
            $0.challenge = $0.challenge.dropLast() + "B"
        },
        PasskeyChange("no challenge", .challenge) { $0.challenge = "" },
        PasskeyChange("a frame on an unknown page", .topOrigin) {
            $0.members = #""crossOrigin":true,"topOrigin":"https://evil.example""#
        },
        PasskeyChange("a frame on a page with another port", .topOrigin) {
            $0.members = #""crossOrigin":true,"topOrigin":"https://app.example:8443""#
        },
        PasskeyChange("a frame on a nameless page", .topOrigin) { $0.members = #""crossOrigin":true"# },
        PasskeyChange("a page above, but no frame", .topOrigin) { $0.members = #""topOrigin":"https://app.example""# },
        PasskeyChange("a page above, and no frame", .topOrigin) {
            $0.members = #""crossOrigin":false,"topOrigin":"https://app.example""#
        },
        PasskeyChange("a frame as a text", .clientData) { $0.members = #""crossOrigin":"true""# },
        PasskeyChange("no further members", nil) { $0.members = #""crossOrigin":null"# },
        PasskeyChange("escapes", nil) { $0.origin = #"https:\/\/d\u006For.example"# },
        PasskeyChange("a byte order mark", .clientData) {
            $0.clientData = [0xEF, 0xBB, 0xBF] + $0.registration.clientData
        },
        PasskeyChange("UTF-16", .clientData) {
            $0.clientData = String(decoding: $0.registration.clientData, as: UTF8.self).data(using: .utf16LittleEndian)
        },
        PasskeyChange("bytes that are not UTF-8", .clientData) {
            $0.clientData = $0.registration.clientData.dropLast(1) + Data(#","a":""#.utf8) + [0xFF] + Data(#""}"#.utf8)
        },
        PasskeyChange("bytes after the client data", .clientData) {
            $0.clientData = $0.registration.clientData + Data("{}".utf8)
        },
        PasskeyChange("client data that is cut", .clientData) { $0.clientData = $0.registration.clientData.dropLast() },
        PasskeyChange("an array", .clientData) {
            $0.clientData = Data("[".utf8) + $0.registration.clientData + Data("]".utf8)
        },
        PasskeyChange("no client data", .clientData) { $0.clientData = Data() },
        PasskeyChange("long client data", .length) { $0.members = #""a":"\#(String(repeating: "a", count: 4_096))""# },
        PasskeyChange("deep client data", .clientData) {
            $0.members = #""a":\#(String(repeating: "[", count: 3_000))"#
        },
    ]

    /// Changes to the words of authenticators, likewise.
    static let authenticators: [PasskeyChange] = [
        PasskeyChange("another site", .relyingParty) { $0.relyingParty = "evil.example" },
        PasskeyChange("a subdomain as the site", .relyingParty) { $0.relyingParty = "a.door.example" },
        PasskeyChange("the origin as the site", .relyingParty) { $0.relyingParty = "https://door.example" },
        PasskeyChange("nobody present", .userNotPresent) { $0.flags = 0x04 },
        PasskeyChange("nobody verified", .userNotVerified) { $0.flags = 0x01 },
        PasskeyChange("neither", .userNotPresent) { $0.flags = 0x00 },
        PasskeyChange("backed up, but bound to a device", .backupState) { $0.flags = 0x15 },
        PasskeyChange("may be backed up", nil) { $0.flags = 0x0D },
        PasskeyChange("backed up", nil) { $0.flags = 0x1D },
        PasskeyChange("reserved flags", nil) { $0.flags = 0x05 | 0x22 },
        PasskeyChange("bytes left over", .authenticatorData) { $0.leftOver = [0] },
        PasskeyChange("an unannounced map", .authenticatorData) { $0.leftOver = [0xA0] },
        PasskeyChange("announced extensions that are missing", .extensions) { $0.extensions = .raw([]) },
        PasskeyChange("an array as extensions", .extensions) { $0.extensions = .raw([0x80]) },
        PasskeyChange("a map without end as extensions", .extensions) { $0.extensions = .raw([0xBF, 0xFF]) },
        PasskeyChange("extensions that are cut", .extensions) { $0.extensions = .raw([0xA1, 0x61]) },
        PasskeyChange("an extension twice", .extensions) { $0.extensions = ["a": 1, "a": 2] },
        PasskeyChange("bytes after the extensions", .authenticatorData) {
            $0.extensions = ["credProtect": 2]
            $0.leftOver = [0]
        },
        PasskeyChange("no extensions", nil) { $0.extensions = [:] },
        PasskeyChange("an unknown extension", nil) { $0.extensions = ["a": ["b": .raw([0xF5])]] },
        PasskeyChange("deep extensions", .extensions) {
            $0.extensions = ["a": .raw(Array(repeating: 0x81, count: 800))]
        },
    ]

    /// Few bytes that announce many. The check before libcbor sees all that follows a key.
    static func announcements(_ problem: PasskeyProblem) -> [PasskeyChange] {
        [
            // Eight bytes for a length: libcbor would reserve 8 GB for the array, and 16 GB for the map.
            PasskeyChange("a very long array", problem) {
                $0.extensions = ["a": .raw([0x9B, 0, 0, 0, 0, 0x40, 0, 0, 0])]
            },
            PasskeyChange("a very long map", problem) { $0.extensions = .raw([0xBB, 0, 0, 0, 0, 0x40, 0, 0, 0]) },
            PasskeyChange("the longest map", problem) {
                $0.extensions = .raw([0xBB] + Array(repeating: 0xFF, count: 8))
            },
            PasskeyChange("many long arrays", problem) {
                $0.extensions = ["a": .raw(Array(repeating: [0x98, 0xC8], count: 200).flatMap { $0 })]
            },
        ]
    }
}

@Suite("A new passkey")
struct PasskeyRegistrationTests {
    private static let changes: [PasskeyChange] = [
        PasskeyChange("a frame on a page that may show the login page", .topOrigin) {
            $0.members = #""crossOrigin":true,"topOrigin":"https://b.example""#
        },
        PasskeyChange("an assertion", .ceremony) { $0.type = "webauthn.get" },
        PasskeyChange("credProtect, which browsers add", nil) { $0.extensions = ["credProtect": 2] },
        PasskeyChange("another AAGUID", nil) { $0.aaguid = Array(repeating: 0, count: 16) },
        PasskeyChange("an id of one byte", nil) { $0.credentialID = [1] },
        PasskeyChange("the longest id", nil) { $0.credentialID = Array(repeating: 1, count: 1_023) },
        PasskeyChange("an id that is too long", .credentialID) { $0.credentialID = Array(repeating: 1, count: 1_024) },
        PasskeyChange("no id", .credentialID) { $0.credentialID = [] },
        PasskeyChange("an id that is longer than the rest", .authenticatorData) { $0.credentialLength = 1_000 },
        PasskeyChange("an id that is shorter than it says", .publicKey) { $0.credentialLength = 33 },
        PasskeyChange("no key", .publicKey) { $0.publicKey = .raw([]) },
        PasskeyChange("an empty key", .algorithm) { $0.publicKey = [:] },
        PasskeyChange("a key without end", .publicKey) { $0.publicKey = .raw([0xBF, 0x03, 0x26, 0xFF]) },
        PasskeyChange("ES384", .algorithm) { $0.publicKey = [1: 2, 3: -35] },
        PasskeyChange("no algorithm", .algorithm) { $0.publicKey = [1: 2] },
        PasskeyChange("ECDH", .algorithm) { $0.publicKey = [1: 2, 3: -25] },
        PasskeyChange("an algorithm beyond 64 bits", .algorithm) {
            $0.publicKey = [1: 2, 3: .raw([0x3B] + Array(repeating: 0xFF, count: 8))]
        },
        PasskeyChange("RSA in a key of ES256", .publicKey) {
            $0.publicKey = [1: 3, 3: -7, -1: .bytes([1]), -2: .bytes([1])]
        },
        PasskeyChange("another curve", .publicKey) {
            $0.publicKey = [1: 2, 3: -7, -1: 2, -2: point.x, -3: point.y]
        },
        PasskeyChange("a type twice", .publicKey) {
            $0.publicKey = [1: 2, 1: 2, 3: -7, -1: 1, -2: point.x, -3: point.y]
        },
        PasskeyChange("a further member of the key", .publicKey) {
            $0.publicKey = [1: 2, 2: .bytes([1]), 3: -7, -1: 1, -2: point.x, -3: point.y]
        },
        PasskeyChange("a point off the curve", .publicKey) {
            $0.publicKey = SoftwareAuthenticator.es256(Array(repeating: 1, count: 64))
        },
        PasskeyChange("the point at infinity", .publicKey) {
            $0.publicKey = SoftwareAuthenticator.es256(Array(repeating: 0, count: 64))
        },
        PasskeyChange("a compressed point", .publicKey) {
            $0.publicKey = [1: 2, 3: -7, -1: 1, -2: point.x, -3: .raw([0xF5])]
        },
        PasskeyChange("short coordinates", .publicKey) {
            $0.publicKey = SoftwareAuthenticator.es256(Array(repeating: 1, count: 63))
        },
        PasskeyChange("a short key of EdDSA", .publicKey) {
            $0.publicKey = [1: 1, 3: -8, -1: 6, -2: .bytes(Array(repeating: 1, count: 31))]
        },
        PasskeyChange("X25519", .publicKey) {
            $0.publicKey = [1: 1, 3: -8, -1: 4, -2: .bytes(Array(repeating: 1, count: 32))]
        },
        PasskeyChange("RS256 with 2,047 bits", .publicKey) { $0.publicKey = rsa(0x7F, count: 256) },
        PasskeyChange("RS256 with 2,048 bits", nil) { $0.publicKey = rsa(0x80, count: 256) },
        PasskeyChange("RS256 with 4,096 bits", nil) { $0.publicKey = rsa(0xFF, count: 512) },
        PasskeyChange("RS256 with 4,097 bits", .publicKey) { $0.publicKey = rsa(0x01, count: 513) },
        PasskeyChange("RS256 with a zero before the number", .publicKey) { $0.publicKey = rsa(0x00, count: 257) },
        PasskeyChange("RS256 with an even number", .publicKey) { $0.publicKey = rsa(0x80, count: 256, last: 2) },
        PasskeyChange("RS256 with the exponent 1", .publicKey) { $0.publicKey = rsa(0x80, count: 256, exponent: [1]) },
        PasskeyChange("RS256 with the exponent 3", .publicKey) { $0.publicKey = rsa(0x80, count: 256, exponent: [3]) },
        PasskeyChange("RS256 with an even exponent", .publicKey) {
            $0.publicKey = rsa(0x80, count: 256, exponent: [1, 0, 0, 0])
        },
        PasskeyChange("RS256 with a long exponent", .publicKey) {
            $0.publicKey = rsa(0x80, count: 256, exponent: Array(repeating: 1, count: 9))
        },
        PasskeyChange("a statement that proves nothing", nil) {
            $0.format = "tpm"
            $0.statement = ["sig": .bytes([1]), "x5c": .raw([0x81, 0x41, 0x00])]
        },
        PasskeyChange("several statements", nil) {
            $0.format = "compound"
            $0.statement = .raw([0x82, 0xA0, 0xA0])
        },
        PasskeyChange("a number as the format", .attestation) { $0.format = 1 },
        PasskeyChange("bytes after the attestation object", .attestation) { authenticator in
            authenticator.attestation = .raw(Array(authenticator.registration.attestation) + [0])
        },
        PasskeyChange("an attestation object that is cut", .attestation) { authenticator in
            authenticator.attestation = .raw(Array(authenticator.registration.attestation.dropLast()))
        },
        PasskeyChange("no attestation object", .attestation) { $0.attestation = .raw([]) },
        PasskeyChange("only authenticator data", .attestation) { authenticator in
            authenticator.attestation = ["authData": .bytes(authenticator.authenticatorData(withCredential: true))]
        },
        PasskeyChange("authenticator data as a text", .attestation) {
            $0.attestation = ["fmt": "none", "attStmt": [:], "authData": "a"]
        },
        PasskeyChange("authenticator data in chunks", .attestation) {
            $0.attestation = ["fmt": "none", "attStmt": [:], "authData": .raw([0x5F, 0x41, 0, 0xFF])]
        },
        PasskeyChange("no passkey", .credential) { authenticator in
            authenticator.attestation = [
                "fmt": "none", "attStmt": [:],
                "authData": .bytes(authenticator.authenticatorData(withCredential: false)),
            ]
        },
        PasskeyChange("authenticator data that is too short", .authenticatorData) {
            $0.attestation = ["fmt": "none", "attStmt": [:], "authData": .bytes(Array(repeating: 0, count: 36))]
        },
        PasskeyChange("a long attestation object", .length) {
            $0.statement = .raw(Array(repeating: 0, count: 65_536))
        },
    ]

    private static let point = (
        x: CBORItem.bytes(Array(repeating: 1, count: 32)), y: CBORItem.bytes(Array(repeating: 1, count: 32))
    )

    private static func rsa(_ first: UInt8, count: Int, last: UInt8 = 1, exponent: [UInt8] = [1, 0, 1]) -> CBORItem {
        let modulus = [first] + Array(repeating: 0x5A, count: count - 2) + [last]
        return SoftwareAuthenticator.rs256(modulus: modulus, exponent: exponent)
    }

    @Test("is stored as the authenticator made it")
    func new() throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.flags = 0x1D
        authenticator.counter = 0x0102_0304
        authenticator.transports += ["", "A", String(repeating: "a", count: 33)]
        let passkey = try authenticator.register()
        #expect(passkey.credentialID == Data(0x40...0x5F))
        #expect(passkey.publicKey == Data(authenticator.publicKey.encoded))
        #expect(passkey.algorithm == .es256)
        #expect(passkey.signatureCount == 0x0102_0304)
        #expect(passkey.isBackupEligible)
        #expect(passkey.isBackedUp)
        #expect(passkey.aaguid.uuidString == "A0A1A2A3-A4A5-A6A7-A8A9-AAABACADAEAF")
        #expect(passkey.transports == ["internal", "hybrid"])
    }

    @Test("is bound to its device unless it says otherwise")
    func flags() throws {
        let passkey = try SoftwareAuthenticator().register()
        #expect(!passkey.isBackupEligible)
        #expect(!passkey.isBackedUp)
        #expect(try SoftwareAuthenticator.eddsa().register().algorithm == .eddsa)
    }

    @Test("names the challenge that it answers")
    func challenge() throws {
        var authenticator = SoftwareAuthenticator()
        let claimed = try ClientData.claimedChallenge(in: authenticator.registration.clientData)
        #expect(claimed == SoftwareAuthenticator.challenge)
        authenticator.challenge = "+"
        #expect(throws: PasskeyProblem.challenge) {
            try ClientData.claimedChallenge(in: authenticator.registration.clientData)
        }
        let cut = authenticator.registration.clientData.dropLast()
        #expect(throws: PasskeyProblem.clientData) { try ClientData.claimedChallenge(in: cut) }
    }

    @Test(
        "follows the rules",
        arguments: PasskeyChange.browsers + PasskeyChange.authenticators
            + PasskeyChange.announcements(.publicKey) + changes)
    func rules(change: PasskeyChange) throws {
        var authenticator = SoftwareAuthenticator()
        change.change(&authenticator)
        let changed = authenticator
        if let problem = change.problem {
            #expect(throws: problem) { try changed.register() }
        } else {
            #expect(try changed.register().publicKey == Data(changed.publicKey.encoded))
        }
    }

    @Test("is for this site only")
    func party() {
        let other = RelyingParty(id: "b.example", origin: "https://door.example")
        #expect(throws: PasskeyProblem.relyingParty) {
            try SoftwareAuthenticator().registration.verified(challenge: SoftwareAuthenticator.challenge, by: other)
        }
    }
}
