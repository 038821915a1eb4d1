import PorticoAuth
import PorticoConfig
import Testing

@Suite("A user name")
struct UserNameTests {
    @Test("is compared without case", arguments: ["ada", "Ada", "ADA", "aDa"])
    func mixedCase(text: String) {
        #expect(UserName(text)?.value == "ada")
        #expect(UserName(text)?.accountID == AccountID(server: .local, user: "ada"))
    }

    @Test("loses the white space around it, which keyboards add", arguments: [" ada", "ada ", "\tada\n", "\u{A0}ada "])
    func surroundingSpace(text: String) {
        #expect(UserName(text)?.value == "ada")
    }

    @Test("has letters, digits and a few marks", arguments: ["a", "0", "a.b", "a_b", "a-b", "ada@door.example", "a+1"])
    func allowed(text: String) {
        #expect(UserName(text)?.value == text)
    }

    @Test(
        "has nothing else, above all nothing that looks like another name",
        arguments: [
            "", " ", "a b", "a/b", "a\\b", "a\u{0}", "a\nb", "a\tb", "äda", "а\u{64}\u{430}", "ａｄａ", "ada\u{200B}",
            "ada\u{0301}", "\u{202E}ada", "\u{212A}ate", "ada\u{FEFF}", "ſam", "İda", "a<b", "a\"b", "a%b", "a,b", "🙂",
        ])
    func refused(text: String) {
        #expect(UserName(text) == nil)
    }

    @Test("has 64 characters at most")
    func length() {
        let longest = String(repeating: "a", count: 64)
        #expect(UserName(longest)?.value == longest)
        #expect(UserName(" \(longest) ")?.value == longest)
        #expect(UserName(longest + "a") == nil)
    }
}
