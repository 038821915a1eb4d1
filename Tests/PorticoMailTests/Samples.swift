import Foundation
import PorticoAuth
import Testing

@testable import PorticoMail

/// 2026-01-01 00:00 UTC.
let newYear = Date(timeIntervalSince1970: 1_767_225_600)

func address(_ text: String) throws -> EmailAddress {
    try #require(EmailAddress(text))
}

extension MailMessage {
    /// A mail with defaults for everything that is not under test.
    static func sample(
        name: String = "Ada", to recipient: String = "ada@example.org", subject: String = "Hello",
        text: String = "Good morning.\n", html: String = "<p>Good morning.</p>\n", messageID: String = "1@door.example"
    ) throws -> MailMessage {
        MailMessage(
            from: Mailbox(name: "Portico", address: try address("door@door.example")),
            to: Mailbox(name: name, address: try address(recipient)),
            subject: subject, text: text, html: html, date: newYear, messageID: messageID)
    }

    /// The header lines, as sent.
    var headLines: [String] {
        let whole = String(decoding: bytes, as: UTF8.self)
        let head = whole.firstRange(of: "\r\n\r\n").map { String(whole[..<$0.lowerBound]) } ?? ""
        return head.components(separatedBy: "\r\n")
    }

    /// The decoded texts of the encoded words in the header; nil for invalid text.
    var encodedWords: [String?] {
        let head = headLines.joined(separator: "\n")
        return head.matches(of: /=\?UTF-8\?B\?([A-Za-z0-9+\/=]+)\?=/).map { match in
            Data(base64Encoded: String(match.1)).flatMap { String(data: $0, encoding: .utf8) }
        }
    }
}
