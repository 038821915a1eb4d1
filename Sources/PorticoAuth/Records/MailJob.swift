import Foundation
import PorticoConfig

/// A mail to be written. What is in it is decided when it is sent: a link that it carries is made then, so that nothing
/// secret waits in the queue and the link's time begins when the mail leaves.
public struct MailJob: Hashable, Sendable, Codable {
    public enum Content: Hashable, Sendable, Codable {
        /// The link that makes an account.
        case registration
        /// Somebody wanted to register with the address of an account that there is.
        case alreadyRegistered(AccountID)
        /// The link that makes the invited account.
        case invitation(Invitation)
        /// The link by which somebody who was imported chooses a password.
        case welcome(AccountID)
        /// The link that gives another password; `isForced` where an administrator asked for it.
        case passwordReset(AccountID, isForced: Bool)
        case passwordChanged(AccountID, Client, Date)
        /// The link that makes the receiving address the account's.
        case emailChange(AccountID)
        /// To the address that was the account's before.
        case emailChanged(AccountID, Date)
        /// A sign-in from a browser not seen before, and the link that ends it.
        case newSignIn(AccountID, SignIn.ID, Client, Date)
        /// To the address of an account that is gone; the name it had.
        case accountDeleted(name: String)
    }

    public let recipient: EmailAddress
    public let content: Content

    public init(to recipient: EmailAddress, _ content: Content) {
        self.recipient = recipient
        self.content = content
    }
}

extension MailJob.Content {
    /// Whose account it is about; nil where there is none, or none any more.
    public var account: AccountID? {
        switch self {
        case .alreadyRegistered(let id), .welcome(let id), .passwordReset(let id, _), .passwordChanged(let id, _, _),
            .emailChange(let id), .emailChanged(let id, _), .newSignIn(let id, _, _, _):
            id
        case .registration, .invitation, .accountDeleted: nil
        }
    }

    /// What the link is for that it carries; nil where it carries none.
    public var purpose: OneTimeLink.Purpose? {
        switch self {
        case .registration: .registration
        case .invitation, .welcome: .invitation
        case .passwordReset: .passwordReset
        case .emailChange: .emailChange
        case .newSignIn: .endSignIn
        case .alreadyRegistered, .passwordChanged, .emailChanged, .accountDeleted: nil
        }
    }
}

extension MailJob {
    /// Names the content in lists and logs.
    public var kind: MailKind {
        switch content {
        case .registration: .registration
        case .alreadyRegistered: .alreadyRegistered
        case .invitation: .invitation
        case .welcome: .welcome
        case .passwordReset: .passwordReset
        case .passwordChanged: .passwordChanged
        case .emailChange: .emailChange
        case .emailChanged: .emailChanged
        case .newSignIn: .newSignIn
        case .accountDeleted: .accountDeleted
        }
    }
}

/// A mail in the queue.
public struct QueuedMail: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let mail: MailJob
    public let queuedAt: Date
    /// How often sending it was tried.
    public var attempts: Int
    /// When it is tried next; nil where it was given up.
    public var nextAttempt: Date?
    /// What went wrong the last time; empty where nothing did.
    public var problem: String

    public init(
        id: Int64, mail: MailJob, queuedAt: Date, attempts: Int = 0, nextAttempt: Date?, problem: String = ""
    ) {
        self.id = id
        self.mail = mail
        self.queuedAt = queuedAt
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.problem = problem
    }
}
