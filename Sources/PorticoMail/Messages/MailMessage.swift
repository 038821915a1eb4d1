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

    /// The message of a queued mail. Its Message-ID is the same at each attempt, so that mail programs recognize
    /// duplicates.
    public init(
        of queued: QueuedMail, from: Mailbox, to: Mailbox, subject: String, text: String, html: String, date: Date
    ) {
        let domain = from.address.value.cut(at: "@")?.after ?? "localhost"
        self.init(
            from: from, to: to, subject: subject, text: text, html: html, date: date,
            messageID: "\(queued.identity)@\(domain)")
    }

    init(
        from: Mailbox, to: Mailbox, subject: String, text: String, html: String, date: Date, messageID: String
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
        self.messageID = messageID
    }
}
