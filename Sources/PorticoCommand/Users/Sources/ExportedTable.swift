import Foundation
import PorticoAuth
import PorticoBytes
import PorticoConfig

/// A table of users, as CSV with a header line or as a JSON array of objects.
struct ExportedTable {
    /// A row: its place in the file, and its values by column.
    struct Row {
        let line: Int
        let values: [String: JSONValue]

        /// A text or a number as text; nil for null, an empty text, a missing column and other values.
        func text(_ column: String) -> String? {
            switch values[column] {
            case .text(let text): text.isEmpty ? nil : text
            case .integer(let number): String(number)
            default: nil
            }
        }

        /// The truth of a column, as databases write it; nil if there is none.
        func truth(_ column: String) -> Bool? {
            if case .bool(let value) = values[column] { return value }
            return switch text(column)?.asciiLowercased {
            case "1", "t", "true", "yes": true
            case "0", "f", "false", "no": false
            default: nil
            }
        }
    }

    let rows: [Row]
    /// The records of a CSV file that are no rows.
    let refusals: [AccountImportRefusal]
    /// The word for ``Row/line``: `line`, or `entry` in JSON.
    let place: String

    /// - Throws: ``CommandFailure``
    init(_ file: [UInt8]) throws {
        let first = file.first { !$0.isASCIIWhitespace }
        let isJSON = first == UInt8(ascii: "[")
        (rows, refusals) = try isJSON ? (Self.objects(file), []) : Self.records(file)
        place = isJSON ? "entry" : "line"
    }

    private static func objects(_ file: [UInt8]) throws -> [Row] {
        let objects = try ExportedJSON.decode([[String: JSONValue]].self, file)
        return objects.enumerated().map { Row(line: $0 + 1, values: $1) }
    }

    private static func records(_ file: [UInt8]) throws -> ([Row], [AccountImportRefusal]) {
        var records = CommaSeparatedRecords(file)
        guard let header = records.next() else { throw AccountImportFailure.empty }
        let columns: [String]
        do throws(CommaSeparatedProblem) {
            columns = try header.record.get().fields.map { $0.trimmed(\.isASCIIWhitespace).asciiLowercased }
        } catch {
            throw AccountImportFailure.header(error)
        }
        var (rows, refusals): ([Row], [AccountImportRefusal]) = ([], [])
        while let (line, record) = records.next() {
            switch record {
            case .failure(let problem): refusals.append(AccountImportRefusal(line: line, reason: .unreadable(problem)))
            case .success(let record) where record.fields.count != columns.count:
                let reason = AccountImportRefusal.Reason.columns(count: record.fields.count, expected: columns.count)
                refusals.append(AccountImportRefusal(line: line, reason: reason))
            case .success(let record):
                let values = zip(columns, record.fields.map(value))
                rows.append(Row(line: line, values: Dictionary(values) { first, _ in first }))
            }
        }
        return (rows, refusals)
    }

    /// Some databases write null as a word.
    private static func value(_ field: String) -> JSONValue { field.isSameBytes(as: "NULL") ? .null : .text(field) }
}

/// JSON that another system exported.
enum ExportedJSON {
    /// - Throws: ``CommandFailure`` with the place of the error.
    static func decode<Value: Decodable>(_ type: Value.Type, _ file: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(file))
        } catch let error as DecodingError {
            throw CommandFailure("the file has another form: \(error.place)")
        }
    }
}

extension DecodingError {
    /// The path of the value that has another form.
    fileprivate var place: String {
        let (context, key): (Context, (any CodingKey)?) =
            switch self {
            case .keyNotFound(let key, let context): (context, key)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: ""), nil)
            }
        let path = context.codingPath + (key.map { [$0] } ?? [])
        let names = path.map { $0.intValue.map { "entry \($0 + 1)" } ?? $0.stringValue.printable }
        return names.isEmpty ? "it is not the expected JSON" : "see " + names.joined(separator: ", ")
    }
}
