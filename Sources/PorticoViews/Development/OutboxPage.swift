import Foundation
import PorticoHTML

/// A mail in the outbox.
public struct OutboxRow: Sendable {
    public var id: String
    /// The recipient.
    public var to: String
    public var subject: String
    public var date: Date

    public init(id: String, to: String, subject: String, date: Date) {
        self.id = id
        self.to = to
        self.subject = subject
        self.date = date
    }
}

/// The mails that a server writes to files because it has no mail server, for development.
public struct OutboxPage: RootPage, Sendable {
    /// Newest first.
    public var mails: [OutboxRow]

    public init(mails: [OutboxRow]) {
        self.mails = mails
    }

    public func title(in language: String) -> String { Strings(language: language).outbox }
    public func back(in language: String) -> (title: String, path: SitePath)? { nil }

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
