import Foundation
import PorticoAuth
import PorticoBytes

/// Texts for translators as comma-separated values in UTF-8 (RFC 4180), with the columns `key`, `plural form` and
/// `comment`, and one for each of the two languages.
enum TextTable {
    private static let columns = ["key", "plural form", "comment"]

    /// Begins with a byte order mark, without which spreadsheets do not read UTF-8.
    static func file(_ units: [TranslationUnit], from source: String, to target: String) -> Data {
        let rows = units.map { [$0.id.key, $0.id.form ?? "", $0.comment, $0.source, $0.target] }
        let lines = ([columns + [source, target]] + rows).map { $0.map(field).joined(separator: ",") + "\r\n" }
        return Data(("\u{FEFF}" + lines.joined()).utf8)
    }

    private static func field(_ text: String) -> String {
        guard text.utf8.contains(where: { "\",;\t\r\n".utf8.contains($0) }) else { return text }
        return "\"" + text.replacing(bytes: "\"", with: "\"\"") + "\""
    }

    /// - Parameter source: the language of the originals.
    /// - Throws: ``CommandFailure`` if the header has other columns.
    static func texts(in file: Data, source: String) throws(CommandFailure) -> TranslatedTexts {
        var records = CommaSeparatedRecords(Array(file))
        guard let first = records.next() else { throw CommandFailure("the file is empty") }
        let header: [String]
        switch first.record {
        case .success(let record): header = record.fields
        case .failure(let problem): throw CommandFailure("column names: \(problem.message)")
        }
        let languages = header.filter { !columns.contains($0) && $0 != source }
        guard languages.count == 1, header.contains(columns[0]), Set(header).count == header.count else {
            throw CommandFailure(
                "the first line must name the columns key, plural form, comment, \(source) and the language of the "
                    + "translations")
        }
        var (units, problems): ([TranslatedUnit], [String]) = ([], [])
        for (line, record) in records {
            switch record {
            case .failure(let problem): problems.append("line \(line): \(problem.message)")
            case .success(let record) where record.fields.count != header.count:
                problems.append("line \(line): the row has \(record.fields.count) columns in place of \(header.count)")
            case .success(let record):
                let fields = Dictionary(uniqueKeysWithValues: zip(header, record.fields))
                units.append(TranslatedUnit(fields, source: source, target: languages[0]))
            }
        }
        return TranslatedTexts(language: languages[0], units: units, problems: problems)
    }
}

extension TranslatedUnit {
    /// - Parameter fields: the fields of a row by column. Spreadsheets may end lines within a field with CR LF.
    fileprivate init(_ fields: [String: String], source: String, target: String) {
        let form = fields["plural form"] ?? ""
        self.init(
            id: TranslationUnit.ID(fields["key"] ?? "", form.isEmpty ? nil : form),
            source: fields[source].map { $0.replacing(bytes: "\r\n", with: "\n") },
            target: (fields[target] ?? "").replacing(bytes: "\r\n", with: "\n"), isDone: nil)
    }
}
