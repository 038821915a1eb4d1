import PorticoBytes

/// Rows of text: aligned with a header on a terminal, separated by tabs for programs.
struct Table {
    let columns: [String]
    let rows: [[String]]

    init(columns: [String], rows: [[String]]) {
        self.columns = columns
        self.rows = rows.map { $0.map(\.printable) }
    }

    var separated: String { rows.map { $0.joined(separator: "\t") + "\n" }.joined() }

    var aligned: String {
        guard !rows.isEmpty else { return "" }
        let lines = [columns] + rows
        let widths = columns.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { Self.line($0, widths) + "\n" }.joined()
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = zip(cells, widths).map { cell, width in
            cell + String(repeating: " ", count: width - cell.count)
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
