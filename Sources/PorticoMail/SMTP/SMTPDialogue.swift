import Foundation
import PorticoBytes
import PorticoTransfer

/// The SMTP dialogue of one mail.
///
/// It keeps only the codes of the server's replies, because a reply may quote the mail. It keeps only the commands of
/// libcurl's lines, because a line may contain a password.
///
/// `@unchecked Sendable`: only the transfer thread uses its mutable state until the transfer has ended.
final class SMTPDialogue: TransferDelegate, @unchecked Sendable {
    enum Command: String {
        case hello = "EHLO"
        case startTLS = "STARTTLS"
        case authenticate = "AUTH"
        case sender = "MAIL"
        case recipient = "RCPT"
        case data = "DATA"
    }

    /// A reply of the server: a code such as `550`, with an enhanced status code such as `5.1.1` if given (RFC 3463).
    struct Reply {
        let code: Int
        let status: String?

        var description: String { [String(code), status].compactMap(\.self).joined(separator: " ") }
    }

    /// The last sent command.
    private(set) var command: Command?
    /// The last reply line to the command; nil before the first.
    private(set) var reply: Reply?

    private let bytes: [UInt8]
    private var position = 0
    private var isOver = false

    init(sending bytes: [UInt8]) {
        self.bytes = bytes
    }

    var size: Int { bytes.count }

    /// Copies the next bytes of the mail into `target` and returns their number.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, bytes.count - position)
        target.copyBytes(from: bytes[position..<position + count])
        position += count
        return count
    }

    /// Records a sent line. Ignores QUIT and everything after it, because it also follows errors.
    func sent(_ line: Substring) {
        let word = String(
            decoding: line.utf8.prefix(while: \.isASCIIUppercase), as: UTF8.self)
        isOver = isOver || word == "QUIT"
        guard !isOver else { return }
        reply = nil
        command = Command(rawValue: word) ?? command
    }

    /// Records that a part of the mail's content was sent.
    func sentContent() { reply = nil }

    func received(_ line: Substring) -> Bool {
        guard !isOver, let code = Self.number(line.utf8.prefix(3), of: 3...3), (200..<600).contains(code) else {
            return true
        }
        reply = Reply(code: code, status: Self.status(line.utf8.dropFirst(4)))
        return true
    }

    /// The enhanced status code at the start of a text; nil if there is none.
    private static func status(_ text: Substring.UTF8View) -> String? {
        let word = text.prefix { $0 > UInt8(ascii: " ") }
        let parts = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = number(parts[0], of: 1...1), [2, 4, 5].contains(kind),
            let subject = number(parts[1], of: 1...3), let detail = number(parts[2], of: 1...3)
        else { return nil }
        return "\(kind).\(subject).\(detail)"
    }

    /// The value of ASCII digits, if their number is in `count`; nil for any other text.
    private static func number(_ digits: some Collection<UInt8>, of count: ClosedRange<Int>) -> Int? {
        guard count.contains(digits.count) else { return nil }
        return digits.reduce(0) { value, byte in
            byte.isASCIIDigit ? value.map { 10 * $0 + Int(byte & 0xF) } : nil
        }
    }
}
