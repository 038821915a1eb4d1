import PorticoConfig
import Testing

@Suite("The languages that a browser asks for")
struct AcceptLanguageTests {
    private static let offered = ["en", "zh-Hans", "id", "ru", "ar"]

    private func chosen(_ field: String, from tags: [String] = offered, usual: String = "en") -> String {
        AcceptLanguage(field).choose(from: tags, usual: usual)
    }

    @Test(
        "choose the first that is offered, with fewer subtags if need be",
        arguments: [
            ("ru", "ru"), ("RU-ru", "ru"), ("ar-EG", "ar"), ("de, ru;q=0.5", "ru"), ("de-CH-1996, fr, id-ID", "id"),
            ("en-GB,en;q=0.9,ru;q=0.8", "en"), ("ru;q=0.1, ar;q=0.9", "ar"), ("ru;q=0.5, ar;q=0.5", "ru"),
            ("ru;q=0.999, ar", "ar"), (" ar ; q=0.2 ,\tru ; Q=0.3 ", "ru"), ("in-ID", "id"), ("ar-x-private", "ar"),
            ("ar-u-nu-arab", "ar"),
        ])
    func lookup(field: String, tag: String) {
        #expect(chosen(field) == tag)
    }

    @Test("choose the longest that is offered")
    func longest() {
        #expect(chosen("pt-BR-x-a", from: ["en", "pt", "pt-BR"]) == "pt-BR")
        #expect(chosen("pt-AO", from: ["en", "pt", "pt-BR"]) == "pt")
        // A longer language is another one: nobody asked for Brazil's.
        #expect(chosen("pt", from: ["en", "pt-BR"]) == "en")
        #expect(chosen("ru", from: ["en", "rux"]) == "en")
    }

    @Test(
        "choose Chinese by its script, and otherwise the next language",
        arguments: [
            ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-SG", "zh-Hans"), ("zh-Hans-HK", "zh-Hans"),
            ("zh-cmn-Hans-CN", "zh-Hans"), ("cmn-Hans", "zh-Hans"), ("ZH-HANS", "zh-Hans"),
            ("zh-TW, ru", "ru"), ("zh-HK, ru", "ru"), ("zh-MO, ru", "ru"), ("zh-Hant, ru", "ru"),
            ("zh-Hant-HK, en;q=0.5", "en"), ("zh-Hant-CN, ru", "ru"), ("zh-TW,zh;q=0.9,ru;q=0.8", "ru"),
            ("zh-HK,zh-TW;q=0.9,zh;q=0.8,ru;q=0.7", "ru"),
            ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"), ("zh, zh-TW;q=0.9", "zh-Hans"),
        ])
    func chinese(field: String, tag: String) {
        #expect(chosen(field) == tag)
        if tag == "ru" { #expect(chosen(field, from: Self.offered + ["zh-Hant"]) == "zh-Hant") }
    }

    @Test(
        "never choose a refused one",
        arguments: [
            ("ru;q=0, ar;q=0.1", "ar"), ("ru, ru;q=0, ar;q=0.1", "ar"), ("ru;q=0.000, id", "id"),
            ("en;q=0, en-GB, ru", "ru"), ("zh;q=0, zh-CN, ru", "ru"), ("en;q=0", "en"),
            ("*;q=0", "en"), ("*;q=0, ru", "ru"),
        ])
    func refused(field: String, tag: String) {
        #expect(chosen(field) == tag)
    }

    @Test(
        "are ignored where they are malformed or unknown, and then the usual language is chosen",
        arguments: [
            "", ",", ";", "*", "de", "ru;q=2", "ru;q=1.001", "ru;q=0.1234", "ru;q=", "ru;q=a", "ru;x=1", "ru_RU", "r u",
            "ru--RU", "-ru", "ру", "ru\u{301}", "abcdefghi-ru", "ru-a-b-c-d-e-f-g-h", "<script>", "ru;q=-1",
        ])
    func malformed(field: String) {
        #expect(chosen(field) == "en")
        #expect(chosen("\(field), ar;q=0.1", usual: "id") == "ar")
    }

    @Test("are the first 32 of a long list")
    func long() {
        let many = Array(repeating: "de", count: 31).joined(separator: ",")
        #expect(chosen("\(many),ru") == "ru")
        #expect(chosen("\(many),de,ru") == "en")
    }
}

@Suite("Languages")
struct LanguageTests {
    @Test("A language is found by exactly its tag")
    func tags() {
        #expect(Language(tag: "ar")?.isRightToLeft == true)
        #expect(Language(tag: "zh-Hans")?.name == "简体中文")
        for other in ["", "AR", "ar-EG", "zh", "zh-hans", "ar\u{301}", "de"] { #expect(Language(tag: other) == nil) }
        #expect(Set(Language.all.map(\.tag)).count == Language.all.count)
    }
}
