import PorticoAuth
import PorticoConfig
import Testing

@Suite("The key of a name")
struct NameKeyTests {
    private func key(_ name: String, user: String = "ada") -> String { NameKey(name: name, userName: user).value }

    @Test(
        "leaves out case, accents, widths and repeated spaces",
        arguments: [
            ("Émile Zola", "emile zola"), ("E\u{301}mile", "emile"), ("STRAẞE", "strasse"),
            ("Łukasz Đorđe", "lukasz dorde"),
            ("Ærø", "aero"), ("İstanbul", "istanbul"), ("Ｗｉｄｅ", "wide"), ("ACME™", "acmetm"), ("ℌans", "hans"),
            ("Ёлка", "елка"), ("Ωmega", "ωmega"),
            ("  Ada\u{3000} \t Lovelace ", "ada lovelace"), ("王小明", "王小明"), ("أحمد", "أحمد"), ("한글", "한글"),
            ("ไทยไม่", "ไทยไม่"),
        ])
    func folding(name: String, expected: String) {
        #expect(key(name).utf8.elementsEqual(expected.utf8))
    }

    @Test("is that of the user name without a name, and never empty")
    func userName() {
        #expect(key("", user: "Grace") == "grace")
        #expect(key(" \u{301} ", user: "grace") == "grace")
        #expect(key("", user: "\u{301}") == "\u{FFFD}")
    }

    @Test("has a bounded length, and ends with a whole character")
    func length() {
        #expect(key(String(repeating: "a", count: 500)) == String(repeating: "a", count: 200))
        let long = key("a" + String(repeating: "王", count: 100))
        #expect(long.utf8.count == 199 && long.unicodeScalars.last == "王")
    }

    @Test("puts a name before its continuations")
    func order() {
        let names = ["Ada", "Ada Lovelace", "Adam", "Ádám Z", "Zoë", "Ελένη", "Мария", "王"]
        #expect(names.shuffled().sorted { key($0).utf8.lexicographicallyPrecedes(key($1).utf8) } == names)
    }

    @Test("of an order is read from an address", arguments: ["name", "-name", "username", "-created"])
    func orders(text: String) {
        #expect(AccountOrder(text)?.description == text)
        for wrong in ["", "-", "--name", "Name", "name ", "seen"] { #expect(AccountOrder(wrong) == nil) }
    }
}
