import Foundation
import PorticoBytes

extension MailMessage {
    /// The encoded mail (RFC 5322, RFC 2045): ASCII, CR LF, lines of at most 76 characters if they can be folded.
    /// Deterministic.
    package var bytes: [UInt8] {
        let parts = [("plain", text), ("html", html)].map { kind, content in
            """
            --\(Self.boundary)
            Content-Type: text/\(kind); charset=utf-8
            Content-Transfer-Encoding: base64

            \(Self.base64(content))
            """
        }
        let lines = headers.map(\.folded) + [""] + parts + ["--\(Self.boundary)--", ""]
        return Self.withLineEnds(lines.joined(separator: "\n"))
    }

    /// Base64 contains neither `_` nor `=` before the end of a line, so no part can contain the boundary.
    static let boundary = "=_portico"

    private var headers: [MailHeader] {
        [
            MailHeader("Date", words: MailDate.text(date).asciiWords.map(String.init)),
            MailHeader("From", from),
            MailHeader("To", to),
            MailHeader("Subject", text: subject),
            MailHeader("Message-ID", words: ["<\(MailHeader.identifier(messageID))>"]),
            MailHeader("Auto-Submitted", words: ["auto-generated"]),
            MailHeader("MIME-Version", words: ["1.0"]),
            MailHeader("Content-Type", words: ["multipart/alternative;", "boundary=\"\(Self.boundary)\""]),
        ]
    }

    /// The canonical form of text has CR LF line endings (RFC 2045, 6.8).
    private static func base64(_ content: String) -> String {
        Data(withLineEnds(content)).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    }

    /// The bytes of a text with all line ends replaced by CR LF.
    private static func withLineEnds(_ text: String) -> [UInt8] {
        let lines = text.replacing(bytes: "\r\n", with: "\n").replacing(bytes: "\r", with: "\n")
        return Array(lines.replacing(bytes: "\n", with: "\r\n").utf8)
    }
}
