import Foundation
import PorticoBytes

/// A record of comma-separated values (RFC 4180).
package struct CommaSeparatedRecord: Hashable, Sendable {
    /// The line on which the record begins, from 1.
    package let line: Int
    package let fields: [String]
}

/// A syntax error in a CSV record.
public enum CommaSeparatedProblem: Error, Hashable, Sendable {
    /// A quotation mark inside a field that does not begin with one.
    case strayQuote
    /// Text between a closing quotation mark and the end of the field.
    case textAfterQuote
    /// No closing quotation mark. Everything after the opening one is unread.
    case openQuote
    case notUTF8
}

/// Reads comma-separated values in UTF-8, record by record (RFC 4180). Also reads the format of spreadsheets: UTF-16
/// with a byte order mark, separated by semicolons or tabs.
///
/// Lines end with CR LF, LF or CR. A byte order mark at the start and records without any text are skipped. After a
/// record with a syntax error, reading continues on the next line.
package struct CommaSeparatedRecords: Sequence, IteratorProtocol, Sendable {
    /// A record, or its syntax error, and the line on which it begins.
    package typealias Element = (line: Int, record: Result<CommaSeparatedRecord, CommaSeparatedProblem>)

    private let bytes: [UInt8]
    private var separator = Self.separators[0]
    private var index = 0
    private var line = 1

    package init(_ file: [UInt8]) {
        bytes = Self.inUTF8(file)
        while takeLineEnd() {}
        let firstLine = bytes[index...].prefix { !Self.isLineEnd($0) }
        let text = firstLine.filter { $0 != Self.quote }
        if text.count == 5, text.starts(with: "sep=".utf8) {
            separator = text[4]
            index = firstLine.endIndex
        } else if let first = text.first(where: Self.separators.contains) {
            separator = first
        }
    }

    /// A file in UTF-8, without a byte order mark. Spreadsheets call UTF-16 "Unicode" in their menus and write it.
    package static func inUTF8(_ file: [UInt8]) -> [UInt8] {
        var bytes = file
        if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]), file.count.isMultiple(of: 2) {
            bytes = String(bytes: file, encoding: .utf16).map { Array($0.utf8) } ?? file
        }
        return bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(byteOrderMark.count)) : bytes
    }

    package mutating func next() -> Element? {
        while let element = nextRecord() {
            // Spreadsheets write deleted rows at the end as empty records.
            if case .success(let record) = element.record,
                record.fields.allSatisfy({ $0.trimmed(\.isASCIIWhitespace).isEmpty })
            {
                continue
            }
            return element
        }
        return nil
    }

    private mutating func nextRecord() -> Element? {
        while takeLineEnd() {}
        guard index < bytes.count else { return nil }
        let first = line
        do {
            return (first, .success(CommaSeparatedRecord(line: first, fields: try fields())))
        } catch {
            while index < bytes.count, !Self.isLineEnd(bytes[index]) { index += 1 }
            _ = takeLineEnd()
            return (first, .failure(error))
        }
    }

    private mutating func fields() throws(CommaSeparatedProblem) -> [String] {
        var fields: [String] = []
        repeat {
            fields.append(try field())
        } while take(separator)
        guard index == bytes.count || takeLineEnd() else { throw .textAfterQuote }
        return fields
    }

    private mutating func field() throws(CommaSeparatedProblem) -> String {
        if take(Self.quote) { return try quoted() }
        let start = index
        while index < bytes.count, bytes[index] != separator, !Self.isLineEnd(bytes[index]) {
            guard bytes[index] != Self.quote else { throw .strayQuote }
            index += 1
        }
        return try text(bytes[start..<index])
    }

    /// Reads the rest of a field after its opening quotation mark.
    private mutating func quoted() throws(CommaSeparatedProblem) -> String {
        var content: [UInt8] = []
        while index < bytes.count {
            if take(Self.quote) {
                guard take(Self.quote) else { return try text(content[...]) }
                content.append(Self.quote)
            } else {
                let start = index
                if !takeLineEnd() { index += 1 }
                content += bytes[start..<index]
            }
        }
        throw .openQuote
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(CommaSeparatedProblem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func takeLineEnd() -> Bool {
        guard take(Self.carriageReturn) ? take(Self.lineFeed) || true : take(Self.lineFeed) else { return false }
        line += 1
        return true
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// Column names contain no separators, so the first separator in the header is that of the file.
    private static let separators: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
