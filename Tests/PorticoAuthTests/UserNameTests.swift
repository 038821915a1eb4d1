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

    @Test("loses the white space that keyboards add around it", arguments: [" ada", "ada ", "\tada\n", "\u{A0}ada "])
    func surroundingSpace(text: String) {
        #expect(UserName(text)?.value == "ada")
    }

    @Test("has letters, digits and a few marks", arguments: ["a", "0", "a.b", "a_b", "a-b", "ada@door.example", "a+1"])
    func allowed(text: String) {
        #expect(UserName(text)?.value == text)
    }

    @Test(
        "has no other characters, above all none that looks like another name",
        arguments: [
            "", " ", "a b", "a/b", "a\\b", "a\u{0}", "a\nb", "a\tb", "äda", "а\u{64}\u{430}", "ａｄａ", "ada\u{200B}",
            "ada\u{0301}", "ada \u{0301}", "\u{0600} ada", "\u{202E}ada", "\u{212A}ate", "ada\u{FEFF}", "ſam", "İda",
            "a<b", "a\"b", "a%b", "a,b", "🙂",
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

@Suite("The name of an account")
struct AccountNameTests {
    private static let works = AccountID(server: ServerID(rawValue: "works-2"), user: "ada@x")

    @Test("is the user name here, and elsewhere has the server before it")
    func both() {
        let local = AccountID(server: .local, user: "ada")
        #expect(local.name == "ada")
        #expect(AccountID(name: "ada") == local)
        #expect(Self.works.name == "works-2:ada@x")
        #expect(AccountID(name: "works-2:ada@x") == Self.works)
        #expect(AccountID(name: "local:ada") == local)
    }

    @Test("is read as people type it", arguments: [" works-2:ada@x ", "Works-2:ADA@X", "works-2: ada@x"])
    func typed(text: String) {
        #expect(AccountID(name: text) == Self.works)
    }

    @Test(
        "has no other form",
        arguments: [
            "", ":", ":ada", "works:", "works:a b", "works:ada:bob", "works/ada", "wörks:ada", "works.x:ada", "a b:ada",
            "a234567890123456789012345678901234:ada", "\u{212A}:ada",
        ])
    func refused(text: String) {
        #expect(AccountID(name: text) == nil)
    }
}
