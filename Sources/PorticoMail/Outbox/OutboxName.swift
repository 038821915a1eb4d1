import Foundation
import PorticoBytes
import PorticoStore

/// The file name of a mail: its number, date and recipient.
struct OutboxName: Hashable {
    static let suffix = ".eml"

    let number: Int
    /// The name without suffix; safe as a path segment.
    let id: String

    var file: String { id + Self.suffix }

    init(number: Int, _ message: MailMessage) {
        let digits = String(repeating: "0", count: max(0, 4 - String(number).count)) + String(number)
        let safe = message.to.address.value.asciiLowercased.utf8.prefix(100).map { byte in
            byte == UInt8(ascii: "@") ? "-at-" : Self.isSafe(byte) ? String(UnicodeScalar(byte)) : "_"
        }.joined()
        self.number = number
        id = "\(digits)-\(MailDate.stamp(message.date))-\(safe)"
    }

    /// nil if the file is not a mail of the outbox.
    init?(file: String) {
        guard let id = file.dropping(suffix: Self.suffix), id.utf8.allSatisfy(Self.isSafe) else { return nil }
        let parts = id.fields(separatedBy: "-", maxSplits: 2, omittingEmpty: true)
        guard parts.count == 3, parts[1].utf8.count == 16, (4...9).contains(parts[0].utf8.count),
            let number = Int(parts[0])
        else { return nil }
        self.number = number
        self.id = String(id)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "._-".utf8.contains(byte)
    }
}
