import Foundation
import PorticoAuth

/// A mail as it is sent: to one person, as text and as HTML.
public struct MailMessage: Hashable, Sendable {
    /// Somebody who sends or receives mail.
    public struct Mailbox: Hashable, Sendable {
        /// The name to show; may be empty, and may be any text.
        public let name: String
        public let address: EmailAddress

        public init(name: String = "", address: EmailAddress) {
            self.name = name
            self.address = address
        }
    }

    public let from: Mailbox
    public let to: Mailbox
    /// One line; control characters and line breaks in it become spaces.
    public let subject: String
    /// What is shown where HTML is not.
    public let text: String
    /// A whole HTML document.
    public let html: String
    public let date: Date
    /// What identifies the mail everywhere, without the angle brackets.
    public let messageID: String

    /// - Parameter messageID: by default a random one at the sender's domain.
    public init(
        from: Mailbox, to: Mailbox, subject: String, text: String, html: String, date: Date, messageID: String? = nil
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
        let domain = from.address.value.split(separator: "@").last ?? "localhost"
        self.messageID = messageID ?? "\(UUID().uuidString.lowercased())@\(domain)"
    }
}
