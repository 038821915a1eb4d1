import Foundation
import PorticoTexts
import Testing

@testable import PorticoCompiler

@Suite("String catalogue")
struct CatalogueTests {
    @Test("An accessor is a literal for each language")
    func oneLanguage() throws {
        let swift = try self.swift(
            """
            "signIn" : { "comment" : "On the button.\\nShort.", "localizations" : { "en" : \(text(#"Sign in \"now\" 100%%"#)) } },
            "welcome" : { "localizations" : { "en" : \(text("%@ has %lld, %@")) } },
            "swapped" : { "localizations" : { "en" : \(text("%2$lld of %1$@")) } }
            """)
        #expect(
            swift.contains(
                "/// On the button.\n/// Short.\npackage var signIn: String {\nswitch column {\n"))
        #expect(swift.contains("case .`en`:\nreturn \"Sign in \\\"now\\\" 100%\"\n}\n}\n"))
        #expect(
            swift.contains(
                "package func welcome(_ argument1: String, _ argument2: Int, _ argument3: String) -> String {\n"))
        #expect(swift.contains(#""\(Self.isolated(argument1)) has \(argument2), \(Self.isolated(argument3))""#))
        #expect(swift.contains(#"package func swapped(_ argument1: String, _ argument2: Int) -> String {"#))
        #expect(swift.contains("package static let languages: [String] = [\"en\"]\n"))
    }

    @Test("With the module of LocalizedText, each key has one, and a catalogue finds the text of each")
    func localizedTexts() throws {
        let catalogue = try self.catalogue(
            """
            "now" : { "localizations" : { "en" : \(text("Now")) } },
            "welcome" : { "localizations" : { "en" : \(text("%@ has %lld")) } }
            """)
        let swift = StringsEmitter(catalogue, module: "Portico").swift
        #expect(swift.contains("\nimport Portico\n"))
        #expect(swift.contains("case \"now\": self.now\n"))
        #expect(swift.contains("case \"welcome\": self.welcome(arguments.string(0), arguments.integer(1))\n"))
        #expect(
            swift.contains(
                "package static var now: LocalizedText { LocalizedText(\"now\", of: Strings.self) }"))
        #expect(
            swift.contains(
                "package static func welcome(_ argument1: some LocalizedTextConvertible, _ argument2: Int) -> LocalizedText { "
                    + "LocalizedText(\"welcome\", of: Strings.self, argument1, argument2) }"))
        #expect(!StringsEmitter(catalogue).swift.contains("LocalizedText"))
    }

    @Test("In a language that is written from right to left, every value is kept apart from the text around it")
    func isolation() throws {
        let swift = try self.swift(
            """
            "by" : { "localizations" : { "en" : \(text("by %@")), "ar" : \(text("بواسطة %@")) } },
            "time" : { "localizations" : { "en" : \(text("%@ UTC")), "ar" : \(text("%@ UTC")) } }
            """)
        #expect(swift.contains(#""by \(Self.isolated(argument1))""#))
        // The first letter gives the direction, and elsewhere a mark.
        #expect(swift.contains(#""بواسطة \(Self.isolated(argument1, always: true))""#))
        #expect(swift.contains(#""\u{200F}\(Self.isolated(argument1, always: true)) UTC""#))
        #expect(swift.contains(#""\(Self.isolated(argument1)) UTC""#))
    }

    @Test("Plural forms become conditions on the first number")
    func plurals() throws {
        let forms = plural(["zero": "none", "one": "one of %2$@", "other": "%1$lld of %2$@"])
        let swift = try self.swift("\"items\" : { \"localizations\" : { \"en\" : \(forms) } }")
        let expected = #"""
            case .`en`:
            if argument1.magnitude == 0 {
            return "none"
            } else if argument1.magnitude == 1 {
            return "one of \(Self.isolated(argument2))"
            } else {
            return "\(Self.grouped(argument1, by: ",")) of \(Self.isolated(argument2))"
            }
            }
            }
            """#
        #expect(swift.contains(expected))
        #expect(swift.contains("package static func grouped("))
        #expect(swift.contains("case .`en`: return (\"012\", 1)\n"))
        let plain = try self.swift("\"line\" : { \"localizations\" : { \"en\" : \(text("Line %lld")) } }")
        #expect(!plain.contains("grouped"))
    }

    @Test("Without a text in a language, the one of the source language is shown, with one warning for the language")
    func fallback() throws {
        let catalogue = try self.catalogue(
            """
            "a" : { "localizations" : { "en" : \(text("A")), "de" : \(text("Ä")) } },
            "b" : { "localizations" : { "en" : \(text("B")), "de" : \(text("Be")), "pt-BR" : \(text("Bê")) } },
            "c" : { "localizations" : { "en" : \(text("C")), "de" : \(text("Ce")) } },
            "d" : { "localizations" : { "en" : \(text("D")), "de" : \(text("De")) } },
            "e" : { "localizations" : { "en" : \(plural(["one": "E", "other": "%lld"])), "de" : \(text("%lld")) } }
            """)
        let swift = StringsEmitter(catalogue).swift
        #expect(
            catalogue.warnings.map(\.description) == [
                "L.xcstrings:1:1: warning: shown in 'en', because 'pt-BR' has no text: a, c, d and 1 more"
            ])
        #expect(swift.contains("static let languages: [String] = [\"en\", \"de\", \"pt-BR\"]"))
        #expect(swift.contains("case .`de`:\nreturn \"Ä\"\ndefault:\nreturn \"A\"\n}\n}"))
        #expect(swift.contains("case .`pt_BR`:\nreturn \"Bê\"\ncase .`en`:\nreturn \"B\"\n}"))
        // With the plural rule of the source language.
        #expect(swift.contains("default:\nif argument1.magnitude == 1 {\nreturn \"E\"\n} else {"))
    }

    @Test("Another language is the closest of the catalogue, but never one in another script")
    func closest() throws {
        let texts = ["en", "pt-BR", "zh-Hans"].map { "\"\($0)\" : \(text("A"))" }.joined(separator: ", ")
        let swift = try self.swift("\"a\" : { \"localizations\" : { \(texts) } }")
        #expect(
            swift.contains("switch rest {\ncase \"pt\": return .`pt_BR`\ndefault: return .`en`\n}"),
            "zh-TW is in English")
    }

    @Test("Each language has the plural forms of its rule, and Arabic may leave a single number out")
    func pluralsOfLanguages() throws {
        let welsh = plural([
            "zero": "dim", "one": "un", "two": "dau", "few": "tri", "many": "chwech", "other": "%lld",
        ])
        let arabic = plural([
            "zero": "لا", "one": "واحد", "two": "اثنان", "few": "%lld قليل", "many": "%lld كثير", "other": "%lld",
        ])
        let russian = plural(["one": "%lld a", "few": "%lld b", "many": "%lld c"])
        let english = plural(["one": "one", "other": "%lld"])
        let swift = try self.swift(
            """
            "items" : { "localizations" : { "en" : \(english), "ar" : \(arabic), "cy" : \(welsh),
            "id" : \(text("%lld")), "ru" : \(russian), "zh-Hans" : \(plural(["other": "%lld"])) } }
            """)
        let n = "argument1.magnitude"
        for condition in [
            "if \(n) == 0 {\nreturn \"لا\"\n} else if \(n) == 1 {\nreturn \"واحد\"\n} else if \(n) == 2 {",
            "else if (3...10).contains(\(n) % 100) {", "else if (11...99).contains(\(n) % 100) {",
            "else if \(n) == 3 {\nreturn \"tri\"", "else if \(n) == 6 {\nreturn \"chwech\"",
            "if \(n) % 10 == 1 && \(n) % 100 != 11 {",
            "else if (2...4).contains(\(n) % 10) && !(12...14).contains(\(n) % 100) {",
            "} else {\nreturn \"\\(Self.grouped(argument1, by: \"\u{A0}\")) c\"\n}",
            "case .`zh_Hans`:\nreturn \"\\(Self.grouped(argument1, by: \",\"))\"\n",
        ] {
            #expect(swift.contains(condition), "\(condition)")
        }
    }

    @Test("A build for debugging has every text in the pseudo-language: longer, with accents, in brackets")
    func pseudoLanguage() throws {
        let swift = try self.swift(
            """
            "a" : \(en("Sign in")), "b" : { "localizations" : { "en" : \(plural(["one": "%lld of %2$@", "other": "%lld"])) } }
            """)
        #expect(swift.contains("#if DEBUG\ncase .`en_XA`:\nreturn \"[Šííĝññ íñ]\"\n#endif\n"))
        #expect(
            swift.contains(#"return "[\(Self.grouped(argument1, by: ",")) óƒƒ \(Self.isolated(argument2))]""#))
        #expect(swift.contains("= [\"en\", \"en-XA\"]\n#else\n"))
    }

    @Test(
        "A mistake in a catalogue is an error that names the key",
        arguments: [
            (
                "\"sign in\" : \(en("a"))",
                "'sign in': the key cannot be the name of a Swift property: choose one like 'signIn'"
            ),
            (
                "\"class\" : \(en("a"))",
                "'class': the key cannot be the name of a Swift property: choose one like 'signIn'"
            ),
            (
                "\"Column\" : \(en("a"))",
                "'Column': the key cannot be the name of a Swift property: choose one like 'signIn'"
            ),
            (
                "\"languages\" : \(en("a"))",
                "'languages': the key cannot be the name of a Swift property: choose one like 'signIn'"
            ),
            ("\"a\" : { }", "'a': it has no text in the source language 'en': add one"),
            (
                "\"a\" : { \"localizations\" : { \"en\" : { } } }",
                "'a': it has neither a text nor plural variations in 'en'"
            ),
            (
                "\"a\" : \(en("%f m"))",
                "'a': '%f m' is not supported: use %@ for a String, %lld for an Int and %% for a percent sign"
            ),
            (
                "\"a\" : \(en("100 %"))",
                "'a': '%' is not supported: use %@ for a String, %lld for an Int and %% for a percent sign"
            ),
            (
                "\"a\" : \(en("%0$@"))",
                "'a': '%0$@' is not supported: use %@ for a String, %lld for an Int and %% for a percent sign"
            ),
            ("\"a\" : \(en("%2$@"))", "'a': the positions of its arguments have a gap: number them from 1"),
            (
                "\"a\" : \(en("%1$@ %1$lld"))",
                "'a': argument 1 is both a String and an Int: give each its own position, as in %2$@"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(text("%@")), \"de\" : \(text("%lld")) } }",
                "'a': its arguments in 'de' differ from those in 'en': "
                    + "use the same ones, with positions such as %2$@ where the order differs"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(text("%lld")), \"xx\" : \(plural(["other": "%lld"])) } }",
                "'a': CLDR has no plural rule for 'xx': use no plural variations"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(plural(["other": "%lld"])) } }",
                "'a': the plural form 'one' is missing in 'en': add it"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(plural(["one": "1", "few": "2", "other": "%lld"])) } }",
                "'a': 'en' has no plural form 'few': remove it"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(plural(["one": "1", "other": "n"])) } }",
                "'a': plural forms in 'en' need a number to choose by: write %lld in one of them"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(plural(["one": "%@", "other": "%lld %@"])) } }",
                "'a': its plural forms in 'en' have different arguments: give them positions, as in %2$@"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : \(text("%lld")), "
                    + "\"ru\" : \(plural(["one": "a", "few": "%lld b", "many": "%lld c"])) } }",
                "'a': its plural form 'one' in 'ru' is for 1, 21 and more: write the number in it, as %lld"
            ),
            (
                "\"a\" : { \"localizations\" : { \"en\" : { \"substitutions\" : { \"b\" : { } } } } }",
                "'a': substitutions and device variations are not supported ('en'): use plural variations"
            ),
        ])
    func errors(strings: String, message: String) {
        let failure = #expect(throws: CompilationFailure.self) { try catalogue(strings) }
        #expect(failure?.diagnostics.first?.description == "L.xcstrings:4:1: error: string \(message)")
    }

    @Test("No sentence of Portico has two numbers, whose forms would not fit together in every language")
    func oneNumber() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        let file = folder.appending(path: "Sources/PorticoComponents/Localizable.xcstrings")
        let catalogue = try StringCatalogue(data: Data(contentsOf: file), file: "Localizable.xcstrings")
        for entry in catalogue.entries where entry.isPlural {
            #expect(entry.arguments.filter { $0 == .integer }.count == 1, "\(entry.key)")
        }
    }

    @Test("A mistake is reported at its key, not at the same word elsewhere in the file")
    func place() {
        let failure = #expect(throws: CompilationFailure.self) {
            try catalogue("\"a\" : \(en("A")),\n\"state\" : \(en("%f")),\n\"value\" : { }")
        }
        #expect(failure?.diagnostics.map { $0.location.line } == [5, 6])
    }

    @Test("A repeated key is an error at the second one")
    func twice() {
        let failure = #expect(throws: CompilationFailure.self) {
            try catalogue("\"a\" : \(en("A \\\"a\\\": {")),\n\"b\" : \(en("B")),\n\"a\" : \(en("C"))")
        }
        #expect(
            failure?.diagnostics.map(\.description) == [
                "L.xcstrings:6:1: error: string 'a' stands twice, and only one of them counts: remove the other"
            ])
    }

    @Test("A file in another format is an error")
    func noCatalogue() {
        let failure = #expect(throws: CompilationFailure.self) {
            try StringCatalogue(data: Data("{}".utf8), file: "L.xcstrings")
        }
        #expect(
            failure?.diagnostics.first?.description.hasPrefix("L.xcstrings:1:1: error: this is no string catalogue")
                == true)
    }

    private func catalogue(_ strings: String) throws -> StringCatalogue {
        let json = "{\n\"sourceLanguage\" : \"en\",\n\"strings\" : {\n\(strings)\n},\n\"version\" : \"1.0\"\n}"
        return try StringCatalogue(data: Data(json.utf8), file: "L.xcstrings")
    }

    private func swift(_ strings: String) throws -> String {
        StringsEmitter(try catalogue(strings)).swift
    }
}

private func text(_ value: String) -> String {
    "{ \"stringUnit\" : { \"state\" : \"translated\", \"value\" : \"\(value)\" } }"
}

private func en(_ value: String) -> String {
    "{ \"localizations\" : { \"en\" : \(text(value)) } }"
}

private func plural(_ forms: KeyValuePairs<String, String>) -> String {
    let variations = forms.map { "\"\($0)\" : \(text($1))" }.joined(separator: ", ")
    return "{ \"variations\" : { \"plural\" : { \(variations) } } }"
}
