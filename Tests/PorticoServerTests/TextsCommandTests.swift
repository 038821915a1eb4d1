import Foundation
import PorticoBytes
import PorticoTestSupport
import PorticoTexts
import Testing

@testable import PorticoCommand

@Suite("portico texts")
struct TextsCommandTests {
    private static let own = #filePath.replacing(
        "Tests/PorticoServerTests/TextsCommandTests.swift", with: "Sources/PorticoComponents/Localizable.xcstrings")

    @Test(
        "Portico's own texts come back unchanged, in either format",
        arguments: ["ar", "id", "ru", "zh-Hans"], Texts.Format.allCases)
    func roundTrip(language: String, format: Texts.Format) throws {
        let file = try Data(contentsOf: URL(filePath: Self.own))
        let document = try CatalogueDocument(file, name: Self.own)
        let result = try TranslationImport(try document.exchanged(language, format), into: document)
        #expect(result.problems == [])
        #expect(result.changed == [])
        #expect(result.missing == 0)
        #expect(document.data == file, "the layout is that of the file")
    }

    @Test("A new language has a text for each of its plural forms, and is written in the layout of Xcode")
    func newLanguage() throws {
        let document = try self.document()
        let units = try document.units(in: "ru")
        #expect(units.map(\.id.description) == ["title", "copies.one", "copies.few", "copies.many", "saved"])
        #expect(units[1].source == "%lld copies", "the Russian one is also for 21, so it needs the number")
        #expect(units[2].numbers == [2, 3, 4, 22])
        #expect(units.allSatisfy { $0.target.isEmpty && !$0.isDone })
        let texts = [
            "title": "Название", "copies.one": "%lld экземпляр", "copies.few": "%lld экземпляра",
            "copies.many": "%lld экземпляров",
        ]
        for format in Texts.Format.allCases {
            let result = try TranslationImport(try document.exchanged("ru", format, with: texts), into: document)
            #expect(result.problems == [])
            #expect(result.changed == ["title", "copies"])
            #expect(result.missing == 1)
            let written = String(decoding: result.document.data, as: UTF8.self)
            #expect(written.contains(Self.russianTitle))
            #expect(written.contains(Self.russianCopies))
            #expect(written.hasSuffix("\n}\n"))
            let again = try CatalogueDocument(result.document.data, name: "again")
            #expect(again.data == result.document.data)
            #expect(try again.units(in: "ru").filter(\.isDone).count == 4)
        }
    }

    private static let russianTitle = """
              "comment" : "A \\"title\\" & <more>",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "needs_review",
                    "value" : "Titel"
                  }
                },
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Title"
                  }
                },
                "ru" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Название"
                  }
                }
              }
        """

    private static let russianCopies = """
                "ru" : {
                  "variations" : {
                    "plural" : {
                      "few" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld экземпляра"
                        }
                      },
                      "many" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld экземпляров"
                        }
                      },
                      "one" : {
        """

    @Test(
        "A text that does not fit is refused with a line",
        arguments: [
            (["title": "a %@"], "title: its arguments in 'ru' differ from those in 'en'"),
            (["saved": "Сохранено"], "saved: its arguments in 'ru' differ from those in 'en'"),
            (["saved": "%@ 100 %"], "saved: '%' is not supported"),
            (["copies.few": "%lld b"], "copies: the plural form 'one' is missing in 'ru': add it"),
            (["copies": "%lld b"], "copies: it needs plural forms: write copies.one, copies.few, copies.many"),
            (
                ["copies.one": "одна", "copies.few": "%lld b", "copies.many": "%lld c"],
                "copies: its plural form 'one' in 'ru' is for 1, 21 and more"
            ),
            (
                ["copies.one": "%lld a", "copies.two": "%lld", "copies.few": "%lld b", "copies.many": "%lld c"],
                "copies: 'ru' has no plural form 'two': remove it"
            ),
            (["title.one": "a"], "title: it has no plural forms: write it as title"),
            (["title": "a\u{7}"], "title: it has the character U+0007"),
            (["title": "\u{202E}a"], "title: it has the character U+202E"),
            (["title": "a\\n"], "title: it has a backslash, and the original has none"),
            (["title": " a"], "title: it has other white space at its edges than the original"),
            (["title": "a\n"], "title: it has other white space at its edges than the original"),
            (["subtitle": "a"], "subtitle: the catalogue has no such text"),
        ])
    func refused(texts: [String: String], problem: String) throws {
        let units = texts.sorted { $0.key < $1.key }.map {
            TranslatedUnit(id: TranslationUnit.ID($0.key), source: nil, target: $0.value, isDone: true)
        }
        let result = try TranslationImport(
            TranslatedTexts(language: "ru", units: units, problems: []), into: document())
        #expect(result.problems.count == 1)
        #expect(result.problems.first?.hasPrefix(problem) == true, "\(result.problems)")
    }

    @Test("A text whose original has changed since the export is marked for review")
    func outdated() throws {
        let unit = TranslatedUnit(id: TranslationUnit.ID("title"), source: "Name", target: "Имя", isDone: true)
        let result = try TranslationImport(
            TranslatedTexts(language: "ru", units: [unit], problems: []), into: document())
        #expect(result.outdated.map(\.description) == ["title"])
        #expect(result.document.forms(of: "title", in: "ru")[String?.none]?.state == "needs_review")
    }

    @Test("A state comes back, and a text for review stays one until it is translated")
    func states() throws {
        let document = try self.document()
        #expect(try TranslationImport(try document.exchanged("de", .xliff), into: document).changed == [])
        var texts = try XLIFF.texts(
            in: Data(Self.xliff("<segment state=\"final\"><target>Titel</target></segment>").utf8))
        #expect(try TranslationImport(texts, into: document).changed == ["title"])
        texts = try XLIFF.texts(in: Data(Self.xliff("<segment><target>Titel</target></segment>").utf8))
        #expect(try TranslationImport(texts, into: document).changed == [])
    }

    @Test("Marks of XML and of tables, and ends of lines, come back", arguments: Texts.Format.allCases)
    func escaping(format: Texts.Format) throws {
        let document = try self.document()
        let text = "<b>&amp; \"a\", 'b'; ]]>\n\n– ｡ =1"
        let result = try TranslationImport(try document.exchanged("fr", format, with: ["title": text]), into: document)
        #expect(result.problems == [])
        #expect(result.document.forms(of: "title", in: "fr")[String?.none]?.value == text)
    }

    @Test("Annotations and suggestions of other programs are passed over, and markup is refused")
    func otherPrograms() throws {
        let suggestion = "<m:match xmlns:m=\"urn:m\"><source>x</source><target>y</target></m:match>"
        let unit = try XLIFF.texts(
            in: Data(
                Self.xliff(
                    "\(suggestion)<segment state=\"reviewed\"><source>Title</source>"
                        + "<target>Ti<mrk id=\"1\">t</mrk><![CDATA[<e>]]>l</target></segment>"
                ).utf8))
        #expect(unit.language == "de")
        #expect(
            unit.units == [
                TranslatedUnit(id: TranslationUnit.ID("title"), source: "Title", target: "Tit<e>l", isDone: true)
            ])
        let markup = try XLIFF.texts(in: Data(Self.xliff("<segment><target><ph id=\"1\"/></target></segment>").utf8))
        #expect(markup.problems == ["title: it has the element ph, and texts have none"])
        let split = try XLIFF.texts(in: Data(Self.xliff("<segment/><segment/>").utf8))
        #expect(split.problems == ["title: it has 2 segments in place of one"])
    }

    @Test(
        "Another file is refused as a whole",
        arguments: [
            ("<xliff version=\"1.2\" xmlns=\"urn:oasis:names:tc:xliff:document:1.2\"/>", "the file is no XLIFF 2.0"),
            ("<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"", "the file is no XML, or has been cut off"),
            (
                "<!DOCTYPE xliff [<!ENTITY a \"b\">]><xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"/>",
                "the file has a document type"
            ),
            (
                "<xliff xmlns=\"urn:oasis:names:tc:xliff:document:2.0\"/>",
                "the file does not name the language of its translations: trgLang is missing"
            ),
        ])
    func otherFiles(file: String, problem: String) {
        let failure = #expect(throws: CommandFailure.self) { try XLIFF.texts(in: Data(file.utf8)) }
        #expect(failure?.message == problem)
    }

    @Test("A table may have its columns in any order; a row with other columns is named")
    func table() throws {
        let texts = try TextTable.texts(in: Data("de;key\nTitel;title\nb;c;d\n".utf8), source: "en")
        #expect(texts.language == "de")
        #expect(texts.units.map(\.target) == ["Titel"])
        #expect(texts.problems == ["line 3: the row has 3 columns in place of 2"])
        #expect(throws: CommandFailure.self) { try TextTable.texts(in: Data("key,de,fr\n".utf8), source: "en") }
    }

    @Test("The commands find the catalogue of the current folder, and a refused file changes nothing")
    func commands() async throws {
        try await ProcessFolder.with { folder in
            let path = "Sources/Shop/Localizable.xcstrings"
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/Sources/Shop", withIntermediateDirectories: true)
            _ = try folder.file(path, Self.catalogue)
            let exported = try await folder.texts("export", "ru", "--format", "csv")
            #expect(exported.code == 0, "\(exported.errors)")
            #expect(exported.output.contains("copies,few,,%lld copies,\r\n"))
            _ = try folder.file("ru.csv", exported.output)
            try await folder.texts("import", "ru.csv").prints("changed 0 texts in ru; without a translation: 3\n")
            #expect(try folder.read(path) == Self.catalogue)

            _ = try folder.file("ru.csv", "key,ru\ntitle,Имя\nsaved,Да\n")
            let refused = try await folder.texts("import", "ru.csv")
            #expect(refused.code == 1)
            #expect(
                refused.errors.hasSuffix("portico: refused 1 text, so \(path) stays as it is\n"), "\(refused.errors)")
            #expect(try folder.read(path) == Self.catalogue)

            _ = try folder.file("ru.csv", "key,ru\ntitle,Имя\n")
            try await folder.texts("import", "ru.csv", "--catalogue", path).prints(
                "changed 1 text in ru; without a translation: 2\n")
            #expect(try folder.read(path).contains("\"value\" : \"Имя\""))
            try await folder.texts("export", "xx").fails(
                "xx is no language of CLDR: give a tag such as ru, pt-BR or zh-Hans")
            try await folder.texts("export", "en").fails(
                "en is the language of the originals, which are changed in the catalogue")
        }
    }

    private func document() throws -> CatalogueDocument {
        try CatalogueDocument(Data(Self.catalogue.utf8), name: "Localizable.xcstrings")
    }

    /// A document with one unit.
    private static func xliff(_ content: String) -> String {
        """
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="de">
        <file id="a"><unit id="title"><notes><note>Note</note></notes>\(content)</unit></file></xliff>
        """
    }

    private static let catalogue = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "title" : {
              "comment" : "A \\"title\\" & <more>",
              "localizations" : {
                "de" : {
                  "stringUnit" : {
                    "state" : "needs_review",
                    "value" : "Titel"
                  }
                },
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "Title"
                  }
                }
              }
            },
            "copies" : {
              "localizations" : {
                "en" : {
                  "variations" : {
                    "plural" : {
                      "one" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld copy"
                        }
                      },
                      "other" : {
                        "stringUnit" : {
                          "state" : "translated",
                          "value" : "%lld copies"
                        }
                      }
                    }
                  }
                }
              }
            },
            "saved" : {
              "localizations" : {
                "en" : {
                  "stringUnit" : {
                    "state" : "translated",
                    "value" : "%@ is saved"
                  }
                }
              }
            }
          },
          "version" : "1.0"
        }

        """
}

extension CatalogueDocument {
    /// The texts of a language after an export, with other translations for some.
    fileprivate func exchanged(
        _ language: String, _ format: Texts.Format, with texts: [String: String] = [:]
    ) throws -> TranslatedTexts {
        let units = try units(in: language).map { unit in
            guard let text = texts[unit.id.description] else { return unit }
            return TranslationUnit(
                id: unit.id, comment: unit.comment, numbers: unit.numbers, source: unit.source, target: text,
                isDone: true)
        }
        switch format {
        case .xliff:
            return try XLIFF.texts(in: XLIFF.file(units, from: "en", to: language, original: "a & \"b\""))
        case .csv:
            return try TextTable.texts(in: TextTable.file(units, from: "en", to: language), source: "en")
        }
    }
}

extension ProcessFolder {
    fileprivate func texts(_ arguments: String...) async throws -> CommandResult {
        let process = try PorticoProcess(["texts"] + arguments, in: self)
        let code = try await process.exitCode()
        return CommandResult(code: code, output: process.output, errors: process.errors)
    }

    fileprivate func read(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: "\(path)/\(name)"), encoding: .utf8)
    }
}
