import Foundation
import Testing

@testable import PorticoAuth

@Suite("The codes of an authenticator app")
struct TOTPTests {
    /// The secret of the test vectors.
    private let totp = TOTP(secret: Data("12345678901234567890".utf8))

    @Test(
        "are those of RFC 6238, appendix B, with six digits of the eight",
        arguments: [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ])
    func vectors(seconds: Int, code: String) {
        let time = Date(timeIntervalSince1970: Double(seconds))
        #expect(totp.code(step: TOTP.step(at: time)) == code)
        #expect(totp.step(of: code, at: time) == Int64(seconds / 30))
    }

    @Test("are valid in their step, the one before and the one after")
    func drift() {
        let code = totp.code(step: 100)
        let valid = [2_969.9, 2_970, 3_000, 3_029.9, 3_030, 3_059.9, 3_060].map {
            totp.step(of: code, at: Date(timeIntervalSince1970: $0))
        }
        #expect(valid == [nil, 100, 100, 100, 100, 100, nil])
    }

    @Test(
        "are read as people type them",
        arguments: ["287082", " 287 082\n", "287-082", "٢٨٧٠٨٢", "２８７０８２", "\u{200E}287082"])
    func typed(code: String) {
        #expect(totp.step(of: code, at: Date(timeIntervalSince1970: 59)) == 1)
    }

    @Test(
        "are six digits",
        arguments: [
            "", "28708", "2870820", "94287082", "287083", "28708a", "287,082", "28708\u{B2}", "²87082",
            "k7m2-9xqd-4hvn-w3tp",
        ])
    func others(code: String) {
        #expect(totp.step(of: code, at: Date(timeIntervalSince1970: 59)) == nil)
    }

    @Test("belong to a secret of 160 random bits")
    func secrets() {
        let secrets = (0..<500).map { _ in TOTP.makeSecret() }
        #expect(Set(secrets).count == secrets.count)
        #expect(secrets.allSatisfy { $0.count == 20 })
        for position in 0..<20 {
            #expect(Set(secrets.map { $0[position] }).count > 100, "position \(position)")
        }
    }

    @Test(
        "follow from a secret that people can type: base32 without padding, as in RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"), ("12345678901234567890", "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"),
        ])
    func base32(secret: String, text: String) {
        #expect(TOTP(secret: Data(secret.utf8)).base32 == text)
    }

    @Test(
        "have an address that names site and account without ambiguity",
        arguments: [
            ("Portico", "ada", "Portico:ada", "Portico"),
            (
                "Doors: Böhm & Ö", "ada · works", "Doors%20B%C3%B6hm%20%26%20%C3%96:ada%20%C2%B7%20works",
                "Doors%20B%C3%B6hm%20%26%20%C3%96"
            ),
            ("A/B?C#D%", "works:ada", "A%2FB%3FC%23D%25:worksada", "A%2FB%3FC%23D%25"),
        ])
    func address(issuer: String, account: String, label: String, parameter: String) throws {
        let address = totp.address(account: account, issuer: issuer)
        #expect(
            address == "otpauth://totp/\(label)?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=\(parameter)"
                + "&algorithm=SHA1&digits=6&period=30")
        let url = try #require(URLComponents(string: address))
        #expect(url.queryItems?.first { $0.name == "issuer" }?.value == issuer.replacing(":", with: ""))
        #expect(url.path == "/\(issuer.replacing(":", with: "")):\(account.replacing(":", with: ""))")
    }

    @Test("have an address that fits into a QR code, also with long names")
    func longNames() {
        let address = totp.address(
            account: String(repeating: "ö", count: 500), issuer: String(repeating: "🚪", count: 100))
        #expect(
            address.contains(
                "/\(String(repeating: "%F0%9F%9A%AA", count: 16)):\(String(repeating: "%C3%B6", count: 32))?"))
        #expect(address.utf8.count < 800)
    }
}
