import PorticoTexts
import Testing

#if canImport(_FoundationICU)
    import _FoundationICU
#endif

@Suite("Plural rules")
struct PluralRuleTests {
    @Test(
        "The rule of a language is that of its longest tag in CLDR",
        arguments: [
            ("en", ["one", "other"]), ("en-GB", ["one", "other"]), ("zh-Hans", ["other"]), ("id", ["other"]),
            ("pl", ["one", "few", "many"]), ("cs", ["one", "few", "other"]), ("sl", ["one", "two", "few", "other"]),
            ("ru", ["one", "few", "many"]), ("ar", ["zero", "one", "two", "few", "many", "other"]),
            ("he", ["one", "two", "other"]), ("lt", ["one", "few", "other"]), ("lv", ["zero", "one", "other"]),
            ("ro", ["one", "few", "other"]), ("ga", ["one", "two", "few", "many", "other"]),
        ])
    func required(language: String, forms: [String]) throws {
        let rule = try #require(PluralRule(language: language))
        #expect(rule.requiredCategories == forms)
    }

    @Test("A country may have another rule than its language")
    func countries() throws {
        let (brazil, portugal) = try (
            #require(PluralRule(language: "pt-BR")), #require(PluralRule(language: "pt_PT"))
        )
        #expect(brazil.category(of: 0) == "one")
        #expect(portugal.category(of: 0) == "other")
        #expect(portugal.category(of: 2_000_000) == "many")
        #expect(PluralRule(language: "xx") == nil)
    }

    @Test("A form for fractions only is allowed, and not required")
    func fractions() throws {
        let czech = try #require(PluralRule(language: "cs"))
        #expect(czech.allowedCategories == ["zero", "one", "few", "many", "other"])
        #expect(czech.conditions(on: "n").map(\.category) == ["zero", "one", "few"])
    }

    @Test(
        "A form of one number may leave the number out",
        arguments: [("ar", "two", [2]), ("en", "one", [1]), ("fr", "one", [0, 1]), ("en", "zero", [0])])
    func numbers(language: String, form: String, numbers: [Int]) throws {
        let rule = try #require(PluralRule(language: language))
        #expect(rule.numbers(of: form) == numbers)
    }

    @Test("The order of forms says the form of every number", arguments: PluralRule.languages)
    func order(language: String) throws {
        let rule = try #require(PluralRule(language: language))
        let (digits, period) = (Array(rule.order.digits.utf8), rule.order.period)
        let start = digits.count - period
        var forms: [UInt8: String] = [:]
        for number in 1..<2500 {
            let digit = digits[number < start ? number : start + (number - start) % period]
            let form = rule.category(of: number)
            #expect(forms[digit, default: form] == form, "\(number)")
            forms[digit] = form
        }
        #expect(Set(forms.values).count == forms.count)
    }

    #if canImport(_FoundationICU)
        @Test(
            "Every rule is that of the ICU of the toolchain; otherwise run Scripts/plural-rules",
            arguments: PluralRule.languages)
        func toolchain(language: String) throws {
            let rule = try #require(PluralRule(language: language))
            var status = U_ZERO_ERROR
            let rules = try #require(swift_uplrules_open(language, &status))
            defer { swift_uplrules_close(rules) }
            for number in Array(0...220) + [999, 1000, 1001, 10_000, 100_000, 1_000_000, 1_000_001, 3_000_000] {
                var keyword = [UChar](repeating: 0, count: 16)
                let length = swift_uplrules_select(rules, Double(number), &keyword, Int32(keyword.count), &status)
                let expected = String(decoding: keyword.prefix(Int(length)), as: UTF16.self)
                #expect(rule.category(of: number) == expected, "\(number)")
            }
        }
    #endif
}
