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
        let recipient = message.to.address.value.lowercased().map { $0 == "@" || Self.isSafe($0) ? $0 : "_" }
        let safe = String(recipient.prefix(100)).replacing("@", with: "-at-")
        self.number = number
        id = "\(digits)-\(MailDate.stamp(message.date))-\(safe)"
    }

    /// nil if the file is not a mail of the outbox.
    init?(file: String) {
        let id = file.dropLast(Self.suffix.count)
        let parts = id.split(separator: "-", maxSplits: 2)
        guard file.hasSuffix(Self.suffix), id.allSatisfy(Self.isSafe), parts.count == 3, parts[1].count == 16,
            (4...9).contains(parts[0].count), let number = Int(parts[0])
        else { return nil }
        self.number = number
        self.id = String(id)
    }

    private static func isSafe(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._-".contains(character))
    }
}
