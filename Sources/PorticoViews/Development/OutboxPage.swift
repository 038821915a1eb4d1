import Foundation
import PorticoHTML

/// A mail in the outbox.
package struct OutboxRow: Sendable {
    package var id: String
    /// The recipient.
    package var to: String
    package var subject: String
    package var date: Date

    package init(id: String, to: String, subject: String, date: Date) {
        self.id = id
        self.to = to
        self.subject = subject
        self.date = date
    }
}

/// The mails that a server writes to files because it has no mail server, for development.
package struct OutboxPage: RootPage, Sendable {
    /// Newest first.
    package var mails: [OutboxRow]

    package init(mails: [OutboxRow]) {
        self.mails = mails
    }

    package func title(in language: String) -> String { Strings(language: language).outbox }
    package func back(in language: String) -> (title: String, path: SitePath)? { nil }

    var group: CellGroup {
        CellGroup(
            id: "outbox",
            cells: mails.map { mail in
                let time = TimeText(mail.date).utc.readable
                return .link(
                    LinkCell(
                        id: "mail-\(mail.id)", title: mail.subject, subtitle: "\(mail.to)\n\(time) UTC",
                        path: .outbox(mail.id)))
            })
    }
}
