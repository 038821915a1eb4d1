import ArgumentParser
import Foundation
import PorticoBytes
import PorticoConfig
import PorticoTexts

/// The commands for translators of a string catalogue.
struct Texts: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Bring the texts of a string catalogue to translators, and back.",
        subcommands: [Export.self, Import.self])
}

/// The option of the commands for a catalogue.
struct CatalogueOptions: ParsableArguments {
    @Option(
        name: .customLong("catalogue"),
        help: "The string catalogue; without it, the only Sources/*/Localizable.xcstrings of the current folder.",
        completion: .file(extensions: ["xcstrings"]))
    var path: String?

    /// The catalogue and its path.
    ///
    /// - Throws: ``CommandFailure``
    func opened() throws -> (document: CatalogueDocument, path: String) {
        let path = try path ?? Self.found()
        return (try CatalogueDocument(try InputFile(path: path).contents(), name: path), path)
    }

    private static func found() throws -> String {
        let targets = (try? FileManager.default.contentsOfDirectory(atPath: "Sources")) ?? []
        let paths = targets.sorted().map { "Sources/\($0)/Localizable.xcstrings" }
            .filter { FileManager.default.fileExists(atPath: $0) }
        guard paths.count < 2 else {
            throw CommandFailure(
                "there are several catalogues, so --catalogue must name one: \(paths.joined(separator: ", "))")
        }
        guard let path = paths.first else {
            throw CommandFailure(
                "there is no Sources/*/Localizable.xcstrings here, so --catalogue must name a catalogue")
        }
        return path
    }
}

extension Texts {
    /// A file format for translators.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case xliff, csv
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the texts in one language, with those that it lacks, as a file for translators.",
            discussion: """
                The file is XLIFF 2.0, or comma-separated values in UTF-8 (RFC 4180) for spreadsheets. Each plural form of the \
                language has a text of its own. A language without texts is a new one.

                Example: \(Program.name) texts export pt-BR > pt-BR.xlf
                """)

        @Argument(help: "The tag of the language, such as ru or zh-Hans.")
        var language: String
        @Option(help: "xliff or csv.")
        var format = Format.xliff
        @OptionGroup var catalogue: CatalogueOptions

        func run() throws {
            guard language != Language.pseudo.tag else {
                throw CommandFailure("\(language) is made from the originals by the build")
            }
            let (document, path) = try catalogue.opened()
            let (units, source) = (try document.units(in: language), document.contents.sourceLanguage)
            let file =
                switch format {
                case .xliff: XLIFF.file(units, from: source, to: language, original: path)
                case .csv: TextTable.file(units, from: source, to: language)
                }
            // Without the replacement of characters for terminals, which would change texts.
            try FileHandle.standardOutput.write(contentsOf: file)
        }
    }

    struct Import: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Take the texts of a translated file into the catalogue: all of them, or none.",
            discussion: """
                The file is one of texts export, in either format. Texts that it lacks stay as they are. A text is refused if \
                it has other placeholders than the original, lacks a plural form, or has control characters or white space at \
                its edges; then the catalogue stays as it is, and the exit status is 1. A text whose original has changed since \
                the export gets the state needs_review.

                Example: \(Program.name) texts import pt-BR.xlf
                """)

        @Argument(help: "The file; - for standard input.", completion: .file(extensions: ["xlf", "xliff", "csv"]))
        var file: String
        @OptionGroup var catalogue: CatalogueOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let (document, path) = try catalogue.opened()
            let texts = try Self.texts(
                in: try InputFile(path: file).contents(), source: document.contents.sourceLanguage)
            let result = try TranslationImport(texts, into: document)
            for problem in result.problems { Terminal.report(problem) }
            guard result.problems.isEmpty else {
                throw CommandFailure("refused \(result.problems.count.of("text")), so \(path) stays as it is")
            }
            for id in result.outdated {
                Terminal.report("\(id): the original has changed since the export, so the text is marked needs_review")
            }
            if !result.changed.isEmpty { try write(result.document, to: path) }
            let value = ImportedTexts(result, language: texts.language)
            try output.print(value, value.text)
        }

        /// XML begins with an angle bracket, and no column is named like that.
        private static func texts(in file: Data, source: String) throws -> TranslatedTexts {
            let start = file.starts(with: "\u{FEFF}".utf8) ? file.dropFirst(3) : file
            guard start.first(where: { !$0.isASCIIWhitespace }) == UInt8(ascii: "<") else {
                return try TextTable.texts(in: file, source: source)
            }
            return try XLIFF.texts(in: file)
        }

        private func write(_ document: CatalogueDocument, to path: String) throws {
            do {
                try document.data.write(to: URL(filePath: path), options: .atomic)
            } catch {
                throw CommandFailure("\(path) cannot be written")
            }
        }
    }
}

/// The output of `texts import`.
private struct ImportedTexts: Encodable {
    let language: String
    let changed: [String]
    /// The number of texts without a translation.
    let missing: Int

    init(_ result: TranslationImport, language: String) {
        self.language = language
        changed = result.changed
        missing = result.missing
    }

    var text: String {
        let done = "changed \(changed.count.of("text")) in \(language)"
        return missing == 0 ? done : "\(done); without a translation: \(missing)"
    }
}
