/// The bytes of a file, with the offset of each line.
struct SourceText: Sendable {
    /// The path from the command line; part of every error message.
    let file: String
    let bytes: [UInt8]
    private let lineStarts: [Int]

    init(file: String, text: String) {
        self.file = file
        let bytes = Array(text.utf8)
        self.bytes = bytes
        self.lineStarts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    /// Line and column of a byte, both from 1. Columns count bytes, like those of the Swift compiler.
    func location(of offset: Int) -> Location {
        var low = 0
        var high = lineStarts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        return Location(line: low + 1, column: offset - lineStarts[low] + 1)
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Whether the bytes at `offset` are `marker`.
    func has(_ marker: StaticString, at offset: Int) -> Bool {
        marker.withUTF8Buffer { bytes[min(offset, bytes.count)...].starts(with: $0) }
    }
}

/// A line and a column, both from 1.
struct Location: Hashable, Sendable {
    var line: Int
    var column: Int
}
