import Foundation
import PorticoAuth
import Testing

@Suite("A recovery code")
struct RecoveryCodeTests {
    @Test("is 80 random bits in groups of four characters that look unlike each other")
    func form() {
        let codes = (0..<1000).map { _ in RecoveryCode.random().text }
        #expect(Set(codes).count == codes.count)
        for code in codes {
            #expect(code.wholeMatch(of: /([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}/) != nil, "\(code)")
        }
        for position in 0..<19 where ![4, 9, 14].contains(position) {
            #expect(Set(codes.map { Array($0.utf8)[position] }).count == 32, "position \(position)")
        }
    }

    @Test(
        "is read as people type it",
        arguments: [
            "k0m2-9xqd-4hvn-w1tp", "K0M2-9XQD-4HVN-W1TP", "k0m29xqd4hvnw1tp", "  k0m2 9xqd 4hvn w1tp\n",
            "kom2-9xqd-4hvn-witp",
            "KOM2-9XQD-4HVN-WLTP", "k0m2\u{2011}9xqd\u{2011}4hvn\u{2011}w1tp", "k٠m٢-٩xqd-٤hvn-w١tp",
        ])
    func typed(text: String) throws {
        let code = try #require(RecoveryCode(typed: text))
        #expect(code.text == "k0m2-9xqd-4hvn-w1tp")
        #expect(code.digest == TokenDigest(of: "k0m29xqd4hvnw1tp"))
    }

    @Test(
        "has 16 characters of its alphabet",
        arguments: [
            "", "123456", "k0m2-9xqd-4hvn", "k0m2-9xqd-4hvn-w1t", "k0m2-9xqd-4hvn-w1tpp", "u0m2-9xqd-4hvn-w1tp",
            "k0m2_9xqd_4hvn_w1tp", "k0m2-9xqd-4hvn-w1t\u{301}p", "\u{212A}0m2-9xqd-4hvn-w1tp", "к0m2-9xqd-4hvn-w1tp",
        ])
    func others(text: String) {
        #expect(RecoveryCode(typed: text) == nil)
    }

    @Test("is itself when it is typed as shown, and no other")
    func shown() {
        let code = RecoveryCode.random()
        #expect(RecoveryCode(typed: code.text) == code)
        #expect(RecoveryCode(typed: code.text)?.digest == code.digest)
        #expect(RecoveryCode.random().digest != code.digest)
    }

    @Test("is not printed")
    func printed() {
        let code = RecoveryCode.random()
        var dumped = ""
        dump([code], to: &dumped)
        for text in ["\(code)", String(reflecting: code), dumped] { #expect(!text.contains(code.text)) }
    }
}
