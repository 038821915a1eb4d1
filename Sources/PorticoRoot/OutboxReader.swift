import Foundation

/// Reads the mails that were not sent because there is no mail server, for development.
public protocol OutboxReader: Sendable {
    /// All mails without their contents, newest first.
    func mails() async throws -> [OutboxMail]
    /// The mail with this id; nil if there is none.
    func mail(id: String) async throws -> OutboxMail?
}

/// A mail that was not sent.
public struct OutboxMail: Sendable {
    /// The file name without its extension.
    public let id: String
    /// The recipient.
    public let to: String
    public let subject: String
    public let date: Date
    /// Empty in a list.
    public let text: String
    /// Empty in a list.
    public let html: String

    public init(id: String, to: String, subject: String, date: Date, text: String = "", html: String = "") {
        self.id = id
        self.to = to
        self.subject = subject
        self.date = date
        self.text = text
        self.html = html
    }
}
