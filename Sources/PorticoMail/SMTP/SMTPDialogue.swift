import Foundation
import PorticoTransfer

/// What is said between libcurl and a server while one mail is sent.
///
/// Of the server's words only the codes are kept: a reply may repeat what the mail says. Of libcurl's only the commands are:
/// a line may be a password.
///
/// `@unchecked` because only the thread of the transfers touches what changes, until the transfer has ended.
final class SMTPDialogue: TransferDelegate, @unchecked Sendable {
    enum Command: String {
        case hello = "EHLO"
        case startTLS = "STARTTLS"
        case authenticate = "AUTH"
        case sender = "MAIL"
        case recipient = "RCPT"
        case data = "DATA"
    }

    /// A server's answer: `550`, and `5.1.1` where it says more (RFC 3463).
    struct Reply {
        let code: Int
        let status: String?

        var description: String { [String(code), status].compactMap(\.self).joined(separator: " ") }
    }

    /// The command that was sent last.
    private(set) var command: Command?
    /// The last line of the answer to it; nil while there is none.
    private(set) var reply: Reply?

    private let bytes: [UInt8]
    private var position = 0
    private var isOver = false

    init(sending bytes: [UInt8]) {
        self.bytes = bytes
    }

    var size: Int { bytes.count }

    /// Copies the next bytes of the mail; how many.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, bytes.count - position)
        target.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }

    /// Notes a line that was sent. After QUIT nothing counts any more: it follows an error too.
    func sent(_ line: Substring) {
        let word = line.prefix { $0.isASCII && $0.isLetter }
        isOver = isOver || word == "QUIT"
        guard !isOver else { return }
        reply = nil
        command = Command(rawValue: String(word)) ?? command
    }

    /// Notes that a part of the mail itself was sent.
    func sentContent() { reply = nil }

    func received(_ line: Substring) -> Bool {
        guard !isOver, let code = Int(line.prefix(3)), (200..<600).contains(code) else { return true }
        let status = line.dropFirst(4).prefixMatch(of: /[245]\.\d{1,3}\.\d{1,3}(?!\S)/)
        reply = Reply(code: code, status: status.map { String($0.output) })
        return true
    }
}
