import Foundation

extension MailMessage {
    /// The mail as RFC 5322 and RFC 2045 have it: ASCII only, lines of at most 76 characters where they can be folded,
    /// ended by CR LF. The same mail always has the same bytes.
    public var bytes: [UInt8] {
        let parts = [("plain", text), ("html", html)].map { kind, content in
            """
            --\(Self.boundary)
            Content-Type: text/\(kind); charset=utf-8
            Content-Transfer-Encoding: base64

            \(Self.base64(content))
            """
        }
        let lines = headers.map(\.folded) + [""] + parts + ["--\(Self.boundary)--", ""]
        return Array(lines.joined(separator: "\n").replacing("\n", with: "\r\n").utf8)
    }

    /// Neither `=` before the end of a line nor `_` is in Base64, so that no part can contain it.
    static let boundary = "=_portico"

    private var headers: [MailHeader] {
        [
            MailHeader("Date", words: MailDate.text(date).split(separator: " ").map(String.init)),
            MailHeader("From", from),
            MailHeader("To", to),
            MailHeader("Subject", text: subject),
            MailHeader("Message-ID", words: ["<\(MailHeader.identifier(messageID))>"]),
            MailHeader("Auto-Submitted", words: ["auto-generated"]),
            MailHeader("MIME-Version", words: ["1.0"]),
            MailHeader("Content-Type", words: ["multipart/alternative;", "boundary=\"\(Self.boundary)\""]),
        ]
    }

    /// The canonical form has CR LF at the ends of lines (RFC 2045, 6.8).
    private static func base64(_ content: String) -> String {
        let lines = content.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\n", with: "\r\n")
        return Data(lines.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    }
}
