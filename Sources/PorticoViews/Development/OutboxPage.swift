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

    func group(_ t: Strings) -> CellGroup {
        let format = ReaderFormat(t)
        return CellGroup(
            id: "outbox",
            cells: mails.map { mail in
                let time = format.time(mail.date)
                return .link(
                    LinkCell(
                        id: "mail-\(mail.id)", title: mail.subject, subtitle: "\(mail.to)\n\(time)",
                        path: .outbox(mail.id)))
            })
    }
}
