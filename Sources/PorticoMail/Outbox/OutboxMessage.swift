import Foundation

/// A mail in the outbox, as a list has it.
public struct OutboxEntry: Hashable, Sendable, Identifiable {
    /// Fit for a segment of a path.
    public let id: String
    public let date: Date
    /// The recipient, with a name where there is one.
    public let to: String
    public let subject: String
}

/// A mail in the outbox, to be read.
public struct OutboxMessage: Hashable, Sendable {
    public struct Header: Hashable, Sendable {
        public let name: String
        /// For people: on one line, decoded.
        public let value: String
    }

    public let entry: OutboxEntry
    /// All of them, in the order they stand in.
    public let headers: [Header]
    public let text: String
    public let html: String

    /// Reads what ``MailMessage/bytes`` wrote; nil where `bytes` are no such mail.
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

/// A mail, or a part of one: headers and what follows them.
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

    /// What the parts say, by their types.
    func parts(boundary: String) -> [String: String] {
        let parts = body.split(separator: "--\(boundary)").compactMap { text -> (String, String)? in
            guard let part = MailPart(text.drop { $0 == "\n" }), let type = part["Content-Type"] else { return nil }
            let data = Data(base64Encoded: String(part.body), options: .ignoreUnknownCharacters) ?? Data()
            return (type, String(decoding: data, as: UTF8.self).replacing("\r\n", with: "\n"))
        }
        return Dictionary(parts) { first, _ in first }
    }
}
