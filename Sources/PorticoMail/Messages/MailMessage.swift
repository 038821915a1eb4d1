import Foundation
import PorticoBytes
import PorticoStore

/// A mail to one person, as plain text and as HTML.
package struct MailMessage: Hashable, Sendable {
    /// The sender or a recipient.
    package struct Mailbox: Hashable, Sendable {
        /// The display name; any text, may be empty.
        package let name: String
        package let address: EmailAddress

        package init(name: String = "", address: EmailAddress) {
            self.name = name
            self.address = address
        }
    }

    package let from: Mailbox
    package let to: Mailbox
    /// One line. Control characters and line breaks become spaces.
    package let subject: String
    /// The plain-text alternative.
    package let text: String
    /// A complete HTML document.
    package let html: String
    package let date: Date
    /// The globally unique Message-ID, without angle brackets.
    package let messageID: String

    /// The message of a queued mail. Its Message-ID is the same at each attempt, so that mail programs recognize
    /// duplicates.
    package init(
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
