import Foundation
import PorticoTexts

/// A validated string catalogue: every key is a Swift identifier, and all languages of a key have the same arguments.
struct StringCatalogue: Sendable {
    struct Entry: Sendable {
        let key: String
        let comment: String?
        /// In argument order.
        let arguments: [FormatString.Kind]
        /// By language; always includes the source language.
        let texts: [String: CatalogueText]

        /// Whether it has plural forms in any language.
        var isPlural: Bool { texts.values.contains { if case .plural = $0 { true } else { false } } }
    }

    let sourceLanguage: String
    /// The source language first.
    let languages: [String]
    /// Sorted by key.
    let entries: [Entry]
    /// The languages without a text for some key; the text of the source language replaces it.
    let warnings: [Diagnostic]

    /// - Throws: ``CompilationFailure`` with an error for each invalid key.
    init(data: Data, file: String) throws(CompilationFailure) {
        let json = String(decoding: data, as: UTF8.self)
        let contents = try Self.decode(data, file)
        var reader = CatalogueReader(contents, source: SourceText(file: file, text: json))
        self.entries = reader.read()
        self.sourceLanguage = contents.sourceLanguage
        self.languages = reader.languages
        self.warnings = reader.diagnostics.filter { $0.severity == .warning }
        guard warnings.count == reader.diagnostics.count else { throw CompilationFailure(reader.diagnostics) }
    }

    private static func decode(_ data: Data, _ file: String) throws(CompilationFailure) -> CatalogueFile {
        do {
            return try JSONDecoder().decode(CatalogueFile.self, from: data)
        } catch {
            throw CompilationFailure([
                Diagnostic(
                    file: file, location: Location(line: 1, column: 1),
                    message: "this is no string catalogue (\(error)): compare it with one that Xcode wrote")
            ])
        }
    }
}
