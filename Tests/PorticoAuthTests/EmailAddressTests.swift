import Foundation
import PorticoAuth
import Testing

@Suite("An email address")
struct EmailAddressTests {
    @Test(
        "is an address that mail can be sent to",
        arguments: [
            "ada@example.org", "a@b.c", "ada.lovelace+portico@mail.example.co.uk", "ADA@EXAMPLE.ORG", "ada@localhost",
            "o'hara@example.org", "!#$%&'*+-/=?^_`{|}~@example.org", "1@2.3", "a@xn--bcher-kva.example",
        ])
    func taken(text: String) {
        #expect(EmailAddress(text)?.value == text)
    }

    @Test(
        "has no other form",
        arguments: [
            "", " ", "@", "ada", "ada@", "@example.org", "ada@example", "ada@@example.org", "ada@example.org@x.org",
            "ada..b@example.org", ".ada@example.org", "ada.@example.org", "ada@.org", "ada@example.",
            "ada@exa mple.org",
            "a da@example.org", "ada@example..org", "\"ada\"@example.org", "ada@[192.0.2.7]", "ada@exam_ple.org",
            "Ada <ada@example.org>", "ada@example.org, bob@example.org", "ada@example.org\r\nBcc: bob@example.org",
            "ada@example.org\u{0}", "ada\u{0}@example.org", "ada@example.org\nx", "ädä@example.org", "аda@example.org",
            "ada@ехample.org", "ada@example。org", "ada＠example.org", "\u{212A}im@example.org",
            "ada\u{200B}@example.org",
        ])
    func refused(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test("has at most 254 bytes, and 64 before the @")
    func length() {
        let most = String(repeating: "a", count: 64)
        #expect(EmailAddress("\(most)@example.org") != nil)
        #expect(EmailAddress("\(most)a@example.org") == nil)
        let host = String(repeating: "b.", count: 93) + "bcd"
        #expect("\(most)@\(host)".utf8.count == 254)
        #expect(EmailAddress("\(most)@\(host)") != nil)
        #expect(EmailAddress("\(most)@\(host)e") == nil)
        #expect(EmailAddress(String(repeating: "a", count: 1_000_000)) == nil)
    }

    @Test("is the same in any case, and without white space around it")
    func same() throws {
        let (one, two) = (try address(" Ada@Example.org\n"), try address("ada@EXAMPLE.org"))
        #expect(one == two)
        #expect(Set([one, two]).count == 1)
        #expect(one.value == "Ada@Example.org")
        #expect(one.key == "ada@example.org")
        #expect(try address("ada.b@example.org") != address("adab@example.org"))
    }

    @Test("is read back as it was written, and not if it is invalid")
    func coding() throws {
        let email = try address("Ada@example.org")
        let data = try JSONEncoder().encode([email])
        #expect(try JSONDecoder().decode([EmailAddress].self, from: data).map(\.value) == ["Ada@example.org"])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([EmailAddress].self, from: Data(#"["x"]"#.utf8))
        }
    }
}
