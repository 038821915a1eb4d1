import ArgumentParser
import Foundation
import PorticoBytes

/// Options of all commands that print.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON.")
    var json = false

    /// Prints a value as JSON, or `text`.
    func print(_ value: some Encodable, _ text: @autoclosure () -> String) throws {
        Terminal.print(json ? try JSONText.pretty(value) : text())
    }

    /// Prints values as a JSON array, or as the rows of a table.
    func print<Value: Encodable>(_ values: [Value], _ columns: [String], _ row: (Value) -> [String]) throws {
        guard !json else { return Terminal.print(values.isEmpty ? "[]" : try JSONText.pretty(values)) }
        let table = Table(columns: columns, rows: values.map(row))
        Terminal.print(isatty(STDOUT_FILENO) == 1 ? table.aligned : table.separated, terminator: "")
    }
}

/// The JSON output format: times in UTC (RFC 3339), sorted keys, no keys for unknown values.
enum JSONText {
    /// On several lines.
    static func pretty(_ value: some Encodable) throws -> String { try text(value, .prettyPrinted) }

    /// On one line.
    static func line(_ value: some Encodable) throws -> String { try text(value, []) }

    private static func text(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, format]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self).escapingControlsOfJSON
    }
}
