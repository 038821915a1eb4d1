import Crypto
import Foundation
import PorticoBytes
import PorticoConfig
import PorticoTestSupport
import Testing

@testable import PorticoAuth

@Suite("Assertions")
struct AssertionsTests {
    private let fixture = AuthFixture()
    private var keys: AssertionKeys { fixture.services.assertionKeys }

    private func signIn(_ groups: Set<GroupName> = []) -> SignIn {
        SignIn(
            id: 1,
            account: Account(
                id: AccountID(server: AuthFixture.works, user: "ada"), name: "Ada \"Lovelace\"",
                email: EmailAddress("ada@example.org"), isAdministrator: false, createdAt: .distantPast, groups: groups),
            method: .password, since: Date(timeIntervalSince1970: 7), lastSeen: .distantPast, isAutomatic: false)
    }

    private func assertion(_ groups: Set<GroupName> = [], audience: String = "https://app.example") throws -> String {
        try fixture.services.assertions.assertion(
            of: signIn(groups), issuer: "https://door.example", audience: audience)
    }

    @Test("name the signed-in person for a minute, and are signed")
    func claims() throws {
        let token = try assertion(["staff", "editors"])
        #expect(token.fields(separatedBy: ".").count == 3)
        let (header, claims) = (try part(0, of: token), try part(1, of: token))
        #expect(header["alg"] as? String == "EdDSA")
        #expect(header["typ"] as? String == "JWT")
        let now = Int(fixture.clock.now().timeIntervalSince1970)
        #expect(claims["iss"] as? String == "https://door.example")
        #expect(claims["aud"] as? String == "https://app.example")
        #expect(claims["sub"] as? String == "works:ada")
        #expect(claims["name"] as? String == "Ada \"Lovelace\"")
        #expect(claims["email"] as? String == "ada@example.org")
        #expect(claims["groups"] as? [String] == ["editors", "staff"])
        #expect(claims["iat"] as? Int == now)
        #expect(claims["exp"] as? Int == now + 60)
        #expect(claims["auth_time"] as? Int == 7)
        #expect(try isSigned(token, by: keys.publicKeys()))
    }

    /// The claims about the proof of a sign-in at the second 7.
    private func proof(
        _ method: SignInMethod, provenAt: TimeInterval = 7, factor: FactorKind? = nil, factorAt: TimeInterval? = nil
    ) throws -> ([String]?, Int?) {
        let signIn = SignIn(
            id: 1, account: signIn().account, method: method, since: Date(timeIntervalSince1970: 7),
            lastSeen: .distantPast, isAutomatic: false, authenticatedAt: Date(timeIntervalSince1970: provenAt),
            factor: factor, factorAt: factorAt.map(Date.init(timeIntervalSince1970:)))
        let claims = try part(
            1, of: fixture.services.assertions.assertion(of: signIn, issuer: "https://door.example", audience: "a"))
        return (claims["amr"] as? [String], claims["auth_time"] as? Int)
    }

    @Test("a code after a link from a mail is no second factor for pages either, because nothing else was proved")
    func afterLink() {
        let now = fixture.clock.now()
        let level = { (method: SignInMethod, since: Date) in
            fixture.authenticator.proof(
                of: SignIn(
                    id: 1, account: signIn().account, method: method, since: since, lastSeen: now, isAutomatic: false,
                    authenticatedAt: now, factor: .app, factorAt: now))
        }
        #expect(level(.password, now) == .secondFactor)
        #expect(level(.link, now) == .password)
        #expect(level(.setup, now) == .password)
        #expect(level(.link, now - 60) == .secondFactor, "with a password since")
    }

    @Test("name what the last proof was made with, and its time")
    func methods() throws {
        #expect(try proof(.password) == (["pwd"], 7))
        #expect(try proof(.password, factor: .app, factorAt: 7) == (["pwd", "otp", "mfa"], 7))
        #expect(try proof(.password, provenAt: 60, factor: .recoveryCode, factorAt: 60) == (["pwd", "otp", "mfa"], 60))
        // A mailed link is no password, and no factor beside a code.
        #expect(try proof(.link) == (nil, 7))
        #expect(try proof(.setup) == (nil, 7))
        #expect(try proof(.link, factor: .app, factorAt: 7) == (["otp"], 7))
        #expect(try proof(.link, provenAt: 60) == (["pwd"], 60))
        // A factor that was proved before the last proof, and removed since, says nothing about it.
        #expect(try proof(.password, provenAt: 60, factor: .app, factorAt: 7) == (["pwd"], 60))
        // A passkey is both factors, later in place of the password.
        #expect(try proof(.passkey, factor: .passkey, factorAt: 7) == (["hwk", "user", "mfa"], 7))
        #expect(try proof(.passkey, factor: .syncedPasskey, factorAt: 7) == (["swk", "user", "mfa"], 7))
        #expect(try proof(.password, factor: .passkey, factorAt: 7) == (["pwd", "hwk", "user", "mfa"], 7))
        #expect(
            try proof(.password, provenAt: 60, factor: .syncedPasskey, factorAt: 60) == (["swk", "user", "mfa"], 60))
        // A trusted browser: nothing is recent, but the password was entered at the sign-in.
        #expect(try proof(.password, provenAt: 0) == (["pwd"], 7))
    }

    @Test("have no list of groups, instead of a part of it, if it does not fit into headers")
    func manyGroups() throws {
        func groups(_ count: Int) -> Set<GroupName> {
            Set((0..<count).compactMap { GroupName("department-of-number-\(100_000 + $0)") })
        }
        let most = try assertion(groups(100))
        #expect((try part(1, of: most)["groups"] as? [String])?.count == 100)
        #expect(most.utf8.count < 8_190, "gunicorn and Apache accept no longer field")
        #expect(try part(1, of: assertion(groups(101)))["groups"] == nil)
        let short = Set((0..<1_000).compactMap { GroupName(String($0, radix: 36)) })
        #expect(try assertion(short).utf8.count < 8_190)
    }

    @Test("are reused for a while, but never for another application or with other groups")
    func again() throws {
        let first = try assertion()
        fixture.clock.advance(by: 19)
        #expect(try assertion() == first)
        #expect(try assertion(["staff"]) != first)
        #expect(try assertion(audience: "https://shop.example") != first)
        fixture.clock.advance(by: 1)
        #expect(try assertion() != first)
    }

    @Test("are signed with another key each day, and the keys of the days around are public")
    func rotation() throws {
        let token = try assertion()
        let today = try keys.publicKeys()
        #expect(Set(today.map(\.x)).count == 3)
        fixture.clock.advance(by: 86_400)
        let tomorrow = try keys.publicKeys()
        #expect(tomorrow.dropLast() == today.dropFirst())
        #expect(try isSigned(token, by: tomorrow))
        #expect(try isSigned(try assertion(), by: today))
        fixture.clock.advance(by: 86_400)
        #expect(try !isSigned(token, by: keys.publicKeys()))
    }

    @Test("have keys that depend on the installation and need no storage")
    func derived() throws {
        let key = SecretBox.newKey()
        let now = fixture.clock.now
        let one = AssertionKeys(box: try #require(SecretBox(keys: [key])), now: now)
        #expect(try one.publicKeys() == AssertionKeys(box: try #require(SecretBox(keys: [key])), now: now).publicKeys())
        #expect(try one.publicKeys() != AssertionKeys(box: SecretBox(), now: now).publicKeys())
    }

    @Test("signed before a new key was put in force are valid until they expire")
    func rotated() throws {
        let (old, new) = (SecretBox.newKey(), SecretBox.newKey())
        let before = AssertionKeys(box: try #require(SecretBox(keys: [old])), now: fixture.clock.now)
        let after = AssertionKeys(box: try #require(SecretBox(keys: [new, old])), now: fixture.clock.now)
        #expect(try isSigned(before.sign(["sub": "ada"]), by: after.publicKeys()))
        #expect(try isSigned(after.sign(["sub": "ada"]), by: after.publicKeys()))
        #expect(try !isSigned(after.sign(["sub": "ada"]), by: before.publicKeys()))
        #expect(Set(try after.publicKeys().map(\.kid)).count == 6)
    }
}

/// The header or the claims of a web token.
func part(_ index: Int, of token: String) throws -> [String: Any] {
    let data = try #require(Data(base64URL: String(token.fields(separatedBy: ".")[index])))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
}

/// Whether one of the published keys has signed a web token.
func isSigned(_ token: String, by keys: [AssertionKeys.PublicKey]) throws -> Bool {
    let parts = token.fields(separatedBy: ".").map(String.init)
    let name = try #require(try part(0, of: token)["kid"] as? String)
    guard let key = keys.first(where: { $0.kid == name }) else { return false }
    let raw = try #require(Data(base64URL: key.x))
    return try Curve25519.Signing.PublicKey(rawRepresentation: raw).isValidSignature(
        try #require(Data(base64URL: parts[2])), for: Data("\(parts[0]).\(parts[1])".utf8))
}
