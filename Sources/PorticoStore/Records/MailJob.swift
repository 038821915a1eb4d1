import Crypto
import Foundation
import PorticoConfig

/// A mail to send. Its text and link are created when it is sent, so the queue holds no secrets and the link's lifetime
/// starts with the delivery.
public struct MailJob: Hashable, Sendable, Codable {
    /// The kind of mail, and the data for its text.
    public enum Content: Hashable, Sendable, Codable {
        /// The link to register.
        case registration
        /// A notice that the address already has an account, instead of a link to register, accept an invitation or
        /// confirm.
        case alreadyRegistered(AccountID)
        /// The link to accept an invitation.
        case invitation(Invitation)
        /// The link to choose a first password, for an account created without one.
        case welcome(AccountID)
        /// The link to choose a new password; `isForced` if an administrator revoked the old one.
        case passwordReset(AccountID, isForced: Bool)
        /// A notice that the password was changed, by this client at this time.
        case passwordChanged(AccountID, Client, Date)
        /// The link to confirm the recipient's address as the account's.
        case emailChange(AccountID)
        /// A notice to the account's old address.
        case emailChanged(AccountID, Date)
        /// A notice that the second factor changed or a recovery code was used, by this client at this time.
        case factorsChanged(AccountID, FactorChange, Client, Date)
        /// A notice that an administrator has begun a reset of the second factor, which takes effect at this time, with
        /// the link that stops it.
        case factorsResetBegun(AccountID, Date)
        /// A notice of a sign-in from a new browser, with the link to end it, and with its identity provider if it has one.
        case newSignIn(AccountID, SignIn.ID, Client, Date, provider: ServerID? = nil)
        /// The link and the code to log in, for the browser with this secret, which asked for them as this client at this
        /// time.
        case signInLink(AccountID, browser: TokenDigest, Client, Date)
        /// A notice that too many sign-ins to the account have failed, with the link that allows more.
        case signInLimited(AccountID)
        /// A notice that somebody with the password has entered too many wrong codes, with the link that allows more.
        case codesLimited(AccountID)
        /// A notice that an account was deleted, with its name and server. `server` is nil in mails queued by earlier
        /// versions.
        case accountDeleted(name: String, server: ServerID?)
    }

    public let recipient: EmailAddress
    public let content: Content
    /// The language of the mail if its recipient has no account, or has chosen no language: a BCP 47 tag. It is the
    /// language of the page where the recipient asked for the mail, of the invitation, or of the deleted account; nil for
    /// that of the installation.
    public let language: String?

    public init(to recipient: EmailAddress, _ content: Content, language: String? = nil) {
        self.recipient = recipient
        self.content = content
        self.language = language ?? content.invitation?.language
    }
}

extension MailJob.Content {
    /// The kind of each mail, the account that it is about, and the purpose of its link.
    private var row: (kind: MailKind, account: AccountID?, purpose: OneTimeLink.Purpose?) {
        switch self {
        case .registration: (.registration, nil, .registration)
        case .alreadyRegistered(let id): (.alreadyRegistered, id, nil)
        case .invitation: (.invitation, nil, .invitation)
        case .welcome(let id): (.welcome, id, .invitation)
        case .passwordReset(let id, _): (.passwordReset, id, .passwordReset)
        case .passwordChanged(let id, _, _): (.passwordChanged, id, nil)
        case .emailChange(let id): (.emailChange, id, .emailChange)
        case .emailChanged(let id, _): (.emailChanged, id, nil)
        case .factorsChanged(let id, _, _, _): (.factorsChanged, id, nil)
        case .factorsResetBegun(let id, _): (.factorsResetBegun, id, .stopReset)
        case .newSignIn(let id, _, _, _, _): (.newSignIn, id, .endSignIn)
        case .signInLink(let id, _, _, _): (.signInLink, id, .signIn)
        case .signInLimited(let id): (.signInLimited, id, .liftLimits)
        case .codesLimited(let id): (.codesLimited, id, .liftLimits)
        case .accountDeleted: (.accountDeleted, nil, nil)
        }
    }

    /// The account that the mail is about; nil if there is none yet, or none any more.
    public var account: AccountID? { row.account }

    /// The purpose of the link; nil if the mail has none.
    public var purpose: OneTimeLink.Purpose? { row.purpose }

    fileprivate var kind: MailKind { row.kind }

    fileprivate var invitation: Invitation? { if case .invitation(let invitation) = self { invitation } else { nil } }
}

extension MailJob {
    /// The kind of mail, for lists and logs.
    public var kind: MailKind { content.kind }
}

/// A mail in the queue.
public struct QueuedMail: Hashable, Sendable, Identifiable {
    public let id: Int64
    public let mail: MailJob
    public let queuedAt: Date
    /// Number of delivery attempts.
    public var attempts: Int
    /// The time of the next attempt; nil if delivery was given up.
    public var nextAttempt: Date?

    /// A time that is due by every clock: the server that sends a mail need not be the server that queued it.
    public static let atOnce = Date(timeIntervalSince1970: 0)

    /// ``nextAttempt`` for display: for a mail to be sent at once, the time at which it was queued.
    public var dueTime: Date? { nextAttempt.map { max($0, queuedAt) } }

    /// Whether a server has claimed it for sending, until ``nextAttempt``.
    public var isClaimed: Bool
    /// The error of the last attempt; empty if there was none.
    public var problem: String

    public init(
        id: Int64, mail: MailJob, queuedAt: Date, attempts: Int = 0, nextAttempt: Date?,
        isClaimed: Bool = false, problem: String = ""
    ) {
        self.id = id
        self.mail = mail
        self.queuedAt = queuedAt
        self.attempts = attempts
        self.nextAttempt = nextAttempt
        self.isClaimed = isClaimed
        self.problem = problem
    }

    /// Whether it is being sent.
    public func isUnderWay(at time: Date) -> Bool { isClaimed && nextAttempt.map { $0 > time } ?? false }

    /// Identifies the mail at all attempts. The id alone does not: a restored database can assign ids of deleted mails
    /// again.
    package var identity: String {
        let text = "\(id) \(Int64((queuedAt.timeIntervalSince1970 * 1000).rounded())) \(mail.recipient.value)"
        return Data(SHA256.hash(data: Data(text.utf8))).base64URL
    }
}
