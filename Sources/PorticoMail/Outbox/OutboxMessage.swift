import Foundation

/// A mail in the list of the outbox.
public struct OutboxEntry: Hashable, Sendable, Identifiable {
    /// The file name without suffix; safe as a path segment.
    public let id: String
    public let date: Date
    /// The recipient's display name, if any, and address.
    public let to: String
    public let subject: String
}

/// A mail in the outbox with its content.
public struct OutboxMessage: Hashable, Sendable {
    /// A header field.
    public struct Header: Hashable, Sendable {
        public let name: String
        /// Unfolded and decoded, for display.
        public let value: String
    }

    public let entry: OutboxEntry
    /// All header fields, in order.
    public let headers: [Header]
    public let text: String
    public let html: String

    /// Parses bytes from ``MailMessage/bytes``; nil for anything else.
    init?(id: String, bytes: [UInt8]) {
        let whole = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        guard let part = MailPart(whole) else { return nil }
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
    let headers: [OutboxMessage.Header]
    private let body: Substring

    init?(_ text: some StringProtocol) {
        let text = Substring(text)
        guard let end = text.firstRange(of: "\n\n") else { return nil }
        body = text[end.upperBound...]
        headers = text[..<end.lowerBound].replacing("\n ", with: " ").split(separator: "\n").compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...]
            return .init(name: String(line[..<colon]), value: EncodedWord.decode(String(value)))
        }
    }

    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    /// The decoded texts of the parts, by content type.
    func parts(boundary: String) -> [String: String] {
        let parts = body.split(separator: "--\(boundary)").compactMap { text -> (String, String)? in
            guard let part = MailPart(text.drop { $0 == "\n" }), let type = part["Content-Type"] else { return nil }
            let data = Data(base64Encoded: String(part.body), options: .ignoreUnknownCharacters) ?? Data()
            return (type, String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n"))
        }
        return Dictionary(parts) { first, _ in first }
    }
}
