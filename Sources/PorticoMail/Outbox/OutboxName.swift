import Foundation
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
        let safe = message.to.address.value.lowercased().utf8.prefix(100).map { byte in
            byte == UInt8(ascii: "@") ? "-at-" : Self.isSafe(byte) ? String(UnicodeScalar(byte)) : "_"
        }.joined()
        self.number = number
        id = "\(digits)-\(MailDate.stamp(message.date))-\(safe)"
    }

    /// nil if the file is not a mail of the outbox.
    init?(file: String) {
        let id = file.utf8.dropLast(Self.suffix.utf8.count)
        let parts = id.split(separator: UInt8(ascii: "-"), maxSplits: 2)
        guard file.utf8.dropFirst(id.count).elementsEqual(Self.suffix.utf8), id.allSatisfy(Self.isSafe),
            parts.count == 3,
            parts[1].count == 16, (4...9).contains(parts[0].count),
            let number = Int(String(decoding: parts[0], as: UTF8.self))
        else { return nil }
        self.number = number
        self.id = String(decoding: id, as: UTF8.self)
    }

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "._-".utf8.contains(byte)
        }
    }
}
