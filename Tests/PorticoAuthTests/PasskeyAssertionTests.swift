import Foundation
import Testing

@testable import PorticoAuth

@Suite("A use of a passkey")
struct PasskeyAssertionTests {
    private static let changes: [PasskeyChange] = [
        PasskeyChange("a frame on a known page", nil) {
            $0.members = #""crossOrigin":true,"topOrigin":"https://b.example""#
        },
        PasskeyChange("a registration", .ceremony) { $0.type = "webauthn.create" },
        PasskeyChange("a new passkey", .credential) { $0.flags = 0x45 },
        PasskeyChange("another account", .userHandle) { $0.userHandle = Data(repeating: 8, count: 64) },
        PasskeyChange("no account", .userHandle) { $0.userHandle = nil },
        PasskeyChange("an empty account", .userHandle) { $0.userHandle = Data() },
        PasskeyChange("no signature", .signature) { $0.sign = { _ in Data() } },
        PasskeyChange("a long signature", .length) { $0.sign = { _ in Data(repeating: 1, count: 513) } },
        PasskeyChange("a signature by another key", .signature) { $0.sign = SoftwareAuthenticator().sign },
        PasskeyChange("a signature by a key of another algorithm", .signature) {
            $0.sign = SoftwareAuthenticator.eddsa().sign
        },
        PasskeyChange("a signature of something else", .signature) {
            let sign = $0.sign
            $0.sign = { try sign($0 + [0]) }
        },
        PasskeyChange("bytes after the signature", .signature) {
            let sign = $0.sign
            $0.sign = { try sign($0) + [0] }
        },
        PasskeyChange("extensions of CTAP that nobody asked for", nil) {
            $0.extensions = ["credBlob": .bytes([1]), "hmac-secret": .bytes(Array(repeating: 1, count: 80))]
        },
        PasskeyChange("long authenticator data", .length) {
            $0.extensions = ["a": .bytes(Array(repeating: 1, count: 993))]
        },
    ]

    private func use(
        _ authenticator: SoftwareAuthenticator, after count: UInt32 = 0, isAccountKnown: Bool = false
    ) throws -> AssertedPasskey {
        try authenticator.assertion.verified(
            with: authenticator.known(signatureCount: count), isAccountKnown: isAccountKnown,
            challenge: SoftwareAuthenticator.challenge, by: SoftwareAuthenticator.party)
    }

    private func check(_ change: PasskeyChange, of authenticator: SoftwareAuthenticator) throws {
        var authenticator = authenticator
        change.change(&authenticator)
        let changed = authenticator
        if let problem = change.problem {
            #expect(throws: problem) { try use(changed) }
        } else {
            #expect(try use(changed).counter == .plausible)
        }
    }

    @Test(
        "follows the rules",
        arguments: PasskeyChange.browsers + PasskeyChange.authenticators
            + PasskeyChange.announcements(.extensions) + changes)
    func rules(change: PasskeyChange) throws {
        try check(change, of: SoftwareAuthenticator())
    }

    @Test("follows the rules with Ed25519", arguments: PasskeyChange.authenticators)
    func ed25519(change: PasskeyChange) throws {
        try check(change, of: .eddsa())
    }

    @Test("is verified with Ed25519 up to the longest authenticator data")
    func longest() throws {
        var authenticator = SoftwareAuthenticator.eddsa()
        let others = authenticator.authenticatorData(withCredential: false).count + 6
        authenticator.extensions = ["a": .bytes(Array(repeating: 1, count: 992 - others))]
        #expect(try authenticator.assertion.authenticatorData.count == 992)
        #expect(try use(authenticator).counter == .plausible)
    }

    @Test("is by the passkey with this id")
    func otherPasskey() throws {
        var other = SoftwareAuthenticator()
        let known = other.known()
        other.credentialID = [1]
        let assertion = try other.assertion
        #expect(throws: PasskeyProblem.credentialID) {
            try assertion.verified(
                with: known, isAccountKnown: true, challenge: SoftwareAuthenticator.challenge,
                by: SoftwareAuthenticator.party)
        }
    }

    @Test("needs a key that is whole in the store")
    func damagedKey() throws {
        let authenticator = SoftwareAuthenticator()
        let known = authenticator.known()
        let damaged = KnownPasskey(
            credentialID: known.credentialID, publicKey: known.publicKey + [0], signatureCount: 0,
            isBackupEligible: false, userHandle: known.userHandle)
        let assertion = try authenticator.assertion
        #expect(throws: PasskeyProblem.publicKey) {
            try assertion.verified(
                with: damaged, isAccountKnown: true, challenge: SoftwareAuthenticator.challenge,
                by: SoftwareAuthenticator.party)
        }
    }

    @Test("need not name the account that is known, but names no other")
    func knownAccount() throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.userHandle = nil
        #expect(try use(authenticator, isAccountKnown: true).signatureCount == 0)
        authenticator.userHandle = Data(repeating: 8, count: 64)
        let changed = authenticator
        #expect(throws: PasskeyProblem.userHandle) { try use(changed, isAccountKnown: true) }
    }

    @Test("tells whether the passkey is synced now")
    func backup() throws {
        var authenticator = SoftwareAuthenticator()
        let bound = try use(authenticator)
        #expect(!bound.isBackupEligible && !bound.isBackedUp)
        authenticator.flags = 0x1D
        let synced = try use(authenticator)
        #expect(synced.isBackupEligible && synced.isBackedUp)
    }

    @Test(
        "is let in whatever its counter says, and reported if a device-bound one does not advance",
        arguments: [
            (flags: UInt8(0x05), last: UInt32(0), now: UInt32(0), counter: SignatureCounter.plausible),
            (0x05, 0, 1, .plausible), (0x05, 5, 6, .plausible), (0x05, 5, 5, .wentBack), (0x05, 5, 4, .wentBack),
            (0x05, 5, 0, .wentBack), (0x05, .max, .max, .wentBack), (0x05, .max - 1, .max, .plausible),
            (0x1D, 0, 0, .plausible), (0x1D, 5, 0, .plausible), (0x1D, 5, 5, .plausible), (0x0D, 5, 4, .plausible),
        ])
    func counter(flags: UInt8, last: UInt32, now: UInt32, counter: SignatureCounter) throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.flags = flags
        authenticator.counter = now
        let used = try use(authenticator, after: last)
        #expect(used.counter == counter)
        #expect(used.signatureCount == now)
    }

    @Test("of a device-bound passkey that says it is on several devices, as a copy might, is reported if it goes back")
    func copied() throws {
        var authenticator = SoftwareAuthenticator()
        authenticator.flags = 0x0D
        authenticator.counter = 3
        for (wasSynced, counter) in [(false, SignatureCounter.wentBack), (true, .plausible)] {
            let used = try authenticator.assertion.verified(
                with: authenticator.known(signatureCount: 10, isBackupEligible: wasSynced), isAccountKnown: false,
                challenge: SoftwareAuthenticator.challenge, by: SoftwareAuthenticator.party)
            #expect(used.counter == counter && used.isBackupEligible)
        }
    }
}
