import Foundation
import PorticoAuth
import PorticoConfig

/// The output for a queued mail.
struct MailValue: Encodable {
    enum State: String, Encodable {
        case waiting, sending, givenUp
    }

    let id: Int64
    let kind: String
    let recipient: String
    let state: State
    let queuedAt: Date
    let attempts: Int
    /// nil for a mail that is being sent or was given up.
    let nextAttempt: Date?
    /// The error of the last attempt; nil if there was none.
    let problem: String?

    init(_ queued: QueuedMail, at time: Date) {
        id = queued.id
        kind = queued.mail.kind.rawValue
        recipient = queued.mail.recipient.value
        state = queued.nextAttempt == nil ? .givenUp : queued.isUnderWay(at: time) ? .sending : .waiting
        queuedAt = queued.queuedAt
        attempts = queued.attempts
        nextAttempt = state == .waiting ? queued.dueTime : nil
        problem = queued.problem.isEmpty ? nil : queued.problem
    }

    static let columns = ["ID", "KIND", "RECIPIENT", "STATE", "ATTEMPTS", "NEXT ATTEMPT", "PROBLEM"]

    var cells: [String] {
        ["\(id)", kind, recipient, state.rawValue, "\(attempts)", nextAttempt?.line ?? "", problem ?? ""]
    }
}

/// The output for a queued mail that a command changed.
struct ChangedMail: Encodable {
    let id: Int64
}
