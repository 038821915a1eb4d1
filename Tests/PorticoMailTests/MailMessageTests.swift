import Foundation
import PorticoMail
import Testing

@Suite("A mail")
struct MailMessageTests {
    @Test("has the same bytes every time, and only short lines of ASCII that end in CR LF")
    func form() throws {
        let message = try MailMessage.sample(
            name: "Ada Lovelace", subject: String(repeating: "Grüße aus München ", count: 20),
            text: String(repeating: "Ein langer Satz – ", count: 100), html: "<p>\u{1F600}</p>")
        #expect(message.bytes == message.bytes)
        #expect(message.bytes.allSatisfy { (0x20...0x7e).contains($0) || $0 == 0x0d || $0 == 0x0a })
        let lines = String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.utf8.contains(0x0a) && !$0.utf8.contains(0x0d) })
        #expect(lines.last == "")
    }

    @Test("says who sends it, to whom, when, and that no person wrote it")
    func headers() throws {
        #expect(
            try MailMessage.sample().headLines == [
                "Date: Thu, 01 Jan 2026 00:00:00 +0000",
                "From: \"Portico\" <door@door.example>",
                "To: \"Ada\" <ada@example.org>",
                "Subject: Hello",
                "Message-ID: <1@door.example>",
                "Auto-Submitted: auto-generated",
                "MIME-Version: 1.0",
                "Content-Type: multipart/alternative; boundary=\"=_portico\"",
            ])
    }

    @Test("gets an id of its own at the sender's domain where it has none")
    func randomID() throws {
        let ids = try (0..<2).map { _ in try MailMessage.sample(messageID: nil).messageID }
        #expect(ids[0] != ids[1])
        #expect(ids.allSatisfy { $0.hasSuffix("@door.example") && $0.count > 30 })
    }

    @Test(
        "cannot get another header from what it says",
        arguments: [
            "Hi\r\nBcc: eve@example.org", "Hi\nBcc: eve@example.org", "Hi\rBcc: eve@example.org", "Hi\r\n\r\n<p>body",
            "Hi\u{0}\u{b}\u{c}\u{1b}Bcc: eve@example.org", "Hi\u{85}Bcc: eve@example.org",
            "Hi\u{2028}Bcc: eve@example.org",
            "Grüße\r\nBcc: eve@example.org", "=?UTF-8?Q?Hi=0D=0ABcc:_eve@example.org?=", "\r\nBcc: eve@example.org",
            "\"\r\n <eve@example.org>\r\nBcc: eve@example.org",
        ])
    func injection(text: String) throws {
        let message = try MailMessage.sample(name: text, subject: text, messageID: text)
        let names = message.headLines.filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        #expect(
            names == [
                "Date", "From", "To", "Subject", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
            ])
        #expect(message.headLines.allSatisfy { !$0.isEmpty && $0 != " " })
        #expect(message.encodedWords.allSatisfy { $0?.contains(where: \.isNewline) == false })
        #expect(message.headLines.filter { $0.contains("Message-ID") }.allSatisfy { $0.hasSuffix(">") })
    }

    @Test("never divides a character between two encoded words")
    func encodedWords() throws {
        let subject = String(repeating: "x", count: 7) + String(repeating: "😀é漢", count: 40)
        let message = try MailMessage.sample(subject: subject)
        let texts = try message.encodedWords.map { try #require($0, "half a character") }
        #expect(texts.count >= 10)
        #expect(texts.joined() == subject)
    }

    @Test("folds a long line of plain words, and keeps a word that is too long for that")
    func folding() throws {
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let message = try MailMessage.sample(subject: words)
        #expect(message.headLines.allSatisfy { $0.count <= 76 })
        #expect(message.headLines.joined().contains("Subject: " + words))
        let long = try MailMessage.sample(subject: String(repeating: "w", count: 2000))
        #expect(long.headLines.allSatisfy { $0.count <= 76 })
    }

    @Test(
        "reads to another program as it was meant", .enabled("python3 is not installed") { MailPeer.hasPython },
        arguments: [
            "Ada Lovelace", "Ada \"the Countess\" \\ Lovelace", "Ada, Countess <ada@example.com>", "Zoë Müller 😀",
            "=?UTF-8?B?QWRh?=", "(Ada)", "Ada@home", "", String(repeating: "漢字", count: 60),
            String(repeating: "Lovelace ", count: 30).trimmingCharacters(in: .whitespaces),
        ])
    func parsing(name: String) async throws {
        let message = try MailMessage.sample(
            name: name, subject: "For \(name).", text: "Line\n\n.\nGrüße, \(name)\n", html: "<p>Grüße</p>\n")
        let parsed = try await MailPeer.parse(message.bytes)
        #expect(parsed.defects == [])
        // Python leaves the space between two encoded words of a name, which is not part of it (RFC 2047, 6.2).
        let isLong = name.utf8.count > 39 && !name.utf8.allSatisfy { $0 < 0x80 }
        let names = parsed.recipients.map { isLong ? $0[0].replacing(" ", with: "") : $0[0] }
        #expect(names == [name])
        #expect(parsed.recipients.map { $0[1] } == ["ada@example.org"])
        #expect(parsed.senders == [["Portico", "door@door.example"]])
        #expect(parsed["Subject"] == "For \(name).")
        #expect(parsed.seconds == newYear.timeIntervalSince1970)
        #expect(parsed.types == ["text/plain", "text/html"])
        #expect(parsed.texts == ["Line\r\n\r\n.\r\nGrüße, \(name)\r\n", "<p>Grüße</p>\r\n"])
    }
}
