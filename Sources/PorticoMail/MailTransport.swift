/// A way for a mail to leave: over SMTP, or into a folder.
public protocol MailTransport: Sendable {
    /// Hands a mail over. When this returns, whoever took it answers for it.
    ///
    /// A task that is cancelled stops as soon as it can, with a failure that is not permanent; whether the mail was taken
    /// is then not known.
    func send(_ message: MailMessage) async throws(MailFailure)
}

/// Why a mail did not leave.
public struct MailFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Whether it is of no use to try again: the other side refused this mail or its recipient for good.
    public let isPermanent: Bool
    /// A sentence for whoever looks after the server, without secrets and without anything that the mail says.
    public let problem: String

    public init(_ problem: String, isPermanent: Bool = false) {
        self.problem = problem
        self.isPermanent = isPermanent
    }

    public var description: String { problem }

    static let stopped = MailFailure("Sending was stopped before it ended.")
}
