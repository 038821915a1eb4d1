import Foundation
import PorticoBytes
import PorticoStore

/// A mail to one person, as plain text and as HTML.
public struct MailMessage: Hashable, Sendable {
    /// The sender or a recipient.
    public struct Mailbox: Hashable, Sendable {
        /// The display name; any text, may be empty.
        public let name: String
        public let address: EmailAddress

        public init(name: String = "", address: EmailAddress) {
            self.name = name
            self.address = address
        }
    }

    public let from: Mailbox
    public let to: Mailbox
    /// One line. Control characters and line breaks become spaces.
    public let subject: String
    /// The plain-text alternative.
    public let text: String
    /// A complete HTML document.
    public let html: String
    public let date: Date
    /// The globally unique Message-ID, without angle brackets.
    public let messageID: String

    /// - Parameter messageID: by default a random one in the sender's domain.
    public init(
        from: Mailbox, to: Mailbox, subject: String, text: String, html: String, date: Date, messageID: String? = nil
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
        let domain = from.address.value.cut(at: "@")?.after ?? "localhost"
        self.messageID = messageID ?? "\(UUID().uuidString.asciiLowercased)@\(domain)"
    }
}
