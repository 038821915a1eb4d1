import Foundation
import PorticoAuth
import Testing

@Suite("7.2.3 A token")
struct TokenTests {
    @Test("is 256 bits in 43 characters of base64url")
    func form() throws {
        for _ in 0..<500 {
            let value = Token.random().value
            #expect(value.count == 43)
            let base64 = value.replacing("-", with: "+").replacing("_", with: "/") + "="
            #expect(try #require(Data(base64Encoded: base64)).count == 32)
            #expect(!value.contains { "+/=".contains($0) })
        }
    }

    @Test("is always different, and every bit of it can be 0 or 1")
    func randomness() {
        let tokens = (0..<2000).map { _ in Token.random().value }
        #expect(Set(tokens).count == tokens.count)
        for position in 0..<42 {
            #expect(Set(tokens.map { Array($0.utf8)[position] }).count > 50, "position \(position)")
        }
    }

    @Test("is stored as its SHA-256, which does not reveal it")
    func digest() {
        let token = Token.random()
        let known = TokenDigest(of: "").bytes.map { String($0, radix: 16) }.joined()
        #expect(known == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(TokenDigest(of: token.value) == token.digest)
        #expect(TokenDigest(bytes: token.digest.bytes) == token.digest)
        #expect(TokenDigest(of: token.value + "x") != token.digest)
    }

    @Test("has a digest of 32 bytes and no other", arguments: [0, 31, 33])
    func digestLength(count: Int) {
        #expect(TokenDigest(bytes: Data(count: count)) == nil)
    }
}
