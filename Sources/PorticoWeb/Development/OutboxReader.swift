import Foundation

/// The mails that did not leave, because there is no server that takes them: for those who develop.
public protocol OutboxReader: Sendable {
    /// The newest first.
    func mails() async throws -> [OutboxMail]
    func mail(id: String) async throws -> OutboxMail?
}

/// A mail that did not leave.
public struct OutboxMail: Sendable {
    public let id: String
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
