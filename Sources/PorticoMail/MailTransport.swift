/// A way to deliver mails: SMTP or a folder.
package protocol MailTransport: Sendable {
    /// Delivers a mail. After it returns, the receiver is responsible for the mail.
    ///
    /// A cancelled task stops as soon as possible, with a failure that is not permanent; the mail may then have been
    /// accepted.
    func send(_ message: MailMessage) async throws(MailFailure)
}

/// A mail was not delivered.
package struct MailFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether retrying is useless, because the server refused the mail or its recipient permanently.
    package let isPermanent: Bool
    /// The problem in a sentence for operators, without secrets and without content of the mail.
    package let problem: String

    package init(_ problem: String, isPermanent: Bool = false) {
        self.problem = problem
        self.isPermanent = isPermanent
    }

    package var description: String { problem }

    static let stopped = MailFailure("Sending was stopped before it ended.")
}
