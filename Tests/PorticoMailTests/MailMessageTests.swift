import Foundation
import PorticoAuth
import PorticoBytes
import Testing

@testable import PorticoMail

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

    @Test("has a sender, a recipient and a time, and says that no person wrote it")
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

    @Test("has an id at the sender's domain, the same for each attempt, and different from other mails")
    func identifier() throws {
        func id(of mail: Int64, queuedAt: Date = newYear, attempts: Int = 0) throws -> String {
            let recipient = try address("ada@example.org")
            let queued = QueuedMail(
                id: mail, mail: MailJob(to: recipient, .registration), queuedAt: queuedAt, attempts: attempts,
                nextAttempt: newYear)
            return MailMessage(
                of: queued, from: MailMessage.Mailbox(address: try address("door@door.example")),
                to: MailMessage.Mailbox(address: recipient), subject: "Hello", text: "", html: "",
                date: newYear.addingTimeInterval(Double(attempts))
            ).messageID
        }
        #expect(try id(of: 1) == id(of: 1, attempts: 1))
        #expect(try Set([id(of: 1), id(of: 2), id(of: 1, queuedAt: newYear.addingTimeInterval(0.001))]).count == 3)
        #expect(try id(of: 1).wholeMatch(of: /[A-Za-z0-9_-]{43}@door\.example/) != nil)
    }

    @Test(
        "gets no further header from its content",
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

    @Test("folds a long line of plain words, and keeps a word that is too long")
    func folding() throws {
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let message = try MailMessage.sample(subject: words)
        #expect(message.headLines.allSatisfy { $0.count <= 76 })
        #expect(message.headLines.joined().contains("Subject: " + words))
        let long = try MailMessage.sample(subject: String(repeating: "w", count: 2000))
        #expect(long.headLines.allSatisfy { $0.count <= 76 })
    }

    /// Marks that form one Character with a separator before or after them.
    static let marks = [
        "\u{301}", "\u{200D}", "\u{FE0F}", "\u{600}", "\u{6DD}", "\u{70F}", "\u{8E2}", "\u{D4E}", "\u{110BD}",
    ]

    @Test("has no separator from a name or a subject, with any marks beside it", arguments: marks)
    func besideMarks(mark: String) throws {
        for separator in ["\"", ",", "<", ">", "@", ";", ":", "\\", "(", "=?", "\r\n", "\n", "\r", " ", "\t"] {
            for text in [
                "a\(mark)\(separator)b", "a\(separator)\(mark)b", "\(separator)\(mark)", "\(mark)\(separator)",
            ] {
                let message = try MailMessage.sample(name: text, subject: text, text: text, html: text, messageID: text)
                let head = message.bytes.prefix { $0 < 0x80 }
                #expect(head.count == message.bytes.count, "a mail is ASCII")
                let lines = message.bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                #expect(lines.dropLast().allSatisfy { $0.last == UInt8(ascii: "\r") })
                #expect(!lines.contains { $0.dropLast().contains(UInt8(ascii: "\r")) })
                let fields = lines.prefix { $0.count > 1 }.filter { $0.first != UInt8(ascii: " ") }
                #expect(fields.count == 8)
                let to = message.headLines.joined().firstMatch(of: /To: (.*) <ada@example.org>Subject:/)?.1
                #expect(to?.wholeMatch(of: /(=\?UTF-8\?B\?[A-Za-z0-9+\/=]+\?=)/) != nil, "\(to ?? "none")")
                let words = text.unicodeScalars.split { $0.properties.isWhitespace || $0.value < 0x20 }
                let read = words.map { String($0) }.joined(separator: " ")
                #expect(message.encodedWords.map { $0.map { Array($0.utf8) } } == [Array(read.utf8), Array(read.utf8)])
            }
        }
    }

    @Test("ends every line with CR LF, with any line ends in its texts")
    func lineEnds() throws {
        let message = try MailMessage.sample(text: "a\nb\rc\r\n\u{301}d\n\r\ne")
        let parts = String(decoding: message.bytes, as: UTF8.self).components(separatedBy: "\r\n\r\n")
        let text = Data(base64Encoded: parts[2].components(separatedBy: "\r\n")[0])
        #expect(text.map { Array($0) } == Array("a\r\nb\r\nc\r\n\u{301}d\r\n\r\ne".utf8))
    }

    @Test(
        "has the same content for another program", .enabled("python3 is not installed") { MailPeer.hasPython },
        arguments: [
            "Ada Lovelace", "Ada \"the Countess\" \\ Lovelace", "Ada, Countess <ada@example.com>", "Zoë Müller 😀",
            "=?UTF-8?B?QWRh?=", "(Ada)", "Ada@home", "", String(repeating: "漢字", count: 60),
            String(repeating: "Lovelace ", count: 30).trimmingCharacters(in: .whitespaces),
            marks.map { "\($0)\"\($0),\($0)<\($0)@\($0);\($0)" }.joined(),
        ])
    func parsing(name: String) async throws {
        let message = try MailMessage.sample(
            name: name, subject: "For \(name).", text: "Line\n\n.\nGrüße, \(name)\n", html: "<p>Grüße</p>\n")
        let parsed = try await MailPeer.parse(message.bytes)
        #expect(parsed.defects == [])
        // Python keeps the space between two encoded words of a name, which is not part of the name (RFC 2047, 6.2).
        let isLong = name.utf8.count > 39 && !name.utf8.allSatisfy { $0 < 0x80 }
        let names = parsed.recipients.map { isLong ? $0[0].replacing(bytes: " ", with: "") : $0[0] }
        #expect(names == [name])
        #expect(parsed.recipients.map { $0[1] } == ["ada@example.org"])
        #expect(parsed.senders == [["Portico", "door@door.example"]])
        #expect(parsed["Subject"] == "For \(name).")
        #expect(parsed.seconds == newYear.timeIntervalSince1970)
        #expect(parsed.types == ["text/plain", "text/html"])
        #expect(parsed.texts == ["Line\r\n\r\n.\r\nGrüße, \(name)\r\n", "<p>Grüße</p>\r\n"])
    }
}
