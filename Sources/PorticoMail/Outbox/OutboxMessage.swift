import Foundation
import PorticoBytes

/// A mail in the list of the outbox.
package struct OutboxEntry: Hashable, Sendable, Identifiable {
    /// The file name without suffix; safe as a path segment.
    package let id: String
    package let date: Date
    /// The recipient's display name, if any, and address.
    package let to: String
    package let subject: String
}

/// A mail in the outbox with its content.
package struct OutboxMessage: Hashable, Sendable {
    /// A header field.
    package struct Header: Hashable, Sendable {
        package let name: String
        /// Unfolded and decoded, for display.
        package let value: String
    }

    package let entry: OutboxEntry
    /// All header fields, in order.
    package let headers: [Header]
    package let text: String
    package let html: String

    /// Parses bytes from ``MailMessage/bytes``; nil for anything else.
    init?(id: String, bytes: [UInt8]) {
        let content = bytes.filter { $0 != UInt8(ascii: "\r") }
        guard let part = MailPart(content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)[...])
        else { return nil }
        guard let date = part["Date"].flatMap(MailDate.date), let to = part["To"], let subject = part["Subject"]
        else { return nil }
        entry = OutboxEntry(id: id, date: date, to: to, subject: subject)
        headers = part.headers
        let contents = part.parts(boundary: MailMessage.boundary)
        text = contents["text/plain; charset=utf-8"] ?? ""
        html = contents["text/html; charset=utf-8"] ?? ""
    }
}

/// A mail or one of its parts: headers and body.
private struct MailPart {
    typealias Lines = ArraySlice<ArraySlice<UInt8>>

    let headers: [OutboxMessage.Header]
    private let body: Lines

    /// nil if no empty line ends the headers.
    init?(_ lines: Lines) {
        guard let end = lines.firstIndex(where: \.isEmpty) else { return nil }
        body = lines[(end + 1)...]
        var fields: [ArraySlice<UInt8>] = []
        for line in lines[..<end] {
            guard line.first == UInt8(ascii: " "), let last = fields.popLast() else {
                fields.append(line)
                continue
            }
            fields.append(last + line)
        }
        headers = fields.compactMap { field in
            guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
            let value = String(decoding: field[(colon + 1)...], as: UTF8.self)
            return .init(name: String(decoding: field[..<colon], as: UTF8.self), value: EncodedWord.decode(value))
        }
    }

    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The decoded texts of the parts, by content type.
    func parts(boundary: String) -> [String: String] {
        let start = Array("--\(boundary)".utf8)
        let parts = body.split { $0.starts(with: start) }.compactMap { lines -> (String, String)? in
            guard let part = MailPart(lines), let type = part["Content-Type"] else { return nil }
            let data = Data(base64Encoded: Data(part.body.joined())) ?? Data()
            return (type, String(decoding: data, as: UTF8.self).replacing(bytes: "\r\n", with: "\n"))
        }
        return Dictionary(parts) { first, _ in first }
    }
}
