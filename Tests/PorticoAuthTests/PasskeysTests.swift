import Foundation
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("G1 Passkeys", .everyEngine)
struct PasskeysTests {
    private let auth = AuthFixture()
    private var passkeys: Passkeys { auth.services.passkeys }
    private static let here = Client(address: "192.0.2.7", agent: "Chrome on Linux")

    /// An account, signed in.
    private func signedIn(_ name: String = "ada") async throws -> RequestIdentity {
        try await auth.addAccount(name, email: "\(name)@example.org")
        return try await auth.identity(try await auth.signIn(name))
    }

    private func options(_ identity: RequestIdentity) async throws -> String {
        let signIn = try #require(identity.signIn)
        return try #require(try await passkeys.registrationOptions(for: signIn, site: "Door"))
    }

    /// Adds a passkey to the signed-in account.
    @discardableResult
    private func add(
        _ device: inout SoftwareAuthenticator, name: String = "", to identity: RequestIdentity
    ) async throws -> StoredPasskey {
        let answer = try device.created(by: try await options(identity))
        let signIn = try #require(identity.signIn)
        return try await passkeys.register(answer, name: name, for: signIn, client: Self.here)
    }

    private func signIn(
        _ device: inout SoftwareAuthenticator, isAutomatic: Bool = false,
        as identity: RequestIdentity = AuthFixture.stranger
    ) async throws -> BrowserTokens {
        let answer = try device.asserted(by: try #require(try passkeys.signInOptions()))
        return try await passkeys.signIn(answer, isAutomatic: isAutomatic, identity: identity)
    }

    /// The error of a sign-in; nil if it succeeds.
    private func failure(
        _ device: inout SoftwareAuthenticator, as identity: RequestIdentity = AuthFixture.stranger
    ) async throws -> AuthError? {
        do {
            _ = try await signIn(&device, as: identity)
            return nil
        } catch let error as AuthError {
            return error
        }
    }

    private func refusal(_ answer: String, for identity: RequestIdentity, isSilent: Bool = false) async throws
        -> PasskeyRefusal?
    {
        let signIn = try #require(identity.signIn)
        do {
            try await passkeys.register(answer, isSilent: isSilent, for: signIn, client: Self.here)
            return nil
        } catch let error as PasskeyRefusal {
            return error
        }
    }

    /// The token of a sign-in of ada that waits for its second step.
    private func waiting() async throws -> String {
        let needed = await #expect(throws: SecondFactorNeeded.self) { try await auth.signIn() }
        return try #require(needed).token.value
    }

    // MARK: Adding

    @Test("are stored with their browser and mailed, and sign in without a user name")
    func added() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        _ = try await auth.takeMails()
        let stored = try await add(&device, to: ada)
        #expect(stored.name == "Chrome on Linux" && stored.lastUsedAt == nil)
        let all = try await passkeys.all(of: .ada)
        #expect(all == [stored])
        #expect(
            try await auth.takeMails().map(\.content)
                == [.factorsChanged(.ada, .passkeyAdded("Chrome on Linux"), Self.here, auth.clock.now())])
        #expect(try await auth.events(.passkeyAdded).count == 1)
        auth.clock.advance(by: 60)
        let tokens = try await signIn(&device, isAutomatic: true)
        let signIn = try #require(try await auth.identity(tokens).signIn)
        #expect(signIn.account.id == .ada && signIn.method == .passkey && signIn.isAutomatic)
        #expect(signIn.factor == .passkey && signIn.factorAt == auth.clock.now())
        #expect(auth.authenticator.isRecentlyAuthenticated(signIn))
        #expect(try await passkeys.all(of: .ada).first?.lastUsedAt == auth.clock.now())
    }

    @Test("trap 14: are asked to be discoverable, and need no word of the browser that they are")
    func discoverable() async throws {
        let options = try await options(try await signedIn())
        #expect(options.contains(#""residentKey":"required""#) && options.contains(#""credProps":true"#))
        #expect(options.contains(#""userVerification":"required""#) && options.contains(#""attestation":"none""#))
    }

    @Test("trap 18: may have each algorithm that Windows and telephones need, the strongest first")
    func algorithms() async throws {
        let options = try await options(try await signedIn())
        let expected =
            #""pubKeyCredParams":[{"alg":-8,"type":"public-key"},{"alg":-7,"type":"public-key"},"#
            + #"{"alg":-257,"type":"public-key"}]"#
        #expect(options.contains(expected))
    }

    @Test("trap 17: know their account by 64 random bytes, which stay; names are no markup")
    func userHandle() async throws {
        let ada = try await signedIn()
        let first = try #require(try TestOptions(try await options(ada)).user)
        #expect(Data(base64URL: first.id)?.count == 64)
        #expect(!first.id.contains("ada") && first.name == "ada" && first.displayName == "Ada")
        #expect(try TestOptions(try await options(ada)).user?.id == first.id)
        let bob = try await signedIn("bob")
        #expect(try TestOptions(try await options(bob)).user?.id != first.id)
        var device = SoftwareAuthenticator()
        let name = "<img src=x>\u{202E}\n" + String(repeating: "é", count: 80)
        let stored = try await add(&device, name: name, to: ada)
        #expect(stored.name == "<img src=x>" + String(repeating: "é", count: 53))
    }

    @Test("trap 16: all of an account are excluded, and one is added once only")
    func excluded() async throws {
        let (ada, bob) = (try await signedIn(), try await signedIn("bob"))
        var device = SoftwareAuthenticator()
        let stored = try await add(&device, to: ada)
        #expect(try TestOptions(try await options(ada)).excludeCredentials?.map(\.id) == [stored.id.base64URL])
        #expect(try TestOptions(try await options(bob)).excludeCredentials?.isEmpty == true)
        for (identity, expected) in [(ada, PasskeyRefusal.exists), (bob, .invalid(.credentialID))] {
            let answer = try device.created(by: try await options(identity))
            #expect(try await refusal(answer, for: identity) == expected)
        }
    }

    @Test("traps 3, 4: several challenges are open at once, and each works once, for five minutes, for its sign-in")
    func challenges() async throws {
        let (ada, bob) = (try await signedIn(), try await signedIn("bob"))
        var (first, second) = (SoftwareAuthenticator(), SoftwareAuthenticator())
        second.credentialID = [1, 2, 3]
        let (one, two) = (try await options(ada), try await options(ada))
        let answers = [try first.created(by: one), try second.created(by: two)]
        #expect(try await refusal(answers[0], for: bob) == .expired)
        for answer in answers {
            #expect(try await refusal(answer, for: ada) == nil)
            #expect(try await refusal(answer, for: ada) == .expired)
        }
        let late = try first.created(by: try await options(ada))
        auth.clock.advance(by: 300)
        #expect(try await refusal(late, for: ada) == .expired)
    }

    @Test("are not for accounts of gateways, nor without a site that browsers have passkeys for")
    func notOffered() async throws {
        let other = AuthFixture(relyingParty: nil)
        #expect(try other.services.passkeys.signInOptions() == nil)
        #expect(!passkeys.areOffered(to: AccountID(server: AuthFixture.works, user: "ada")))
        let known = try await auth.addAccount()
        #expect(passkeys.areOffered(to: known.id) && !other.services.passkeys.areOffered(to: known.id))
    }

    // MARK: Signing in

    @Test("trap 4: twenty requests with one answer sign in once")
    func once() async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        let answer = try device.asserted(by: try #require(try passkeys.signInOptions()))
        let passkeys = passkeys
        let successes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    let tokens = try? await passkeys.signIn(
                        answer, isAutomatic: false, identity: AuthFixture.stranger)
                    return tokens != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
    }

    @Test("trap 3: two tabs sign in, the one that was opened first too")
    func tabs() async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        let options = [try passkeys.signInOptions(), try passkeys.signInOptions()].compactMap { $0 }
        #expect(Set(options).count == 2)
        for option in options {
            let answer = try device.asserted(by: option)
            _ = try await passkeys.signIn(answer, isAutomatic: false, identity: AuthFixture.stranger)
        }
    }

    @Test("trap 11: without the person's PIN, finger or face, none signs in and none is added")
    func userVerification() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        device.flags = 0x01
        let answer = try device.created(by: try await options(ada))
        #expect(try await refusal(answer, for: ada) == .invalid(.userNotVerified))
        device.flags = 0x05
        try await add(&device, to: ada)
        device.flags = 0x01
        #expect(try await failure(&device) == .passkeyRefused)
    }

    @Test(
        "trap 12: the origin is compared exactly",
        arguments: [
            "https://door.example:443", "https://door.example:8443", "http://door.example",
            "https://baddoor.example", "https://door.example.evil", "https://DOOR.example",
            "https://door.example.", "https://door.example/", "https://192.0.2.1", "null",
        ])
    func origin(text: String) async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        device.origin = text
        #expect(try await failure(&device) == .passkeyRefused)
    }

    @Test("trap 13: in a frame, only the pages of protected hosts may show the question")
    func frames() async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        for (top, error) in [("https://app.example", nil), ("https://evil.example", AuthError.passkeyRefused)] {
            device.members = #""crossOrigin":true,"topOrigin":"\#(top)""#
            #expect(try await failure(&device) == error)
        }
    }

    @Test("trap 15: only a passkey that was used here and that no account has is unknown")
    func unknown() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        let stored = try await add(&device, to: ada)
        var other = device
        other.relyingParty = "other.example"
        var forged = device
        forged.sign = SoftwareAuthenticator().sign
        for var wrong in [other, forged] { #expect(try await failure(&wrong) == .passkeyRefused) }
        try await auth.directory.setDisabled(true, .ada, client: Self.here)
        #expect(try await failure(&device) == .passkeyRefused)
        try await auth.directory.setDisabled(false, .ada, client: Self.here)
        let account = try #require(ada.signIn).account
        #expect(try await passkeys.remove(stored, of: account, client: Self.here))
        #expect(try await failure(&other) == .passkeyRefused)
        #expect(try await failure(&device) == .passkeyUnknown)
        #expect(try await passkeys.remove(stored, of: account, client: Self.here) == false)
        #expect(try await auth.events(.passkeyRemoved).count == 1)
    }

    @Test("trap 15: a database that cannot be reached says nothing about a passkey")
    func unreachable() async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        let answer = try device.asserted(by: try #require(try passkeys.signInOptions()))
        auth.store.setDown(true)
        let error = await #expect(throws: (any Error).self) {
            try await passkeys.signIn(answer, isAutomatic: false, identity: AuthFixture.stranger)
        }
        #expect(!(error is AuthError))
    }

    @Test("trap 9: the counter of a synced passkey may go back; of one on a single device, this is logged and mailed")
    func counters() async throws {
        let ada = try await signedIn()
        var (synced, bound) = (SoftwareAuthenticator(), SoftwareAuthenticator())
        (synced.flags, synced.counter) = (0x1D, 5)
        (bound.credentialID, bound.counter) = ([7], 5)
        try await add(&synced, to: ada)
        try await add(&bound, name: "Key", to: ada)
        _ = try await auth.takeMails()
        synced.counter = 0
        for _ in 0..<2 { #expect(try await failure(&synced) == nil) }
        #expect(try await auth.events(.passkeyWentBack).isEmpty)
        #expect(try await failure(&bound) == nil)
        #expect(try await auth.events(.passkeyWentBack).count == 1)
        let changes = try await auth.takeMails().compactMap { mail -> FactorChange? in
            guard case .factorsChanged(_, let change, _, _) = mail.content else { return nil }
            return change
        }
        #expect(changes == [.passkeyWentBack("Key")])
        bound.counter = 6
        #expect(try await failure(&bound) == nil)
        #expect(try await auth.events(.passkeyWentBack).count == 1)
    }

    @Test(
        "trap 10: the backup flags may change in both directions, and are stored",
        arguments: [[0x05, 0x1D], [0x1D, 0x05]])
    func backupFlags(flags: [UInt8]) async throws {
        var device = SoftwareAuthenticator()
        device.flags = flags[0]
        try await add(&device, to: try await signedIn())
        for flag in flags {
            device.flags = flag
            #expect(try await failure(&device) == nil)
            let stored = try #require(try await passkeys.all(of: .ada).first)
            #expect(stored.isBackedUp == (flag == 0x1D) && stored.isBackupEligible == (flag == 0x1D))
        }
    }

    @Test("failures count for the network, and never block the account")
    func limits() async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        let attacker = AuthFixture.stranger(at: "198.51.100.9")
        var forged = device
        forged.sign = SoftwareAuthenticator().sign
        var errors: Set<AuthError?> = []
        for _ in 0..<60 {
            errors.insert(try await failure(&forged, as: attacker))
        }
        #expect(errors.contains(.passkeyRefused) && errors.contains { $0 != .passkeyRefused && $0 != nil })
        #expect(try await failure(&device) == nil)
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
    }

    // MARK: As second step and as proof

    @Test("trap 1: one is both factors, and may be the second step after the password")
    func secondStep() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        try await add(&device, to: ada)
        // Without an app, the password alone still signs in.
        #expect(try await auth.failure(password: AuthFixture.password) == nil)
        let account = try #require(ada.signIn).account
        let setUp = try await auth.services.factors.begin(for: account.id, issuer: "Portico")
        let code = setUp.totp.code(step: TOTP.step(at: auth.clock.now()))
        _ = try await auth.services.factors.confirm(setUp.sealed, code: code, of: account, client: Self.here)
        #expect(try await failure(&device) == nil)
        let token = try await waiting()
        let options = try #require(try await passkeys.secondStepOptions(of: .ada, waiting: token))
        #expect(try TestOptions(options).allowCredentials?.count == 1)
        let elsewhere = try #require(try await passkeys.secondStepOptions(of: .ada, waiting: Token.random().value))
        device.userHandle = nil
        let other = try device.asserted(by: elsewhere)
        await #expect(throws: AuthError.passkeyRefused, "another sign-in waits for it") {
            try await auth.authenticator.finish(
                token, code: .passkey(other), trustsBrowser: false, identity: AuthFixture.stranger)
        }
        let wrong = try device.asserted(by: try #require(try passkeys.signInOptions()))
        await #expect(throws: AuthError.passkeyRefused) {
            try await auth.authenticator.finish(
                token, code: .passkey(wrong), trustsBrowser: false, identity: AuthFixture.stranger)
        }
        let answer = try device.asserted(by: options)
        let tokens = try await auth.authenticator.finish(
            token, code: .passkey(answer), trustsBrowser: false, identity: AuthFixture.stranger)
        #expect(try await auth.identity(tokens).signIn?.factor == .passkey)
    }

    @Test("an answer that several requests bring at once signs in once; a proof with a used one leaves a trace")
    func secondStepTwice() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        try await add(&device, to: ada)
        auth.set(.all)
        let token = try await waiting()
        let answer = try device.asserted(
            by: try #require(try await passkeys.secondStepOptions(of: .ada, waiting: token)))
        let signedIn = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<5 {
                group.addTask { [auth] in
                    let tokens = try? await auth.authenticator.finish(
                        token, code: .passkey(answer), trustsBrowser: false, identity: AuthFixture.stranger)
                    return tokens != nil
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(signedIn == 1)
        let proof = try await passkeys.proofOptions(for: try #require(ada.signIn))
        let proved = try device.asserted(by: try #require(proof))
        _ = try await passkeys.prove(proved, identity: ada)
        await #expect(throws: AuthError.passkeyRefused) { try await passkeys.prove(proved, identity: ada) }
        #expect(try await auth.events(.reauthenticationFailed).count == 1)
    }

    @Test("one proves again who is signed in, once and for its own account only")
    func proof() async throws {
        let (ada, bob) = (try await signedIn(), try await signedIn("bob"))
        var (device, other) = (SoftwareAuthenticator(), SoftwareAuthenticator())
        other.credentialID = [9]
        try await add(&device, to: ada)
        try await add(&other, to: bob)
        auth.clock.advance(by: 700)
        let signIn = try #require(ada.signIn)
        let options = try #require(try await passkeys.proofOptions(for: signIn))
        let foreign = try other.asserted(by: options)
        await #expect(throws: AuthError.passkeyRefused) { try await passkeys.prove(foreign, identity: ada) }
        let answer = try device.asserted(by: options)
        let proven = try await passkeys.prove(answer, identity: ada)
        await #expect(throws: AuthError.passkeyRefused) { try await passkeys.prove(answer, identity: ada) }
        let tokens = try await auth.authenticator.reauthenticate(proven, identity: ada)
        let renewed = try #require(try await auth.identity(tokens, run: nil).browser?.signIns.first)
        #expect(auth.authenticator.isRecentlyAuthenticated(renewed) && renewed.factor == .passkey)
    }

    @Test("where a factor is required, one is needed besides the password, and the last one stays")
    func required() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        let stored = try await add(&device, to: ada)
        let signIn = try #require(ada.signIn)
        let (account, factors) = (signIn.account, auth.services.factors)
        #expect(try await !factors.needsPasskey(account))
        #expect(try await auth.authenticator.confirmedProof(of: signIn) == .password)
        auth.set(.all)
        #expect(try await factors.needsPasskey(account))
        #expect(try await auth.authenticator.confirmedProof(of: signIn) == .nothing, "it needs a passkey now")
        await #expect(throws: SecondFactorNeeded.self) { try await auth.signIn() }
        await #expect(throws: AuthError.secondFactorNeeded) {
            try await auth.authenticator.prove(password: AuthFixture.password, identity: ada)
        }
        await #expect(throws: AuthError.secondFactorNeeded) {
            try await auth.services.passwords.change(
                from: AuthFixture.password, to: AuthFixture.otherPassword, endsOthers: false, identity: ada)
        }
        await #expect(throws: AuthError.secondFactorRequired) {
            try await passkeys.remove(stored, of: account, client: Self.here)
        }
        _ = try await auth.addApp(to: account)
        #expect(try await factors.remove(of: account, client: Self.here), "a passkey is left")
        let rehearsal = try await factors.rehearse(.all)
        #expect(rehearsal.count == 0)
        let options = try #require(try await passkeys.proofOptions(for: signIn))
        let proven = try await passkeys.prove(try device.asserted(by: options), identity: ada)
        #expect(proven.level == .secondFactor)
        _ = try await auth.services.passwords.change(
            from: AuthFixture.password, to: AuthFixture.otherPassword, endsOthers: false, isFactorProved: true,
            identity: ada)
    }

    @Test("the first required factor outdates what was proved elsewhere by the password alone")
    func first() async throws {
        let ada = try await signedIn()
        let elsewhere = try await auth.signIn()
        auth.set(.all)
        var device = SoftwareAuthenticator()
        try await add(&device, to: ada)
        let other = try #require(try await auth.identity(elsewhere, run: nil).browser?.signIns.first)
        #expect(!auth.authenticator.isRecentlyAuthenticated(other))
    }

    // MARK: Changes, and the browser's part

    @Test("are renamed, which is mailed; an empty name changes nothing")
    func renamed() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        let stored = try await add(&device, to: ada)
        let account = try #require(ada.signIn).account
        #expect(try await passkeys.rename(stored, to: " \n", of: account, client: Self.here) == nil)
        #expect(try await passkeys.rename(stored, to: " Telephone ", of: account, client: Self.here) == "Telephone")
        #expect(try await passkeys.all(of: .ada).map(\.name) == ["Telephone"])
        #expect(try await auth.events(.passkeyRenamed).count == 1)
        let id = stored.id.base64URL
        #expect(try await passkeys.passkey(id, of: .ada)?.name == "Telephone")
        #expect(try await passkeys.passkey(id, of: AccountID(server: .local, user: "bob")) == nil)
        let signal = try #require(try await passkeys.signal(for: account))
        #expect(signal.contains(#""allAcceptedCredentialIds":["\#(id)"]"#) && signal.contains(#""displayName":"Ada""#))
    }

    @Test("a browser makes one by itself once a month, without the person, and only soon after the password")
    func silent() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        device.flags = 0x18
        let options = try #require(try await passkeys.silentOptions(for: ada, site: "Door"))
        #expect(try await passkeys.silentOptions(for: ada, site: "Door") == nil)
        let answer = try device.created(by: options)
        #expect(try await refusal(answer, for: ada) == .expired, "it was not asked for by the person")
        #expect(try await refusal(answer, for: ada, isSilent: true) == nil)
        #expect(try await failure(&device) == .passkeyRefused, "a use needs the person")
        device.flags = 0x1D
        #expect(try await failure(&device) == nil)
        auth.clock.advance(by: 31 * 86_400)
        #expect(try await passkeys.silentOptions(for: ada, site: "Door") == nil, "the proof is old")
    }

    @Test("one that the browser made by itself needs the proof of sensitive changes, and stops no reset")
    func silentLimits() async throws {
        let ada = try await signedIn()
        let signIn = try #require(ada.signIn)
        var device = SoftwareAuthenticator()
        try await add(&device, to: ada)
        #expect(try await auth.services.factors.beginReset(of: signIn.account, by: .bob, client: Self.here))
        device.credentialID = [7]
        let answer = try device.created(by: try #require(try await passkeys.silentOptions(for: ada, site: "Door")))
        #expect(try await refusal(answer, for: ada, isSilent: true) == nil)
        #expect(try await auth.services.factors.state(of: .ada).resetAt != nil)
        #expect(passkeys.mayOffer(after: signIn))
        auth.services.currentPolicy.value.proof = 60
        auth.clock.advance(by: 61)
        #expect(!passkeys.mayOffer(after: signIn))
        auth.services.currentPolicy.value.proof = 86_400
        var proven = signIn
        auth.clock.advance(by: 600)
        proven.authenticatedAt = auth.clock.now()
        #expect(!passkeys.mayOffer(after: proven), "the password is older than its proof")
    }

    @Test("a reset of the factors removes them, and removing the app does not")
    func reset() async throws {
        let ada = try await signedIn()
        var device = SoftwareAuthenticator()
        try await add(&device, to: ada)
        let account = try #require(ada.signIn).account
        #expect(try await auth.services.factors.remove(of: account, client: Self.here) == false)
        #expect(try await passkeys.all(of: .ada).count == 1)
        #expect(try await auth.services.factors.remove(of: account, isReset: true, client: Self.here))
        #expect(try await passkeys.all(of: .ada).isEmpty)
    }

    @Test("answered challenges are deleted when they would have expired")
    func expiry() async throws {
        var device = SoftwareAuthenticator()
        try await add(&device, to: try await signedIn())
        let answer = try device.asserted(by: try #require(try passkeys.signInOptions()))
        _ = try await passkeys.signIn(answer, isAutomatic: false, identity: AuthFixture.stranger)
        let start = auth.clock.now()
        try await auth.services.deleteExpired(at: start + 360)
        #expect(try await auth.memory.write { try $0.deleteSpentChallenges(before: .distantFuture, limit: 9) } == 2)
    }
}
